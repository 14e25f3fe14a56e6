import { Global, Module, type DynamicModule } from '@nestjs/common';
import type { Catalog } from '../agenttools/catalog.js';
import type { AuditLog } from '../store/audit-log.store.js';
import { Questions } from '../agenttools/questions/questions.js';
import { OPERATOR_RULE, type OperatorRule } from './operator.js';
import { REQUEST_SHARES } from './costly-request.js';
import { RequestShares } from './request-shares.js';
import { ChatController } from './chat.controller.js';
import { HealthController, READINESS, type ReadinessProbe } from './health.controller.js';
import { ApprovalsController } from './approvals/approvals.controller.js';
import { ApprovalsService } from './approvals/approvals.service.js';
import { AUDIT_LOG, AuditController } from './audit/audit.controller.js';
import { ChangeSetsController } from './change-sets/change-sets.controller.js';
import { ChangeSetsService } from './change-sets/change-sets.service.js';
import { FormsController } from './forms/forms.controller.js';
import { FormsService } from './forms/forms.service.js';
import { PreviewsController } from './previews/previews.controller.js';
import { PreviewsService } from './previews/previews.service.js';
import { QuestionsController } from './questions/questions.controller.js';
import { MODEL_CONNECTION, type ModelConnection } from './model/model-connection.js';
import { ModelController } from './model/model.controller.js';
import { ROUTE_LIMITS, type RouteLimits } from './route-limits.js';
import { RunsController } from './runs/runs.controller.js';
import { RunsService } from './runs.service.js';
import { SignInController } from './sources/sign-in.controller.js';
import { SOURCES, SourcesController, type Sources } from './sources/sources.controller.js';
import { CATALOG, ToolsController } from './tools.controller.js';

/** What the HTTP edge of the chat is built from. */
export interface AgentApiParts {
  runs: RunsService;
  previews: PreviewsService;
  changeSets: ChangeSetsService;
  approvals: ApprovalsService;
  audit: AuditLog;
  questions: Questions;
  forms: FormsService;
  catalog: Catalog;
  sources: Sources;
  model: ModelConnection;
  operators: OperatorRule;
  readiness: ReadinessProbe;
  limits: RouteLimits;
}

/** The chat's routes: chat, runs, previews, tools and their sources, health. Other modules find the services and limits here. */
@Global()
@Module({})
export class AgentApiModule {
  static register(parts: AgentApiParts): DynamicModule {
    return {
      module: AgentApiModule,
      controllers: [
        ChatController,
        RunsController,
        PreviewsController,
        ChangeSetsController,
        ApprovalsController,
        AuditController,
        QuestionsController,
        FormsController,
        ToolsController,
        SourcesController,
        SignInController,
        ModelController,
        HealthController,
      ],
      providers: [
        { provide: RunsService, useValue: parts.runs },
        { provide: PreviewsService, useValue: parts.previews },
        { provide: ChangeSetsService, useValue: parts.changeSets },
        { provide: ApprovalsService, useValue: parts.approvals },
        { provide: AUDIT_LOG, useValue: parts.audit },
        { provide: Questions, useValue: parts.questions },
        { provide: FormsService, useValue: parts.forms },
        { provide: CATALOG, useValue: parts.catalog },
        { provide: SOURCES, useValue: parts.sources },
        { provide: MODEL_CONNECTION, useValue: parts.model },
        { provide: OPERATOR_RULE, useValue: parts.operators },
        { provide: READINESS, useValue: parts.readiness },
        { provide: ROUTE_LIMITS, useValue: parts.limits },
        { provide: REQUEST_SHARES, useValue: new RequestShares(parts.limits.requestsPerUser) },
      ],
      exports: [
        RunsService,
        PreviewsService,
        FormsService,
        OPERATOR_RULE,
        ROUTE_LIMITS,
        REQUEST_SHARES,
      ],
    };
  }
}
