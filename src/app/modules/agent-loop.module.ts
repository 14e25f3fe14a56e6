import { performance } from 'node:perf_hooks';
import {
  Module,
  type OnApplicationShutdown,
  type OnModuleInit,
  type Provider,
} from '@nestjs/common';
import { asyncScheduler, observeOn, type Subscription } from 'rxjs';
import { openWithDecisions } from '../../agentapi/previews/decision-notes.js';
import { Proposals } from '../../agentapi/previews/proposals.js';
import { RunRegistry } from '../../agentapi/admission.js';
import { RunsService, type ConversationStore } from '../../agentapi/runs/runs.service.js';
import { LiveAgents } from '../../agentloop/agent.js';
import { AgentRouter, agentChooser } from '../../agentloop/routing/agent-router.js';
import type { LoopDeps, RunObserver } from '../../agentloop/run.js';
import { rememberOffered, type SelectionDeps } from '../../agentloop/select-tools.js';
import { UnmetWords } from '../../agentloop/unmet-words.js';
import { orderInterceptors } from '../../agenttools/interceptors/interceptors.js';
import { LiveCatalog } from '../../agenttools/sources/live-catalog.js';
import { systemClock, systemTimer } from '../../foundation/clock.js';
import { LiveModels } from '../../llm/models.js';
import { Metrics } from '../../observe/metrics/metrics.js';
import { createObserver } from '../../observe/observer.js';
import { PgConversationStore } from '../../store/conversations.store.js';
import { LearnedExampleStore } from '../../store/learned-examples.store.js';
import { OperationFormStore } from '../../store/operation-forms.store.js';
import { PgPreviewStore } from '../../store/previews.store.js';
import { ToolSelectionIndex } from '../../toolindex/selection-index.js';
import { LearnFromUse } from '../learning/learn-from-use.js';
import { runLimits } from '../llm-from-config.js';
import { token } from '../../agentapi/injection.js';
import { AgentToolsModule } from './agent-tools.module.js';
import { ChangesModule } from './changes.module.js';
import { KnowledgeModule } from './knowledge.module.js';
import { LlmModule } from './llm.module.js';
import { ObserveModule } from './observe.module.js';
import { PluginsModule } from './plugins.module.js';
import {
  provide,
  AGENT_INDEX,
  CONFIG,
  EMBEDDER,
  KNOWLEDGE,
  LOGGER,
  LOOP,
  PLUGINS,
  QUERY_VECTORS,
  RUN_NEWS,
  RUN_SINKS,
} from './injection.js';
import { RunLogModule } from './run-log.module.js';
import { StoreModule } from './store.module.js';
import { ToolIndexModule } from './tool-index.module.js';

/** What tools are selected with as it is now: with the catalogue of now. */
const SELECTION_NOW = token<() => SelectionDeps>('SELECTION_NOW');
const CONVERSATIONS = token<ConversationStore>('CONVERSATIONS');
const RUN_OBSERVER = token<RunObserver>('RUN_OBSERVER');
const now = () => performance.now();

const providers: Provider[] = [
  provide(
    LearnFromUse,
    [LearnedExampleStore, QUERY_VECTORS, EMBEDDER, LiveCatalog, CONFIG, LOGGER],
    (store, queries, embedder, catalog, { learnFromUse: isOn }, logger) =>
      new LearnFromUse({
        store,
        logger,
        isOn,
        clock: systemClock,
        embed: queries && (async (message) => (await queries.of([message]))[0]),
        embedderId: embedder?.id,
        isTool: (name) => catalog.current.find(name) !== undefined,
      }),
  ),
  provide(
    SELECTION_NOW,
    [ToolSelectionIndex, LearnFromUse, LiveCatalog, EMBEDDER, QUERY_VECTORS, CONFIG, LOGGER],
    (index, learned, catalog, embedder, queries, config, logger) => {
      const { ragTopK: topK, ragMinScore: minScore, ragFitScore: fitScore } = config;
      const budget = config.ragKeepTools;
      const keep = budget > 0 ? { lastOffered: rememberOffered(), budget } : undefined;
      const sources = () => catalog.reports;
      const unmet = queries && embedder?.unmet && new UnmetWords(queries, embedder.unmet, logger);
      const deps = { index, learned, topK, minScore, fitScore, logger, sources, keep, unmet };
      return () => ({ ...deps, catalog: catalog.current });
    },
  ),
  provide(
    AgentRouter,
    [LiveAgents, LiveCatalog, ToolSelectionIndex, AGENT_INDEX, LOGGER],
    (agents, catalog, index, ofAgents, logger) =>
      new AgentRouter({
        agents,
        logger,
        catalog: () => catalog.current,
        tools: index,
        sentences: ofAgents,
      }),
  ),
  provide(
    LOOP,
    [
      CONFIG,
      PLUGINS,
      LiveModels,
      SELECTION_NOW,
      Proposals,
      OperationFormStore,
      LiveCatalog,
      KNOWLEDGE,
      LOGGER,
    ],
    (config, plugins, live, select, previews, forms, catalog, { files }, logger) => {
      const { promptSections, interceptors } = plugins;
      const deps = {
        promptSections,
        previews,
        forms,
        files,
        timer: systemTimer,
        logger,
        now,
        intercept: orderInterceptors(interceptors),
        trustedModels: config.agents.trustedModels,
        toolCall: callsOf(catalog),
      };
      let last: Omit<LoopDeps, 'record'> | undefined;
      return () => {
        // A run ends with the models that it began with; all that begin with the same share what they work with.
        const { now: models } = live;
        if (last?.models !== models || last.selection.catalog !== catalog.current)
          last = { ...deps, models, limits: runLimits(config, models.main), selection: select() };
        return last;
      };
    },
  ),
  provide(
    RUN_OBSERVER,
    [RUN_SINKS, Metrics, LiveCatalog, LiveModels, LOGGER],
    (sinks, { streamOpened }, { view: catalog }, models, logger) =>
      createObserver({ sinks, streamOpened, catalog, models, logger, now, clock: systemClock }),
  ),
  provide(CONVERSATIONS, [PgConversationStore, PgPreviewStore], (conversations, previews) => ({
    open: openWithDecisions(conversations, previews),
  })),
  provide(
    RunsService,
    [
      CONFIG,
      LOOP,
      RUN_OBSERVER,
      CONVERSATIONS,
      LiveAgents,
      AgentRouter,
      PLUGINS,
      RUN_NEWS,
      RunRegistry,
    ],
    (config, loop, observer, conversations, agents, router, plugins, news, registry) => {
      const { client, historyBudget } = config.limits;
      const [attachments] = plugins.attachments;
      return new RunsService(
        {
          loop,
          observer,
          conversations,
          ...news,
          historyBudget,
          attachments,
          chooseAgent: agentChooser(agents, router),
          windowBytes: client.bufferBytes,
          grace: { graceMs: config.runGraceS * 1000, timer: systemTimer },
        },
        registry,
      );
    },
  ),
];

/** Who answers a message, with which tools, and the runs that do. The loop itself is a plain function. */
@Module({
  imports: [
    StoreModule,
    ToolIndexModule,
    LlmModule,
    ObserveModule,
    RunLogModule,
    PluginsModule,
    AgentToolsModule,
    ChangesModule,
    KnowledgeModule,
  ],
  providers,
  exports: [RunsService, LearnFromUse, LOOP],
})
export class AgentLoopModule implements OnModuleInit, OnApplicationShutdown {
  private following: Subscription | undefined;

  constructor(
    private readonly router: AgentRouter,
    private readonly catalog: LiveCatalog,
  ) {}

  /** Agents are found by their tools too. */
  onModuleInit(): void {
    // In a turn of its own: others have taken up the same catalogue in this one.
    this.following = this.catalog.catalog$
      .pipe(observeOn(asyncScheduler))
      .subscribe(() => this.router.follow());
  }

  onApplicationShutdown(): void {
    this.following?.unsubscribe();
  }
}

/** Builds each call: who asks, what the page has open, and the caller's own client of the tool's backend. */
export function callsOf(catalog: Pick<LiveCatalog, 'backendOf'>): LoopDeps['toolCall'] {
  return (request, { source }, signal, live) => {
    const { caller, conversationId, requestContext, scratch, traceHeaders } = request;
    const scope = { signal, traceHeaders, live };
    const read = catalog.backendOf(source).readFor(caller, scope);
    // The token stays with the client: a tool learns only whose call it is.
    const { userId } = caller;
    return { caller: { userId }, conversationId, requestContext, scratch, signal, read };
  };
}
