import { performance } from 'node:perf_hooks';
import type { ReadinessProbe } from './agentapi/health.controller.js';
import type { ConversationStore } from './agentapi/runs.service.js';
import { baseVersionOf } from './agentloop/previews.js';
import type { LoopDeps } from './agentloop/run.js';
import type { Catalog } from './agenttools/catalog.js';
import { createHttpPlatform } from './agenttools/http-platform.js';
import type { Config } from './config.js';
import { systemClock } from './foundation/clock.js';
import type { Logger } from './foundation/logger.js';
import type { LlmProvider } from './llm/types.js';
import { llmFromConfig } from './llm-from-config.js';
import { createReadiness } from './readiness.js';
import { PgConversationStore } from './store/conversations.store.js';
import type { Database } from './store/database.js';
import { PgDraftStore } from './store/drafts.store.js';
import { PgPreviewStore } from './store/previews.store.js';
import { PgWorkingCopyStore } from './store/working-copies.store.js';
import { createToolSearch } from './tool-search.js';
import type { Tools } from './tools.js';

/** What the parts are built from. */
export interface PartsOptions {
  config: Config;
  db: Database;
  tools: Tools;
  logger: Logger;
  /** The platform's base URL; asked at each call, because the server's own is known only once it listens. */
  platformUrl: () => string;
  /** Replaces the configured model, for tests that script one. */
  llm?: LlmProvider;
}

/** Everything the chat works with, wired. */
export interface Parts {
  loop: Omit<LoopDeps, 'record'>;
  conversations: ConversationStore;
  catalog: Catalog;
  readiness: ReadinessProbe;
}

const HOUR_MS = 60 * 60 * 1000;

/** Wires the chat's parts; what they stand on is the caller's to close. */
export function createParts(options: PartsOptions): Parts {
  const { config, db, logger } = options;
  const { catalog, selection } = options.tools;
  const llm = options.llm ?? llmFromConfig(config);
  const previews = new PgPreviewStore(db, systemClock, config.previewTtlHours * HOUR_MS);
  const loop: Parts['loop'] = {
    selection: {
      catalog,
      search: createToolSearch(selection),
      topK: config.ragTopK,
      minScore: config.ragMinScore,
      logger,
    },
    llm,
    previews: {
      save: async (origin, { kind, description, payload, targetId }) => {
        const baseVersion = baseVersionOf(payload);
        return previews.save({
          ...origin,
          kind,
          description,
          payload,
          ...(targetId === undefined ? {} : { targetId }),
          ...(baseVersion === undefined ? {} : { baseVersion }),
        });
      },
    },
    toolContext: createToolContexts(options),
    logger,
    now: () => performance.now(),
  };
  return {
    loop,
    conversations: new PgConversationStore(db),
    catalog,
    readiness: createReadiness({ db, selection, llm }),
  };
}

/** Builds each call's context: the caller's own platform client, drafts and working copies. */
function createToolContexts({ config, db, platformUrl }: PartsOptions): LoopDeps['toolContext'] {
  const ttlMs = config.draftTtlHours * HOUR_MS;
  const drafts = new PgDraftStore(db, systemClock, ttlMs);
  const workingCopies = new PgWorkingCopyStore(db, systemClock, ttlMs);
  return ({ caller, conversationId, requestContext }, signal) => {
    const { authorization } = caller;
    const platform = createHttpPlatform({ baseUrl: platformUrl(), authorization, signal });
    return { caller, conversationId, requestContext, platform, drafts, workingCopies, signal };
  };
}
