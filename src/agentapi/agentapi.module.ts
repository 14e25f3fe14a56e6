import { Module, type DynamicModule } from '@nestjs/common';
import type { Catalog } from '../agenttools/catalog.js';
import { ChatController } from './chat.controller.js';
import { PreviewsController } from './previews/previews.controller.js';
import { PreviewsService } from './previews/previews.service.js';
import { HealthController, READINESS, type ReadinessProbe } from './health.controller.js';
import { ROUTE_LIMITS, type RouteLimits } from './route-limits.js';
import { LawController } from './law/law.controller.js';
import { QueryController } from './query/query.controller.js';
import { RunsService } from './runs.service.js';
import { CATALOG, ToolsController } from './tools.controller.js';

/** What the HTTP edge of the chat is built from. */
export interface AgentApiParts {
  runs: RunsService;
  previews: PreviewsService;
  catalog: Catalog;
  readiness: ReadinessProbe;
  limits: RouteLimits;
}

/** The chat's routes: chat, tool catalogue, health. */
@Module({})
export class AgentApiModule {
  static register(parts: AgentApiParts): DynamicModule {
    return {
      module: AgentApiModule,
      controllers: [
        ChatController,
        QueryController,
        LawController,
        PreviewsController,
        ToolsController,
        HealthController,
      ],
      providers: [
        { provide: RunsService, useValue: parts.runs },
        { provide: PreviewsService, useValue: parts.previews },
        { provide: CATALOG, useValue: parts.catalog },
        { provide: READINESS, useValue: parts.readiness },
        { provide: ROUTE_LIMITS, useValue: parts.limits },
      ],
    };
  }
}
