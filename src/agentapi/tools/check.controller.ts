import { Controller, Get } from '@nestjs/common';
import { CatalogueCheck } from '../../toolcheck/catalogue-check.js';
import { Costly } from '../refuse-early.js';
import { toWireReport } from './check.model.js';

/** Whether the tools are found by their own examples (docs/routes.md). */
@Controller('v1/agent/tools')
export class CheckController {
  constructor(private readonly check: CatalogueCheck) {}

  /** Takes some seconds the first time; then it is answered from memory until the index changes. */
  @Get('check')
  @Costly()
  async read() {
    return toWireReport(await this.check.report());
  }
}
