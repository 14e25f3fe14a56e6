import { Controller, Get, Inject } from '@nestjs/common';
import type { CatalogueCheck } from '../../toolcheck/catalogue-check.js';
import { Costly } from '../refuse-early.js';
import { toWireReport } from './check.model.js';

/** Injection token of the server's {@link CatalogueCheck}. */
export const CATALOGUE_CHECK = Symbol('CATALOGUE_CHECK');

/** Whether the tools are found by their own examples (docs/routes.md). */
@Controller('v1/agent/tools')
export class CheckController {
  constructor(@Inject(CATALOGUE_CHECK) private readonly check: Pick<CatalogueCheck, 'report'>) {}

  /** Takes some seconds the first time; then it is answered from memory until the index changes. */
  @Get('check')
  @Costly()
  async read() {
    return toWireReport(await this.check.report());
  }
}
