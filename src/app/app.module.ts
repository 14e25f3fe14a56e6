import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { AgentApiModule, type AgentApiParts } from '../agentapi/agentapi.module.js';
import { OpenApiModule, type OpenApiParts } from '../agentapi/openapi/openapi.module.js';
import { PageModule, type PageParts } from '../agentapi/page.module.js';
import type { McpParts } from '../agentapi/protocols/mcp/mcp.controller.js';
import type { ProtocolSettings } from '../agentapi/protocols/protocol-settings.js';
import { ProtocolsModule } from '../agentapi/protocols/protocols.module.js';

/** What the application is composed of. */
export interface AppParts extends AgentApiParts {
  page: PageParts;
  protocols: ProtocolSettings;
  mcp: McpParts;
  api: OpenApiParts;
  /** The routes of plugins, and of the sample ERP where it is embedded. */
  routes: readonly (Type | DynamicModule)[];
}

/** The composition of the server's Nest modules. */
@Module({})
export class AppModule {
  static register(parts: AppParts): DynamicModule {
    const core = [
      AgentApiModule.register(parts),
      PageModule.register(parts.page),
      ProtocolsModule.register(parts.page.agents, parts.protocols, parts.mcp),
      OpenApiModule.register(parts.api),
    ];
    return { module: AppModule, imports: [...core, ...parts.routes] };
  }
}
