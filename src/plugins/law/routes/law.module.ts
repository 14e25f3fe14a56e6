import type { DynamicModule } from '@nestjs/common';
import { PgCaseStore } from '../store/cases.store.js';
import type { ExplorerClient } from '../graph/http-explorer.js';
import { CasesController } from './cases.controller.js';
import { EXPLORER, GraphController } from './graph.controller.js';
import { LawController } from './law.controller.js';

class LawModule {}

/** The routes of the law agents: whole answers, the graph, cases. */
export function lawModule(explorer: ExplorerClient, cases: PgCaseStore): DynamicModule {
  return {
    module: LawModule,
    controllers: [LawController, GraphController, CasesController],
    providers: [
      { provide: EXPLORER, useValue: explorer },
      { provide: PgCaseStore, useValue: cases },
    ],
  };
}
