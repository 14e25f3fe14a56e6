import { RunScratch } from '../../src/agenttools/run-scratch.js';
import { createCatalog } from '../../src/agenttools/catalog.js';
import { executeCall, type ExecutedCall } from '../../src/agenttools/executor.js';
import { createHttpPlatform } from '../../src/agenttools/http-platform.js';
import type { Tool, ToolContext } from '../../src/agenttools/tool.js';
import { systemClock } from '../../src/foundation/clock.js';
import { newId } from '../../src/foundation/ids.js';
import type { JsonObject } from '../../src/foundation/json.js';
import { silentLogger } from '../../src/foundation/logger.js';
import { createApp } from '../../src/http/create-app.js';
import { ErpModule } from '../../samples/erp/erp.module.js';
import type { Database } from '../../src/store/database.js';
import { PgDraftStore } from '../../src/plugins/workflow/store/drafts.store.js';
import { PgWorkingCopyStore } from '../../src/plugins/tables/store/working-copies.store.js';
import { openTestDatabase } from './database.js';
import { untouchable } from './loop.js';

/** Who calls a tool, and from which page. */
export interface CallOptions {
  userId?: string;
  conversationId?: string;
  authorization?: string;
  requestContext?: JsonObject;
}

/** Tools beside the real platform: its HTTP routes, the embedded database, the real stores. */
export interface ToolHarness {
  db: Database;
  /** Where the platform listens. */
  baseUrl: string;
  /** A context as the executor builds it for one call. */
  context(options?: CallOptions): ToolContext;
  /** One call as the loop makes it: context ids, argument check, execution, one shape of error. */
  call(name: string, input?: JsonObject, options?: CallOptions): Promise<ExecutedCall>;
  /** Like {@link call}, but its result; throws with the tool's error when it is one. */
  result<T = JsonObject>(name: string, input?: JsonObject, options?: CallOptions): Promise<T>;
  close(): Promise<void>;
}

const HOUR_MS = 60 * 60 * 1000;

/** Starts the platform on a free port over a seeded database, for calls of `tools`. */
export async function startToolHarness(tools: readonly Tool[]): Promise<ToolHarness> {
  const db = await openTestDatabase();
  const app = await createApp(ErpModule.register(db), silentLogger);
  await app.listen(0, '127.0.0.1');
  const baseUrl = (await app.getUrl()).replace('[::1]', '127.0.0.1');
  const catalog = createCatalog(tools);
  const offered = {
    find: (name: string) => catalog.find(name),
    names: () => catalog.names(),
    allowed: () => false,
  };
  const context = ({
    userId = 'test-user',
    conversationId = 'test-conversation',
    authorization,
    requestContext = {},
  }: CallOptions = {}): ToolContext => {
    const { signal } = new AbortController();
    const token = authorization === undefined ? {} : { authorization };
    return {
      caller: { userId, ...token },
      conversationId,
      requestContext,
      scratch: new RunScratch(),
      knowledge: untouchable('knowledge'),
      outside: untouchable('outside'),
      explorer: untouchable('explorer'),
      cases: untouchable('cases'),
      legal: untouchable('legal'),
      platform: createHttpPlatform({ baseUrl, signal, ...token }),
      drafts: new PgDraftStore(db, systemClock, HOUR_MS),
      workingCopies: new PgWorkingCopyStore(db, systemClock, HOUR_MS),
      signal,
    };
  };
  const call: ToolHarness['call'] = (name, input = {}, options) =>
    executeCall({ id: newId(), name, arguments: input }, offered, context(options), silentLogger);
  return {
    db,
    baseUrl,
    context,
    call,
    result: async <T>(name: string, input?: JsonObject, options?: CallOptions) => {
      const { isError, content, result } = await call(name, input, options);
      if (isError) throw new Error(`${name} failed: ${content}`);
      return result as T;
    },
    close: async () => {
      await app.close();
      await db.close();
    },
  };
}
