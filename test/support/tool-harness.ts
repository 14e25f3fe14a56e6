import { RunScratch } from '../../src/agenttools/run-scratch.js';
import { createCatalog } from '../../src/agenttools/catalog.js';
import { executeCall, type ExecutedCall } from '../../src/agenttools/executor.js';
import { writeClientOf } from '../../src/agenttools/sources/write-access.js';
import { createBackend } from '../../src/agenttools/sources/backend.js';
import { erpReads } from '../../src/platform/reads.js';
import type { ToolCall, ToolOf } from '../../src/agenttools/tool.js';
import type { TableServices } from '../../src/plugins/tables/tools/base.js';
import type { WorkflowServices } from '../../src/plugins/workflow/tools/wire.js';
import type { WriteClient } from '../../src/agenttools/sources/clients.js';
import { defined } from '../../src/foundation/defined.js';
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
import { bare } from './loop.js';

/** What the sample's tools work with beside the backend. */
type Services = WorkflowServices & TableServices;

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
  context(options?: CallOptions): ToolCall & Services;
  /** One call as the loop makes it: context ids, argument check, execution, one shape of error. */
  call(name: string, input?: JsonObject, options?: CallOptions): Promise<ExecutedCall>;
  /** Like {@link call}, but its result; throws with the tool's error when it is one. */
  result<T = JsonObject>(name: string, input?: JsonObject, options?: CallOptions): Promise<T>;
  /** The backend with writes, as only the accept path has it. */
  write(options?: CallOptions): WriteClient;
  close(): Promise<void>;
}

const HOUR_MS = 60 * 60 * 1000;

/** Starts the platform on a free port over a seeded database, for calls of `tools`. */
export async function startToolHarness(tools: readonly ToolOf<Services>[]): Promise<ToolHarness> {
  const db = await openTestDatabase();
  const app = await createApp(ErpModule.register(db), silentLogger);
  await app.listen(0, '127.0.0.1');
  const baseUrl = (await app.getUrl()).replace('[::1]', '127.0.0.1');
  const catalog = createCatalog(bare(tools));
  const backend = createBackend({ baseUrl: () => baseUrl, reads: erpReads });
  const offered = {
    find: (name: string) => catalog.find(name),
    names: () => [...catalog.names()],
    allowed: () => false,
  };
  const context = ({
    userId = 'test-user',
    conversationId = 'test-conversation',
    authorization,
    requestContext = {},
  }: CallOptions = {}) => {
    const { signal } = new AbortController();
    const token = authorization === undefined ? {} : { authorization };
    return {
      caller: { userId },
      conversationId,
      requestContext,
      scratch: new RunScratch(),
      read: backend.readFor({ userId, ...token }, { signal }),
      drafts: new PgDraftStore(db, systemClock, HOUR_MS),
      workingCopies: new PgWorkingCopyStore(db, systemClock, HOUR_MS),
      signal,
    };
  };
  const call: ToolHarness['call'] = (name, input = {}, options) =>
    executeCall(
      { id: newId(), name, arguments: input },
      offered,
      () => context(options),
      silentLogger,
    );
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
    write: ({ userId = 'test-user', authorization } = {}) =>
      writeClientOf(backend, { userId, ...defined({ authorization }) }),
    close: async () => {
      await app.close();
      await db.close();
    },
  };
}
