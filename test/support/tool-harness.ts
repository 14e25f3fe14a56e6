import { RunScratch } from '../../src/agenttools/run-scratch.js';
import { executeCall } from '../../src/agenttools/executor.js';
import { writeClientOf } from '../../src/agenttools/sources/write-access.js';
import { createBackend } from '../../src/agenttools/sources/backend.js';
import { erpReads } from '../../src/platform/reads.js';
import type { ToolCall, ToolOf } from '../../src/agenttools/tool.js';
import type { TableServices } from '../../src/plugins/tables/tools/base.js';
import type { WorkflowServices } from '../../src/plugins/workflow/tools/wire.js';
import { defined } from '../../src/foundation/defined.js';
import { systemClock } from '../../src/foundation/clock.js';
import { newId } from '../../src/foundation/ids.js';
import type { JsonObject } from '../../src/foundation/json.js';
import { silentLogger } from '../../src/foundation/logger.js';
import { PgDraftStore } from '../../src/plugins/workflow/store/drafts.store.js';
import { PgWorkingCopyStore } from '../../src/plugins/tables/store/working-copies.store.js';
import { openTestDatabase } from './database.js';
import { bare, offering } from './loop.js';
import { serveErp } from './platform-app.js';
import { useOpened } from './use-opened.js';

/** What the sample's tools work with beside the backend. */
type Services = WorkflowServices & TableServices;

/** Who calls a tool, and from which page. */
interface CallOptions {
  userId?: string;
  conversationId?: string;
  authorization?: string;
  requestContext?: JsonObject;
}

/** What {@link startToolHarness} answers. */
export type ToolHarness = Awaited<ReturnType<typeof startToolHarness>>;

const HOUR_MS = 60 * 60 * 1000;

/** Tools beside the real platform: its HTTP routes, a seeded database, the real stores. */
export async function startToolHarness(tools: readonly ToolOf<Services>[]) {
  const db = await openTestDatabase();
  const erp = await serveErp(db);
  const backend = createBackend({ baseUrl: () => erp.url, reads: erpReads });
  const offered = offering(bare(tools));
  /** A context as the executor builds it for one call. */
  const context = (options: CallOptions = {}): ToolCall & Services => {
    const { signal } = new AbortController();
    const { userId = 'test-user', conversationId = 'test-conversation', authorization } = options;
    return {
      caller: { userId },
      conversationId,
      requestContext: options.requestContext ?? {},
      signal,
      scratch: new RunScratch(),
      read: backend.readFor({ userId, ...defined({ authorization }) }, { signal }),
      drafts: new PgDraftStore(db, systemClock, HOUR_MS),
      workingCopies: new PgWorkingCopyStore(db, systemClock, HOUR_MS),
    };
  };
  /** One call as the loop makes it: context ids, argument check, execution, one shape of error. */
  const call = (name: string, input: JsonObject = {}, options?: CallOptions) => {
    const called = { id: newId(), name, arguments: input };
    return executeCall(called, offered, () => context(options), silentLogger);
  };
  return {
    db,
    baseUrl: erp.url,
    context,
    call,
    /** Like `call`, but its result; throws with the tool's error when it is one. */
    result: async <T = JsonObject>(name: string, input?: JsonObject, options?: CallOptions) => {
      const { isError, content, result } = await call(name, input, options);
      if (isError) throw new Error(`${name} failed: ${content}`);
      return result as T;
    },
    /** The backend with writes, as only the accept path has it. */
    write: ({ userId = 'test-user', authorization }: CallOptions = {}) =>
      writeClientOf(backend, { userId, ...defined({ authorization }) }),
    close: async () => {
      await erp.close();
      await db.close();
    },
  };
}

/** The tools for the tests of one file, called by whom `caller` says at that time. */
export function useTools(tools: readonly ToolOf<Services>[], caller = (): CallOptions => ({})) {
  const harness = useOpened(() => startToolHarness(tools));
  const call = (name: string, input?: JsonObject) => harness.call(name, input, caller());
  return {
    harness,
    call,
    result: <T = JsonObject>(name: string, input?: JsonObject) =>
      harness.result<T>(name, input, caller()),
    /** The error of a call that must be refused. */
    refused: async (name: string, input?: JsonObject) => {
      const { isError, content, result } = await call(name, input);
      expect([isError, content]).toEqual([true, content]);
      return (result as { error: { code: string; message: string } }).error;
    },
    /** What a call previews, and what it answers. */
    preview: async (name: string, input?: JsonObject) => {
      const { signals, content, result } = await call(name, input);
      const [signal] = signals;
      if (signal?.type !== 'preview') throw new Error(content);
      return { ...signal.preview, content, result };
    },
  };
}
