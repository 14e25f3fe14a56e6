import { Module, type DynamicModule } from '@nestjs/common';
import { AgentApiModule, type AgentApiParts } from '../agentapi/agentapi.module.js';
import { CasesModule } from '../agentapi/cases/cases.module.js';
import { DocumentsModule } from '../agentapi/documents/documents.module.js';
import { PageModule, type PageParts } from '../agentapi/page.module.js';
import { RequestShares } from '../agentapi/request-shares.js';
import { ResearchModule, type ResearchApi } from '../agentapi/research/research.module.js';
import { RunsModule } from '../agentapi/runs/runs.module.js';
import type { Knowledge } from '../knowledge/knowledge.js';
import { ErpModule } from '../../samples/erp/erp.module.js';
import type { PgCaseStore } from '../plugins/law/store/cases.store.js';
import type { Database } from '../store/database.js';

/** What the application is composed of; without `platformDb` the platform is an outside backend. */
export interface AppParts extends AgentApiParts {
  platformDb: Database | undefined;
  page: PageParts;
  knowledge: Knowledge;
  cases: PgCaseStore;
  research: ResearchApi;
}

/** The composition of the server's Nest modules. */
@Module({})
export class AppModule {
  static register(parts: AppParts): DynamicModule {
    const platform = parts.platformDb === undefined ? [] : [ErpModule.register(parts.platformDb)];
    const shares = new RequestShares(parts.limits.requestsPerUser);
    const chat = [
      AgentApiModule.register(parts),
      RunsModule.register(parts.runs, parts.limits),
      DocumentsModule.register(parts.knowledge, parts.limits, shares),
      CasesModule.register(parts.cases),
      ResearchModule.register(parts.research, parts.limits),
      PageModule.register(parts.page, shares),
    ];
    return { module: AppModule, imports: [...chat, ...platform] };
  }
}
