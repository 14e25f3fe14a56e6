import { AppError, messageOf } from '../../../../foundation/errors.js';
import { notConnected } from './call-failures.js';
import type { McpConnection } from './mcp-connection.js';

export interface UserConnectionsOptions {
  source: string;
  open(userId: string, signal: AbortSignal): Promise<McpConnection>;
  /** Milliseconds that only rise. */
  now?: () => number;
}

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

  constructor(private readonly options: UserConnectionsOptions) {}

  /** Rejects as tools do where the server cannot be reached. */
  async get(userId: string): Promise<McpConnection> {
    await this.closeIdle();
    const { now = () => performance.now() } = this.options;
    const found = this.kept.get(userId);
    if (found !== undefined && (await isOpen(found))) {
      found.usedAt = now();
      return found.connection;
    }
    const connection = this.options.open(userId, this.abort.signal);
    const kept = { connection, usedAt: now() };
    this.kept.set(userId, kept);
    try {
      return await connection;
    } catch (error) {
      if (this.kept.get(userId) === kept) this.kept.delete(userId);
      if (error instanceof AppError) throw error;
      throw notConnected(this.options.source, messageOf(error));
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
    const { now = () => performance.now() } = this.options;
    const byAge = [...this.kept].sort(([, a], [, b]) => a.usedAt - b.usedAt);
    for (const [at, [userId, one]] of byAge.entries()) {
      const isOver = byAge.length - at > MAX_CONNECTIONS;
      if (!isOver && now() - one.usedAt < IDLE_MS) return;
      const connection = await one.connection.catch(() => undefined);
      if (connection?.isBusy === true) continue;
      this.kept.delete(userId);
      await connection?.close('it was not used');
    }
  }
}

async function isOpen({ connection }: OpenConnection): Promise<boolean> {
  const open = await connection.catch(() => undefined);
  return open?.isOpen === true;
}

async function closed({ connection }: OpenConnection, reason: string): Promise<void> {
  const open = await connection.catch(() => undefined);
  await open?.close(reason);
}
