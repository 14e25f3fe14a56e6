import { Body, HttpCode, Param, Post } from '@nestjs/common';
import { ErpController } from '../../shared/erp-controller.js';
import { EstimateDto, SimulateDto, SimulateUnsavedDto } from '../rules/rules.dto.js';
import type { Estimate } from './estimate.js';
import type { Simulation } from './simulate.js';
import { SimulationService } from './simulation.service.js';

/** `/v1/workflow/rules/…/simulate` and `/estimate`: questions about rules that change nothing. */
@ErpController('v1/workflow/rules')
export class SimulationController {
  constructor(private readonly service: SimulationService) {}

  @Post('simulate')
  @HttpCode(200)
  simulateUnsaved(@Body() { rule, ...event }: SimulateUnsavedDto): Promise<Simulation> {
    return this.service.simulateUnsaved(rule, event);
  }

  @Post(':id/simulate')
  @HttpCode(200)
  simulate(@Param('id') id: string, @Body() event: SimulateDto): Promise<Simulation> {
    return this.service.simulateStored(id, event);
  }

  @Post(':id/estimate')
  @HttpCode(200)
  estimate(@Param('id') id: string, @Body() { days }: EstimateDto): Promise<Estimate> {
    return this.service.estimate(id, days);
  }
}
