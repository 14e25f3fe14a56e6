import { performance } from 'node:perf_hooks';
import type { ReadinessProbe } from '../agentapi/health.controller.js';
import { openWithDecisions } from '../agentapi/previews/noted-conversations.js';
import { PreviewsService } from '../agentapi/previews/previews.service.js';
import type { ConversationStore } from '../agentapi/runs.service.js';
import { baseVersionOf, type PreviewSink } from '../agentloop/previews.js';
import type { LoopDeps } from '../agentloop/run.js';
import type { Platform } from '../agenttools/platform.js';
import type { Caller, ToolContext } from '../agenttools/tool.js';
import type { Catalog } from '../agenttools/catalog.js';
import { createHttpExplorer } from '../agenttools/explorer/http-explorer.js';
import { createHttpPlatform } from '../agenttools/http-platform.js';
import { createLegalSources } from '../agenttools/legal-research/legal-sources.js';
import { GRAPH_BRIEFING, graphBriefing } from '../agents/law/graph-briefing.js';
import type { Config } from './config/config.js';
import { systemClock } from '../foundation/clock.js';
import { isObject } from '../foundation/json.js';
import type { Logger } from '../foundation/logger.js';
import type { TraceHeaders } from '../foundation/trace-headers.js';
import { systemTimer } from '../foundation/timer.js';
import type { Models } from '../llm/models.js';
import { modelsFromConfig } from './llm-from-config.js';
import type { PageParts } from '../agentapi/page.module.js';
import type { Knowledge } from '../knowledge/knowledge.js';
import { PgOutsideStore } from '../knowledge/outside/outside.store.js';
import { createPerplexitySearch } from '../knowledge/outside/perplexity.js';
import { createPageParts } from './page-parts.js';
import { createReadiness } from './health/readiness.js';
import { PgCaseStore } from '../plugins/law/store/cases.store.js';
import { PgConversationStore } from '../store/conversations.store.js';
import type { Database } from '../store/database.js';
import { PgDraftStore } from '../plugins/workflow/store/drafts.store.js';
import { PgPreviewStore } from '../store/previews.store.js';
import { PgWorkingCopyStore } from '../plugins/tables/store/working-copies.store.js';
import { createToolSearch } from './tool-search.js';
import type { Tools } from './open-tools.js';

/** What the parts are built from. */
export interface PartsOptions {
  config: Config;
  db: Database;
  tools: Tools;
  knowledge: Knowledge;
  logger: Logger;
  /** The platform's base URL; asked at each call, because the server's own is known only once it listens. */
  platformUrl: () => string;
  /** Replaces the configured models, for tests that script them. */
  models?: Models;
}

/** Everything the chat works with, wired. */
export interface Parts {
  loop: Omit<LoopDeps, 'record'>;
  conversations: ConversationStore;
  catalog: Catalog;
  readiness: ReadinessProbe;
  previews: PreviewsService;
  page: PageParts;
}

const HOUR_MS = 60 * 60 * 1000;

/** Wires the chat's parts; what they stand on is the caller's to close. */
export function createParts(options: PartsOptions): Parts {
  const { config, db, logger } = options;
  const models = options.models ?? modelsFromConfig(config);
  const stores = createStores(options);
  const { previews, drafts, workingCopies } = stores;
  const platformFor = platforms(options.platformUrl, config.limits.run.maxToolSeconds);
  const sources = createSources(options);
  const loop = createLoop(options, models, stores, sources);
  const changes = { drafts, workingCopies, platformFor };
  const { explorer } = sources;
  return {
    loop,
    conversations: { open: openWithDecisions(new PgConversationStore(db), previews) },
    catalog: options.tools.catalog,
    readiness: createReadiness({
      ...{ ...options.tools, db, models },
      ...{ platformUrl: config.platformUrl, law: config.law },
    }),
    previews: new PreviewsService({ store: previews, ...changes, clock: systemClock, logger }),
    page: createPageParts({
      ...{ ...options, ...changes, models, explorer },
      selection: loop.selection,
    }),
  };
}

/** What users have under way, each thing with the time it is kept for. */
function createStores({ config, db }: PartsOptions) {
  const draftTtlMs = config.draftTtlHours * HOUR_MS;
  return {
    previews: new PgPreviewStore(db, systemClock, config.previewTtlHours * HOUR_MS),
    drafts: new PgDraftStore(db, systemClock, draftTtlMs),
    workingCopies: new PgWorkingCopyStore(db, systemClock, draftTtlMs),
  };
}

/** What the loop works with. */
function createLoop(
  options: PartsOptions,
  models: Models,
  { previews, drafts, workingCopies }: ReturnType<typeof createStores>,
  sources: Sources,
): Parts['loop'] {
  const { config, logger, knowledge } = options;
  const { catalog, selection } = options.tools;
  return {
    selection: {
      catalog,
      search: createToolSearch(selection),
      topK: config.ragTopK,
      minScore: config.ragMinScore,
      logger,
    },
    models,
    briefings: { [GRAPH_BRIEFING]: graphBriefing(sources.explorer) },
    previews: previewSink(previews),
    ...trusted(config),
    toolContext: createToolContexts(options, {
      ...{ drafts, workingCopies, knowledge },
      ...sources,
    }),
    limits: config.limits.run,
    timer: systemTimer,
    logger,
    now: () => performance.now(),
  };
}

function trusted({ agents }: Config): Pick<LoopDeps, 'trustedModels'> {
  return agents.trustedModels === undefined ? {} : { trustedModels: agents.trustedModels };
}

/** What tools read beside the documents: all of one server, made once. */
type Sources = Pick<ToolContext, 'outside' | 'explorer' | 'cases' | 'legal'>;

function createSources({ config, db }: PartsOptions): Sources {
  const { perplexity } = config.agents;
  return {
    outside: {
      store: new PgOutsideStore(db),
      search: perplexity && createPerplexitySearch(perplexity),
    },
    explorer: createHttpExplorer({ baseUrl: config.law.explorerUrl, clock: systemClock }),
    cases: new PgCaseStore(db, systemClock),
    legal: createLegalSources(config.law.services),
  };
}

/** What a tool's context holds of the one call. */
type CallContext = Pick<
  ToolContext,
  'caller' | 'conversationId' | 'requestContext' | 'scratch' | 'platform' | 'signal'
>;

/** Builds each call's context: the caller's own platform client, drafts and working copies. */
function createToolContexts(
  { config, platformUrl }: PartsOptions,
  stores: Omit<ToolContext, keyof CallContext>,
): LoopDeps['toolContext'] {
  const platformFor = platforms(platformUrl, config.limits.run.maxToolSeconds);
  return ({ caller, conversationId, requestContext, scratch, traceHeaders }, signal) => {
    const platform = platformFor(caller, signal, traceHeaders);
    return { caller, conversationId, requestContext, scratch, platform, ...stores, signal };
  };
}

/** Makes each caller's own platform client; without a signal its calls end by their time limit only. */
function platforms(
  platformUrl: () => string,
  seconds: number,
): (caller: Caller, signal?: AbortSignal, traceHeaders?: TraceHeaders) => Platform {
  return ({ authorization }, signal = new AbortController().signal, traceHeaders = {}) =>
    createHttpPlatform({
      baseUrl: platformUrl(),
      signal,
      timeoutMs: seconds * 1000,
      traceHeaders,
      ...(authorization === undefined ? {} : { authorization }),
    });
}

function previewSink(store: PgPreviewStore): PreviewSink {
  return {
    save: (origin, { kind, description, payload, targetId, extra }) => {
      const diff = extra?.['diff'];
      const baseVersion = baseVersionOf(payload);
      return store.save({
        ...origin,
        kind,
        description,
        payload,
        ...(targetId === undefined ? {} : { targetId }),
        ...(baseVersion === undefined ? {} : { baseVersion }),
        ...(isObject(diff) ? { diff } : {}),
      });
    },
  };
}
