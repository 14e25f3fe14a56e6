import { Global, Module, type Provider } from '@nestjs/common';
import { ErpModule } from '../../../samples/erp/erp.module.js';
import { ApprovalsController } from '../../agentapi/approvals/approvals.controller.js';
import { AuditController } from '../../agentapi/audit/audit.controller.js';
import { ChangeSetsController } from '../../agentapi/change-sets/change-sets.controller.js';
import { ChatController } from '../../agentapi/chat.controller.js';
import { FeedbackController, RunsController } from '../../agentapi/runs/runs.controller.js';
import { ConversationsController } from '../../agentapi/conversations/conversations.controller.js';
import { DRAFT_LISTS, DraftsController } from '../../agentapi/drafts/drafts.controller.js';
import { FormsController, QuestionsController } from '../../agentapi/forms/forms.controller.js';
import { FormsService } from '../../agentapi/forms/forms.service.js';
import { HealthController, READINESS } from '../../agentapi/health.controller.js';
import {
  InfoController,
  SERVER_INFO,
  type ServerInfo,
} from '../../agentapi/info/info.controller.js';
import { MODEL_CONNECTION, ModelController } from '../../agentapi/model/model.controller.js';
import { API_INFO, OpenApiController } from '../../agentapi/openapi/openapi.controller.js';
import { OPERATOR_RULE } from '../../agentapi/caller.js';
import { AgainController } from '../../agentapi/previews/again.controller.js';
import { PreviewsController } from '../../agentapi/previews/previews.controller.js';
import { PreviewsService } from '../../agentapi/previews/previews.service.js';
import { ProposalsController } from '../../agentapi/proposals/proposals.controller.js';
import { AgUiController } from '../../agentapi/protocols/ag-ui/ag-ui.controller.js';
import { AiSdkController } from '../../agentapi/protocols/ai-sdk/ai-sdk.controller.js';
import { McpCalls } from '../../agentapi/protocols/mcp/mcp-calls.js';
import type { McpServerParts, McpResources } from '../../agentapi/protocols/mcp/mcp-server.js';
import { PreviewApp } from '../../agentapi/protocols/mcp/preview-app.js';
import { MCP_PARTS, McpController } from '../../agentapi/protocols/mcp/mcp.controller.js';
import { OpenAiController } from '../../agentapi/protocols/openai/openai.controller.js';
import { ProtocolRuns, PROTOCOL_SETTINGS } from '../../agentapi/protocols/protocol-runs.js';
import { RequestShares } from '../../agentapi/admission.js';
import { ROUTE_LIMITS } from '../../agentapi/route-limits.js';
import { FaultLog } from '../../http/error.filter.js';
import { SignInController } from '../../agentapi/sources/sign-in.controller.js';
import { SourcesController } from '../../agentapi/sources/sources.controller.js';
import {
  ToolsController,
  LEARNED,
  LearnedController,
  SELECTION,
  SelectController,
} from '../../agentapi/tools/tools.controller.js';
import { CheckController } from '../../agentapi/tools/check.controller.js';
import { LiveAgents } from '../../agentloop/agent.js';
import { LiveCatalog } from '../../agenttools/sources/live-catalog.js';
import { systemClock } from '../../foundation/clock.js';
import { LiveModels } from '../../llm/models.js';
import { PgConversationStore } from '../../store/conversations.store.js';
import { OperationFormStore } from '../../store/operation-forms.store.js';
import { ToolSelectionIndex } from '../../toolindex/selection-index.js';
import { ConnectedModels } from '../connected/connected-models.js';
import { diskState } from '../doctor/checks.js';
import { createReadiness } from '../health/readiness.js';
import { LearnFromUse } from '../learning/learn-from-use.js';
import { ConfigFileFollower } from '../served/config-file-follower.js';
import { previewAppPage } from '../serve-page.js';
import { servesSample } from '../served/served.js';
import { signInSealer } from '../served/sign-in-store.js';
import { version } from '../version.js';
import { type AppError, notFound } from '../../foundation/errors.js';
import { visibleText } from '../../foundation/invisible.js';
import { parseUrl } from '../../foundation/parse-url.js';
import type { Block } from '../../knowledge/chunks.js';
import type { Knowledge } from '../../knowledge/knowledge.js';
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
} from './injection.js';
import { StoreModule } from './store.module.js';
import { ToolIndexModule } from './tool-index.module.js';

const providers: Provider[] = [
  ProtocolRuns,
  { provide: LEARNED, useExisting: LearnFromUse },
  { provide: MODEL_CONNECTION, useExisting: ConnectedModels },
  provide(OPERATOR_RULE, [CONFIG], ({ operatorRole: role }) => ({ role })),
  provide(ROUTE_LIMITS, [CONFIG, LOGGER], ({ limits: { routes } }, logger) => ({
    ...routes,
    sse: { ...routes.sse, failed: new FaultLog(logger).note },
  })),
  provide(PROTOCOL_SETTINGS, [CONFIG], ({ protocols }) => protocols),
  provide(DRAFT_LISTS, [PLUGINS], ({ drafts }) => drafts),
  provide(API_INFO, [CONFIG], ({ auth }) => ({
    version,
    checksIdentity: auth.kind !== 'none',
    foreign: [ErpModule],
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
      LOOP,
      LiveAgents,
      PreviewsService,
      PgConversationStore,
      KNOWLEDGE,
      RequestShares,
      LOGGER,
      CONFIG,
    ],
    (loop, agents, previews, conversations, knowledge, shares, logger, config): McpServerParts => ({
      calls: new McpCalls(loop, agents, previews, conversations),
      app: new PreviewApp(previews, signInSealer(config, 'decisions in MCP apps'), previewAppPage),
      agents,
      resources: documentResources(knowledge),
      shares,
      version,
      onError: (error) => logger.error({ err: error }, 'a call over MCP failed unexpectedly'),
    }),
  ),
  provide(
    SERVER_INFO,
    [CONFIG, CONFIG_FILE, PLUGINS, EMBEDDER],
    ({ auth }, { sample }, { names: plugins }, embedder): ServerInfo => ({
      auth: auth.kind,
      sample,
      plugins,
      embedder,
      version,
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
        db,
        selection,
        embedder,
        models,
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
    StoreModule,
    ToolIndexModule,
    LlmModule,
    KnowledgeModule,
    PluginsModule,
    AgentToolsModule,
    ChangesModule,
    AgentLoopModule,
  ],
  controllers: [
    ChatController,
    RunsController,
    PreviewsController,
    AgainController,
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
    // The page's beside the chat: who answers, earlier conversations, drafts, the workbench.
    InfoController,
    ConversationsController,
    DraftsController,
    SelectController,
    CheckController,
    LearnedController,
    FeedbackController,
    ProposalsController,
    // The chat in the protocols of other frontends, each a rendering of the same runs (docs/frontends.md).
    AgUiController,
    AiSdkController,
    OpenAiController,
    McpController,
    OpenApiController,
  ],
  providers,
  exports: [
    AgentLoopModule,
    ChangesModule,
    FormsService,
    OPERATOR_RULE,
    ROUTE_LIMITS,
    RequestShares,
  ],
})
export class AgentApiModule {}

const MIME = 'text/markdown';
/** Of one read: about 60,000 characters. */
const BLOCKS = 100;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

type Documents = Pick<Knowledge, 'documents' | 'document' | 'blocks' | 'blocksById'>;

/** The documents of a user and their blocks, as resources of the MCP server. */
function documentResources(knowledge: Documents): McpResources {
  return {
    templates: [
      {
        uriTemplate: 'sextant://documents/{id}{?from}',
        name: 'document',
        description: `A document's text, ${BLOCKS} blocks from the one numbered "from" (0 the first) on.`,
      },
      {
        uriTemplate: 'sextant://blocks/{id}',
        name: 'block',
        description: 'One block of a document, by the id that searches and citations name.',
      },
    ],
    list: async (userId, from, limit) => {
      const ready = (await knowledge.documents(userId)).filter(({ state }) => state === 'ready');
      return ready.slice(from, from + limit).map(({ id, title, fileName, blockCount }) => ({
        uri: `sextant://documents/${id}`,
        name: visibleText(fileName),
        title: visibleText(title),
        description: `${blockCount} blocks`,
        mimeType: MIME,
      }));
    },
    read: async (userId, uri) => ({ mimeType: MIME, text: await textOf(knowledge, userId, uri) }),
  };
}

async function textOf(knowledge: Documents, userId: string, uri: string): Promise<string> {
  const { kind, id, from } = placeIn(uri);
  if (kind === 'blocks') {
    const [block] = await knowledge.blocksById(userId, [id]);
    if (block === undefined) throw noResource(uri);
    return blockText(block);
  }
  const { title, blockCount } = await knowledge.document(userId, id);
  const blocks = await knowledge.blocks(userId, id, from, BLOCKS);
  const next = from + blocks.length;
  const more = next < blockCount ? [`(Continues at sextant://documents/${id}?from=${next})`] : [];
  return [`# ${visibleText(title)}`, ...blocks.map(blockText), ...more].join('\n\n');
}

function blockText({ id, page, text }: Pick<Block, 'id' | 'page' | 'text'>): string {
  const place = page === undefined ? '' : `, page ${page}`;
  return `[block ${id}${place}]\n${visibleText(text)}`;
}

function placeIn(uri: string): { kind: 'documents' | 'blocks'; id: string; from: number } {
  const url = parseUrl(uri);
  const kind = url?.host === 'documents' || url?.host === 'blocks' ? url.host : undefined;
  const id = url?.pathname.slice(1) ?? '';
  const from = Number(url?.searchParams.get('from') ?? 0);
  const isKnown = url?.protocol === 'sextant:' && kind !== undefined && UUID.test(id);
  if (isKnown && Number.isInteger(from) && from >= 0) return { kind, id, from };
  throw noResource(uri);
}

function noResource(uri: string): AppError {
  return notFound(`There is no resource ${uri.slice(0, 200)}. resources/list names the documents.`);
}
