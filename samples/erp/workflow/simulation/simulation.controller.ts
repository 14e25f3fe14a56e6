import { Body, HttpCode, Param, Post } from '@nestjs/common';
import { systemClock } from '../../../../src/foundation/clock.js';
import type { Estimate, Simulation } from '../../../../src/platform/types.js';
import { ErpController } from '../../shared/erp-controller.js';
import { KnowledgeStore } from '../knowledge.store.js';
import { EstimateDto, SimulateDto, SimulateUnsavedDto } from '../rules/rules.dto.js';
import { requireValid, RulesService } from '../rules/rules.service.js';
import { readRule } from '../validation/validate-rule.js';
import { countFirings, uncounted, windowOf } from './estimate.js';
import { LiveDataStore } from './live-data.store.js';
import { simulate } from './simulate.js';

/** Walks rules with made-up events and counts past ones; writes nothing. */
@ErpController('v1/workflow/rules')
export class SimulationController {
  constructor(
    private readonly rules: RulesService,
    private readonly knowledge: KnowledgeStore,
    private readonly live: LiveDataStore,
  ) {}

  @Post('simulate')
  @HttpCode(200)
  async simulateUnsaved(@Body() { rule, ...event }: SimulateUnsavedDto): Promise<Simulation> {
    const { graph, errors } = readRule(rule, await this.knowledge.load());
    return simulate(requireValid(graph, errors), event, this.live, systemClock());
  }

  @Post(':id/simulate')
  @HttpCode(200)
  async simulate(@Param('id') id: string, @Body() event: SimulateDto): Promise<Simulation> {
    return simulate(await this.rules.get(id), event, this.live, systemClock());
  }

  @Post(':id/estimate')
  @HttpCode(200)
  async estimate(@Param('id') id: string, @Body() { days }: EstimateDto): Promise<Estimate> {
    const graph = await this.rules.get(id);
    const window = windowOf(graph, days, await this.knowledge.load());
    if ('note' in window) return uncounted(days, window.note);
    return countFirings(graph, window, await this.live.recentRows(window));
  }
}
