import { Module, type DynamicModule } from '@nestjs/common';
import type { Agents } from '../../agentloop/agents.js';
import { PreviewsService } from '../previews/previews.service.js';
import { ROUTE_LIMITS, type RouteLimits } from '../route-limits.js';
import { RunsService } from '../runs.service.js';
import { AGENTS } from '../tools/select.controller.js';
import { AgUiController } from './ag-ui/ag-ui.controller.js';
import { AiSdkController } from './ai-sdk/ai-sdk.controller.js';
import { MCP_PARTS, McpController, type McpParts } from './mcp/mcp.controller.js';
import { OpenAiController } from './openai/openai.controller.js';
import { ProtocolRuns } from './protocol-runs.js';
import { PROTOCOL_SETTINGS, type ProtocolSettings } from './protocol-settings.js';

/** What the protocols render. */
export interface ProtocolParts {
  runs: RunsService;
  previews: PreviewsService;
  agents: Agents;
  limits: RouteLimits;
  settings: ProtocolSettings;
  mcp: McpParts;
}

/** The chat in the protocols of other frontends, each a rendering of the same runs (docs/frontends.md). */
@Module({})
export class ProtocolsModule {
  static register({ runs, previews, agents, limits, settings, mcp }: ProtocolParts): DynamicModule {
    return {
      module: ProtocolsModule,
      controllers: [AgUiController, AiSdkController, OpenAiController, McpController],
      providers: [
        ProtocolRuns,
        { provide: RunsService, useValue: runs },
        { provide: PreviewsService, useValue: previews },
        { provide: AGENTS, useValue: agents },
        { provide: ROUTE_LIMITS, useValue: limits },
        { provide: PROTOCOL_SETTINGS, useValue: settings },
        { provide: MCP_PARTS, useValue: mcp },
      ],
    };
  }
}
