import { Controller, Get, Inject } from '@nestjs/common';
import type { SourceReport } from '../agenttools/sources/live-catalog.js';

/** Tells how each source of tools stands. */
export type SourceReports = () => readonly SourceReport[];

/** Injection token of the server's {@link SourceReports}. */
export const SOURCE_REPORTS = Symbol('SOURCE_REPORTS');

/** Where the tools come from, and how each source stands. */
@Controller('v1/agent/sources')
export class SourcesController {
  constructor(@Inject(SOURCE_REPORTS) private readonly reports: SourceReports) {}

  @Get()
  list() {
    const items = this.reports().map(({ id, title, kind, state, detail, ...counts }) => ({
      id,
      title,
      kind,
      state,
      detail,
      tools: counts.tools,
      changes: counts.changes,
      refused: counts.refused,
      quarantined: counts.quarantined,
    }));
    return { items, total: items.length };
  }
}
