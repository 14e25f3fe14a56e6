import { Module, type DynamicModule } from '@nestjs/common';
import type { Agents } from '../../agentloop/agents.js';
import { AGENTS } from '../tools/select.controller.js';
import { AgUiController } from './ag-ui/ag-ui.controller.js';
import { AiSdkController } from './ai-sdk/ai-sdk.controller.js';
import { MCP_PARTS, McpController, type McpParts } from './mcp/mcp.controller.js';
import { OpenAiController } from './openai/openai.controller.js';
import { ProtocolRuns } from './protocol-runs.js';
import { PROTOCOL_SETTINGS, type ProtocolSettings } from './protocol-settings.js';

/** The chat in the protocols of other frontends, each a rendering of the same runs (docs/frontends.md). */
@Module({})
export class ProtocolsModule {
  static register(agents: Agents, settings: ProtocolSettings, mcp: McpParts): DynamicModule {
    return {
      module: ProtocolsModule,
      controllers: [AgUiController, AiSdkController, OpenAiController, McpController],
      providers: [
        ProtocolRuns,
        { provide: AGENTS, useValue: agents },
        { provide: PROTOCOL_SETTINGS, useValue: settings },
        { provide: MCP_PARTS, useValue: mcp },
      ],
    };
  }
}
