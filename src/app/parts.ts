import { performance } from 'node:perf_hooks';
import type { ReadinessProbe } from '../agentapi/health.controller.js';
import type { ServerInfo } from '../agentapi/info/info.controller.js';
import type { PageParts } from '../agentapi/page.module.js';
import { openWithDecisions } from '../agentapi/previews/noted-conversations.js';
import { McpCalls, type McpCallsDeps } from '../agentapi/protocols/mcp/mcp-calls.js';
import type { McpParts } from '../agentapi/protocols/mcp/mcp.controller.js';
import type { ApprovalsService } from '../agentapi/approvals/approvals.service.js';
import type { ChangeSetsService } from '../agentapi/change-sets/change-sets.service.js';
import type { PreviewsService } from '../agentapi/previews/previews.service.js';
import type { ConversationStore } from '../agentapi/runs.service.js';
import type { Agent } from '../agentloop/agent.js';
import { LiveAgents, type Agents } from '../agentloop/agents.js';
import { AgentRouter } from '../agentloop/routing/agent-router.js';
import { agentChooser, type ChooseAgent } from '../agentloop/routing/choose-agent.js';
import type { LoopDeps } from '../agentloop/run.js';
import { httpRequestKind } from '../agenttools/changes/http-request/http-request-kind.js';
import { mcpCallKind } from '../agenttools/changes/mcp-call/mcp-call-kind.js';
import { createChangeKinds, type ChangeKinds } from '../agenttools/changes/change-kinds.js';
import type { Catalog } from '../agenttools/catalog.js';
import { LiveCatalog } from '../agenttools/sources/live-catalog.js';
import type { ToolSource } from '../agenttools/sources/tool-source.js';
import { systemClock } from '../foundation/clock.js';
import { defined } from '../foundation/defined.js';
import type { Logger } from '../foundation/logger.js';
import type { UserFiles } from '../foundation/user-files.js';
import { systemTimer } from '../foundation/timer.js';
import type { OpenedPlugins } from '../host/open-plugins.js';
import type { Knowledge } from '../knowledge/knowledge.js';
import { mapModels, type Models } from '../llm/models.js';
import type { LlmProvider } from '../llm/types.js';
import type { RunLimits } from '../agentloop/budget.js';
import { collectedWithin } from './config/limit-settings.js';
import { LearnedExampleStore } from '../store/learned-examples.store.js';
import { RunFeedbackStore } from '../store/run-feedback.store.js';
import { AuditLog } from '../store/audit-log.store.js';
import { PgConversationViewStore } from '../store/conversation-views.store.js';
import { PgConversationStore } from '../store/conversations.store.js';
import type { Database } from '../store/database.js';
import { PgPreviewStore } from '../store/previews.store.js';
import { documentResources } from './document-resources.js';
import { createChanges, warnOfMissingRoles } from './changes-parts.js';
import type { Config } from './config/config.js';
import type { ConfigFile } from './config/file/config-file.model.js';
import { LearnFromUse } from './learning/learn-from-use.js';
import { createReadiness, type ReadinessParts } from './health/readiness.js';
import type { ToolSelection } from './open-tools.js';
import { servedAgents, usualAgentOf } from './served/served-agents.js';
import { servesSample, type Served } from './served/served.js';
import { agentSentences, textScores } from './text-scores.js';
import { OperationFormStore } from '../store/operation-forms.store.js';
import { KeptTools } from '../agentloop/kept-tools.js';
import { createToolSearch } from './tool-search.js';
import { version } from './version.js';

/** What the parts are built from. */
export interface PartsOptions {
  config: Config;
  served: Served;
  db: Database;
  tools: ToolSelection;
  plugins: OpenedPlugins;
  /** The sources of the config file. */
  sources: readonly ToolSource[];
  models: Models;
  /** What users uploaded. */
  files: UserFiles;
  knowledge: Knowledge;
  logger: Logger;
  /** Health probes beside those of plugins. */
  probes?: OpenedPlugins['probes'];
}

/** Everything the chat works with, wired. */
export interface Parts {
  /** What the loop works with as it is now: with the catalogue of now. */
  loop: () => Omit<LoopDeps, 'record'>;
  agents: LiveAgents;
  chooseAgent: ChooseAgent;
  /** The agents that a config file and the plugins make; throws `config_error` when they do not fit. */
  agentsOf: (file: ConfigFile) => readonly Agent[];
  conversations: ConversationStore;
  catalog: LiveCatalog;
  readiness: ReadinessProbe;
  previews: PreviewsService;
  changeSets: ChangeSetsService;
  approvals: ApprovalsService;
  audit: AuditLog;
  /** To be opened, and closed before the database is. */
  learning: LearnFromUse;
  page: PageParts;
  mcp: McpParts;
}

const HOUR_MS = 60 * 60 * 1000;

/** Wires the chat's parts; what they stand on is the caller's to close. */
export function createParts(options: PartsOptions): Parts {
  const { config, served, db, logger, models, plugins, tools, files } = options;
  const kinds = createChangeKinds([httpRequestKind, mcpCallKind, ...plugins.changes]);
  const catalog = new LiveCatalog([...options.sources, ...plugins.sources], kinds, logger);
  tools.follow(catalog.catalog$);
  const groups = groupsOf(plugins.sources, catalog.current);
  const agentsOf = (file: ConfigFile | undefined) =>
    servedAgents(file, plugins.agents, groups, catalog);
  const agents = new LiveAgents(agentsOf(served.file), usualAgentOf(served.file));
  const store = new PgPreviewStore(db, systemClock, config.previewTtlHours * HOUR_MS);
  warnOfMissingRoles(config, served.file, logger);
  const own = served.file?.pluginChanges;
  const decided = createChanges({ db, store, kinds, catalog, files, logger, own });
  const { proposals, direct, ...changes } = decided;
  const learning = createLearning(options, catalog);
  const loop = createLoop({ ...options, learning }, catalog, kinds, proposals);
  const conversations = new PgConversationStore(db);
  return {
    loop,
    agents,
    chooseAgent: chooserOf(options, agents, catalog),
    agentsOf,
    conversations: { open: openWithDecisions(conversations, store) },
    catalog,
    readiness: createReadiness({
      ...tools,
      db,
      models,
      platform: platformOf(options),
      probes: { ...plugins.probes, ...options.probes },
      failed: [...served.failed, ...plugins.failed],
      sources: () => catalog.reports,
    }),
    ...changes,
    audit: new AuditLog(db),
    learning,
    mcp: mcpParts({ ...changes, loop, agents, conversations }, options),
    page: {
      info: serverInfo(options, agents),
      agents,
      drafts: plugins.drafts,
      learned: learning,
      feedback: new RunFeedbackStore(db),
      direct,
      selection: { ...loop().selection, catalog: catalog.view },
      check: tools.check(catalog.view, agents),
      conversations: new PgConversationViewStore(db, plugins.cleanups),
    },
  };
}

/** Says who answers; follows the catalogue, whose tools agents are found by. */
function chooserOf(
  { tools, logger }: PartsOptions,
  agents: LiveAgents,
  catalog: LiveCatalog,
): ChooseAgent {
  const router = new AgentRouter({
    agents,
    catalog: () => catalog.current,
    tools: textScores(tools.selection),
    sentences: agentSentences(tools.agents),
    logger,
  });
  catalog.catalog$.subscribe(() => router.follow());
  return agentChooser(agents, router);
}

function mcpParts(deps: McpCallsDeps, { knowledge, logger }: PartsOptions): McpParts {
  return {
    calls: new McpCalls(deps),
    agents: deps.agents,
    resources: documentResources(knowledge),
    version,
    onError: (error) => logger.error({ err: error }, 'a call over MCP failed unexpectedly'),
  };
}

/** What agents may name of the plugins: their sources, and the groups of their tools. */
function groupsOf(sources: readonly ToolSource[], { tools }: Catalog): string[] {
  const ids = sources.map(({ id }) => id);
  const own = tools.filter(({ source }) => ids.includes(source));
  return [...new Set([...ids, ...own.flatMap((tool) => tool.groups)])];
}

function createLearning({ config, db, tools, logger }: PartsOptions, catalog: LiveCatalog) {
  return new LearnFromUse({
    store: new LearnedExampleStore(db),
    embed: tools.embedQuery,
    embedderId: tools.embedder?.id,
    isTool: (name) => catalog.current.find(name) !== undefined,
    clock: systemClock,
    logger,
    isOn: config.learnFromUse,
  });
}

/** The forms of operations, which are kept as long as previews. */
export function formStore({ previewTtlHours }: Config, db: Database): OperationFormStore {
  return new OperationFormStore(db, systemClock, previewTtlHours * HOUR_MS);
}

/** What the loop works with; the catalogue is that of the moment when it is asked for. */
function createLoop(
  {
    config,
    db,
    logger,
    models,
    plugins,
    tools,
    learning,
  }: PartsOptions & { learning: LearnFromUse },
  catalog: LiveCatalog,
  kinds: ChangeKinds,
  previews: LoopDeps['previews'],
): Parts['loop'] {
  const search = createToolSearch(tools.selection, learning);
  const { ragTopK: topK, ragMinScore: minScore, ragKeepTools: budget, ragFitScore } = config;
  const keep = budget > 0 ? { lists: new KeptTools(), budget } : undefined;
  const deps = {
    promptSections: plugins.promptSections,
    previews,
    forms: formStore(config, db),
    kinds,
    ...defined({ trustedModels: config.agents.trustedModels }),
    toolCall: toolCalls(catalog),
    timer: systemTimer,
    logger,
    now: () => performance.now(),
  };
  return () => ({
    ...deps,
    // A run ends with the models that it began with.
    models: mapModels(models, (llm) => llm),
    limits: runLimits(config, models.main),
    selection: {
      catalog: catalog.current,
      search,
      topK,
      minScore,
      fitScore: ragFitScore,
      logger,
      sources: () => catalog.reports,
      ...defined({ keep }),
    },
  });
}

/** A model that was connected on the page may have a small window; that of the configuration is in its limits. */
function runLimits({ llm, ollama, limits: { run } }: Config, { name }: LlmProvider): RunLimits {
  if (name !== 'ollama' || llm.provider === 'ollama') return run;
  return { ...run, maxCollectedTokens: collectedWithin(ollama.numCtx, run.maxCollectedTokens) };
}

/** Builds each call: who asks, what the page has open, and the caller's own client of the tool's backend. */
function toolCalls(catalog: LiveCatalog): LoopDeps['toolCall'] {
  return (
    { caller, conversationId, requestContext, scratch, traceHeaders },
    { source },
    signal,
    live,
  ) => {
    const scope = { signal, traceHeaders, ...defined({ live }) };
    const read = catalog.backendOf(source).readFor(caller, scope);
    // The token stays with the client: a tool learns only whose call it is.
    return {
      caller: { userId: caller.userId },
      conversationId,
      requestContext,
      scratch,
      signal,
      read,
    };
  };
}

/** Where the sample's ERP is; absent where none is served. */
function platformOf({ config, served }: PartsOptions): ReadinessParts['platform'] {
  if (!servesSample(served)) return undefined;
  return config.platformUrl === undefined ? 'embedded' : { url: config.platformUrl };
}

function serverInfo(
  { config, models, plugins, tools, served }: PartsOptions,
  agents: Agents,
): ServerInfo {
  const { embedder } = tools;
  return {
    agents: () => agents.list,
    get model() {
      const { name: provider, model } = models.main;
      return { provider, model, ...otherRoles(models) };
    },
    embedder: () => {
      if (embedder === undefined) return { id: 'none', state: 'off' };
      return { id: embedder.id, state: embedder.latest?.failure === undefined ? 'ok' : 'down' };
    },
    auth: config.auth.kind,
    sample: servesSample(served),
    plugins: plugins.names,
    version,
  };
}

/** The models of the small and the large role, where they are others. */
function otherRoles({ main, small, large }: Models) {
  return defined({
    small: small.model === main.model ? undefined : small.model,
    large: large.model === main.model ? undefined : large.model,
  });
}
