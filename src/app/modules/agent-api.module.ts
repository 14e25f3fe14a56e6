import { Global, Module, type Provider } from '@nestjs/common';
import { ErpModule } from '../../../samples/erp/erp.module.js';
import { ApprovalsController } from '../../agentapi/approvals/approvals.controller.js';
import { AuditController } from '../../agentapi/audit/audit.controller.js';
import { ChangeSetsController } from '../../agentapi/change-sets/change-sets.controller.js';
import { ChatController } from '../../agentapi/chat.controller.js';
import { ConversationsController } from '../../agentapi/conversations/conversations.controller.js';
import { DRAFT_LISTS } from '../../agentapi/drafts/draft-list.js';
import { DraftsController } from '../../agentapi/drafts/drafts.controller.js';
import { FormsController } from '../../agentapi/forms/forms.controller.js';
import { FormsService } from '../../agentapi/forms/forms.service.js';
import { HealthController, READINESS } from '../../agentapi/health.controller.js';
import {
  InfoController,
  SERVER_INFO,
  type ServerInfo,
} from '../../agentapi/info/info.controller.js';
import { MODEL_CONNECTION } from '../../agentapi/model/model.model.js';
import { ModelController } from '../../agentapi/model/model.controller.js';
import { API_INFO, OpenApiController } from '../../agentapi/openapi/openapi.controller.js';
import { OPERATOR_RULE } from '../../agentapi/operator.js';
import { AgainController } from '../../agentapi/previews/again.controller.js';
import { PreviewsController } from '../../agentapi/previews/previews.controller.js';
import { PreviewsService } from '../../agentapi/previews/previews.service.js';
import { ProposalsController } from '../../agentapi/proposals/proposals.controller.js';
import { AgUiController } from '../../agentapi/protocols/ag-ui/ag-ui.controller.js';
import { AiSdkController } from '../../agentapi/protocols/ai-sdk/ai-sdk.controller.js';
import { McpCalls } from '../../agentapi/protocols/mcp/mcp-calls.js';
import { PreviewApp } from '../../agentapi/protocols/mcp/preview-app.js';
import type { McpServerParts } from '../../agentapi/protocols/mcp/mcp-server.js';
import { MCP_PARTS, McpController } from '../../agentapi/protocols/mcp/mcp.controller.js';
import { OpenAiController } from '../../agentapi/protocols/openai/openai.controller.js';
import { ProtocolRuns } from '../../agentapi/protocols/protocol-runs.js';
import { PROTOCOL_SETTINGS } from '../../agentapi/protocols/protocol-settings.js';
import { QuestionsController } from '../../agentapi/questions/questions.controller.js';
import { RequestShares } from '../../agentapi/request-shares.js';
import { ROUTE_LIMITS } from '../../agentapi/route-limits.js';
import { FeedbackController } from '../../agentapi/runs/feedback.controller.js';
import { RunsController } from '../../agentapi/runs/runs.controller.js';
import { SignInController } from '../../agentapi/sources/sign-in.controller.js';
import { SourcesController } from '../../agentapi/sources/sources.controller.js';
import { ToolsController } from '../../agentapi/tools/tools.controller.js';
import { CheckController } from '../../agentapi/tools/check.controller.js';
import { LEARNED, LearnedController } from '../../agentapi/tools/learned.controller.js';
import { SELECTION, SelectController } from '../../agentapi/tools/select.controller.js';
import { LiveAgents } from '../../agentloop/agent.js';
import { LiveCatalog } from '../../agenttools/sources/live-catalog.js';
import { systemClock } from '../../foundation/clock.js';
import { LiveModels } from '../../llm/models.js';
import { PgConversationStore } from '../../store/conversations.store.js';
import { OperationFormStore } from '../../store/operation-forms.store.js';
import { ToolSelectionIndex } from '../../toolindex/selection-index.js';
import { ConnectedModels } from '../connected/connected-models.js';
import { diskState } from '../doctor/checks.js';
import { documentResources } from '../document-resources.js';
import { createReadiness } from '../health/readiness.js';
import { LearnFromUse } from '../learning/learn-from-use.js';
import { ConfigFileFollower } from '../served/config-file-follower.js';
import { previewAppPage } from '../serve-page.js';
import { servesSample } from '../served/served.js';
import { signInSealer } from '../served/sign-in-store.js';
import { version } from '../version.js';
import { AgentLoopModule } from './agent-loop.module.js';
import { AgentToolsModule } from './agent-tools.module.js';
import { ChangesModule } from './changes.module.js';
import { KnowledgeModule } from './knowledge.module.js';
import { LlmModule } from './llm.module.js';
import { PluginsModule } from './plugins.module.js';
import {
  provide,
  CONFIG,
  DATABASE,
  CONFIG_FILE,
  EMBEDDER,
  KNOWLEDGE,
  LOGGER,
  LOOP,
  PLUGINS,
  SERVED,
} from './tokens.js';
import { StoreModule } from './store.module.js';
import { ToolIndexModule } from './tool-index.module.js';

const providers: Provider[] = [
  ProtocolRuns,
  { provide: LEARNED, useExisting: LearnFromUse },
  { provide: MODEL_CONNECTION, useExisting: ConnectedModels },
  provide(OPERATOR_RULE, [CONFIG], ({ operatorRole: role }) => ({ role })),
  provide(ROUTE_LIMITS, [CONFIG], ({ limits }) => limits.routes),
  provide(PROTOCOL_SETTINGS, [CONFIG], ({ protocols }) => protocols),
  provide(DRAFT_LISTS, [PLUGINS], ({ drafts }) => drafts),
  provide(API_INFO, [CONFIG], ({ auth }) => ({
    ...{ version, checksIdentity: auth.kind !== 'none', foreign: [ErpModule] },
  })),
  provide(RequestShares, [CONFIG], ({ limits }) => {
    return new RequestShares(limits.routes.requestsPerUser);
  }),
  provide(
    FormsService,
    [OperationFormStore, LiveCatalog],
    (forms, { view }) => new FormsService(forms, view, systemClock),
  ),
  provide(SELECTION, [LOOP, LiveCatalog], (loop, { view: catalog }) => ({
    ...loop().selection,
    catalog,
  })),
  provide(
    MCP_PARTS,
    [
      ...([LOOP, LiveAgents, PreviewsService, PgConversationStore] as const),
      ...([KNOWLEDGE, RequestShares, LOGGER, CONFIG] as const),
    ],
    (loop, agents, previews, conversations, knowledge, shares, logger, config): McpServerParts => ({
      calls: new McpCalls(loop, agents, previews, conversations),
      app: new PreviewApp(previews, signInSealer(config, 'decisions in MCP apps'), previewAppPage),
      ...{ agents, resources: documentResources(knowledge), shares, version },
      onError: (error) => logger.error({ err: error }, 'a call over MCP failed unexpectedly'),
    }),
  ),
  provide(
    SERVER_INFO,
    [CONFIG, CONFIG_FILE, PLUGINS, EMBEDDER],
    ({ auth }, { sample }, { names: plugins }, embedder): ServerInfo => ({
      ...{ auth: auth.kind, sample, plugins, embedder, version },
    }),
  ),
  provide(
    READINESS,
    [
      CONFIG,
      SERVED,
      DATABASE,
      ToolSelectionIndex,
      EMBEDDER,
      LiveModels,
      PLUGINS,
      LiveCatalog,
      ConfigFileFollower,
    ],
    (config, served, db, selection, embedder, models, plugins, catalog, follower) => {
      const { dataDir, platformUrl: url } = config;
      const platform = url === undefined ? ('embedded' as const) : { url };
      return createReadiness({
        ...{ db, selection, embedder, models },
        platform: servesSample(served) ? platform : undefined,
        probes: {
          ...plugins.probes,
          disk: () => diskState(dataDir),
          ...(served.file && { config_file: async () => follower.state }),
        },
        failed: [...served.failed, ...plugins.failed],
        sources: () => catalog.reports,
      });
    },
  ),
];

/** The routes. Those of plugins find here what all routes keep to. */
@Global()
@Module({
  imports: [
    ...[StoreModule, ToolIndexModule, LlmModule, KnowledgeModule, PluginsModule],
    ...[AgentToolsModule, ChangesModule, AgentLoopModule],
  ],
  controllers: [
    ...[ChatController, RunsController, PreviewsController, AgainController, ChangeSetsController],
    ...[ApprovalsController, AuditController, QuestionsController, FormsController],
    ...[ToolsController, SourcesController, SignInController, ModelController, HealthController],
    // The page's beside the chat: who answers, earlier conversations, drafts, the workbench.
    ...[InfoController, ConversationsController, DraftsController, SelectController],
    ...[CheckController, LearnedController, FeedbackController, ProposalsController],
    // The chat in the protocols of other frontends, each a rendering of the same runs (docs/frontends.md).
    ...[AgUiController, AiSdkController, OpenAiController, McpController, OpenApiController],
  ],
  providers,
  exports: [
    ...[AgentLoopModule, ChangesModule, FormsService],
    ...[OPERATOR_RULE, ROUTE_LIMITS, RequestShares],
  ],
})
export class AgentApiModule {}
