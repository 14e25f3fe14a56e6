import { createHash } from 'node:crypto';
import { AppError, messageOf } from '../../../../foundation/errors.js';
import { canonicalJson } from '../../../../foundation/json.js';
import { readDefinitions, type ToolDefinition } from '../definitions/tool-definition.js';
import type { McpLimits } from './server-place.js';
import { notConnected } from './call-failures.js';
import type { McpConnection } from './mcp-connection.js';

interface OpenConnection {
  connection: Promise<McpConnection>;
  usedAt: number;
}

const IDLE_MS = 5 * 60 * 1000;
const MAX_CONNECTIONS = 200;

/** A connection for each user who has signed in, opened when it is needed and closed some time after. */
export class UserConnections {
  private readonly kept = new Map<string, OpenConnection>();
  private readonly abort = new AbortController();

  constructor(
    private readonly source: string,
    private readonly open: (userId: string, signal: AbortSignal) => Promise<McpConnection>,
  ) {}

  /** Rejects as tools do where the server cannot be reached. */
  async get(userId: string): Promise<McpConnection> {
    await this.closeIdle();
    const found = this.kept.get(userId);
    const open = await found?.connection.catch(() => undefined);
    if (found !== undefined && open?.isOpen) {
      found.usedAt = performance.now();
      return found.connection;
    }
    const connection = this.open(userId, this.abort.signal);
    const kept = { connection, usedAt: performance.now() };
    this.kept.set(userId, kept);
    try {
      return await connection;
    } catch (error) {
      if (this.kept.get(userId) === kept) this.kept.delete(userId);
      if (error instanceof AppError) throw error;
      throw notConnected(this.source, messageOf(error));
    }
  }

  /** Ends the connection of a user, and the calls on it. */
  async drop(userId: string): Promise<void> {
    const found = this.kept.get(userId);
    this.kept.delete(userId);
    if (found !== undefined) await closed(found, 'the user has signed out');
  }

  async close(): Promise<void> {
    this.abort.abort();
    const all = [...this.kept.values()];
    this.kept.clear();
    await Promise.all(all.map((one) => closed(one, 'the source is closed')));
  }

  private async closeIdle(): Promise<void> {
    const byAge = [...this.kept].sort(([, a], [, b]) => a.usedAt - b.usedAt);
    for (const [at, [userId, one]] of byAge.entries()) {
      const isOver = byAge.length - at > MAX_CONNECTIONS;
      if (!isOver && performance.now() - one.usedAt < IDLE_MS) return;
      const connection = await one.connection.catch(() => undefined);
      if (connection?.isBusy === true) continue;
      this.kept.delete(userId);
      await connection?.close('it was not used');
    }
  }
}

async function closed({ connection }: OpenConnection, reason: string): Promise<void> {
  const open = await connection.catch(() => undefined);
  await open?.close(reason);
}

/** A list is asked for again no sooner and no later than this, whatever the server says. */
const MIN_MS = 60_000;
const MAX_MS = 24 * 60 * 60_000;

/** For how long a list counts by the server's `ttlMs`; undefined where it says nothing of it, or 0. */
export function freshMs(ttlMs: unknown): number | undefined {
  if (typeof ttlMs !== 'number' || !(ttlMs > 0)) return undefined;
  return Math.min(Math.max(ttlMs, MIN_MS), MAX_MS);
}

interface UserList {
  /** Hashes of the schemas by the tools' names. */
  schemas: Promise<ReadonlyMap<string, string>>;
  until: number;
}

/** What a server lists to each user who has signed in: of a list that is private to one, others have nothing. */
export class UserLists {
  private readonly kept = new WeakMap<McpConnection, UserList>();

  constructor(private readonly limits: McpLimits) {}

  /** Whether the user of this connection is listed the tool with the same arguments. */
  async names(
    connection: McpConnection,
    { name, inputSchema }: ToolDefinition,
    signal: AbortSignal,
  ): Promise<boolean> {
    const known = this.kept.get(connection);
    const list = known && known.until > performance.now() ? known : this.read(connection, signal);
    return (await list.schemas).get(name) === hashOf(inputSchema);
  }

  private read(connection: McpConnection, signal: AbortSignal): UserList {
    const forget = () => this.kept.delete(connection);
    const read = async () => {
      const { tools, ttlMs } = await connection.listTools(signal);
      list.until = performance.now() + (freshMs(ttlMs) ?? MIN_MS);
      const { definitions } = await readDefinitions(tools, this.limits);
      return new Map(definitions.map((one) => [one.name, hashOf(one.inputSchema)]));
    };
    const list: UserList = { until: Infinity, schemas: read() };
    list.schemas.catch(forget);
    if (!this.kept.has(connection)) connection.toolsChanged$.subscribe(forget);
    this.kept.set(connection, list);
    return list;
  }
}

function hashOf(schema: unknown): string {
  return createHash('sha256').update(canonicalJson(schema)).digest('hex');
}
