import { type CatalogueReport, CatalogueCheck } from '../../toolcheck/catalogue-check.js';
import { Controller, Get } from '@nestjs/common';
import { Costly } from '../refuse-early.js';

function toWireReport({ topK, elapsedMs, contexts }: CatalogueReport) {
  return {
    top_k: topK,
    held_out: true,
    elapsed_ms: Math.round(elapsedMs),
    contexts: contexts.map(({ contextType, title, misses, tools, ...rest }) => ({
      context_type: contextType,
      title,
      ...rest,
      misses: misses.map(toWireTool),
      tools: tools.map(toWireTool),
    })),
  };
}

function toWireTool<T extends { alwaysOffered: unknown }>({ alwaysOffered, ...tool }: T) {
  return { ...tool, always_offered: alwaysOffered };
}

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
