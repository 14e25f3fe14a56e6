import {
  InsufficientScopeError,
  SdkHttpError,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import type { Subscription } from 'rxjs';
import { AppError, messageOf } from '../../../../foundation/errors.js';
import { cleanText } from '../../openapi/text/clean-text.js';
import { SignInNeeded } from '../oauth/sign-in-store.js';
import { notConnected } from './call-failures.js';
import { McpConnection } from './mcp-connection.js';
import { McpSession, type SessionOptions } from './mcp-session.js';

interface KeptConnection {
  connection: Promise<McpConnection>;
  usedAt: number;
}

const IDLE_MS = 5 * 60 * 1000;
const MAX_CONNECTIONS = 200;

/** One connection that stands, and one for each user who has signed in, opened when needed and closed when idle. */
export class ServerConnections {
  readonly session: McpSession;
  private readonly kept = new Map<string, KeptConnection>();
  private readonly abort = new AbortController();
  private signOuts: Subscription | undefined;

  constructor(private readonly options: SessionOptions) {
    this.session = new McpSession(options);
  }

  start(): void {
    this.signOuts = this.options.signIns?.changes$.subscribe((userId) => {
      const found = this.kept.get(userId);
      this.kept.delete(userId);
      if (found !== undefined) void closed(found, 'the user has signed out');
    });
    this.session.start();
  }

  /** For calls of this user: one that is signed as a user carries no other's. Rejects as tools do where there is none. */
  async of(userId: string, signal: AbortSignal): Promise<McpConnection> {
    const { signIns, source } = this.options;
    if (signIns === undefined) return this.session.connection(signal);
    if (await signIns.isSignedIn(userId)) return this.own(userId);
    if (await signIns.isWanted()) throw new SignInNeeded(source);
    const shared = await this.session.connection(signal);
    if (shared.isPersonal) throw new SignInNeeded(source);
    return shared;
  }

  /** What a call becomes that was refused for want of a sign-in; undefined for every other failure. */
  async signInFor(error: unknown, userId: string): Promise<AppError | undefined> {
    const { signIns, source } = this.options;
    if (signIns === undefined) return undefined;
    if (error instanceof InsufficientScopeError) {
      await signIns.noteScope(userId, error.requiredScope);
      const rights = cleanText(error.requiredScope, 200);
      return new SignInNeeded(source, `this call needs further rights there (${rights})`);
    }
    const isRefused = error instanceof SdkHttpError && error.status === 401;
    if (!isRefused && !(error instanceof UnauthorizedError)) return undefined;
    signIns.noteWanted();
    return new SignInNeeded(source);
  }

  async close(): Promise<void> {
    this.signOuts?.unsubscribe();
    this.abort.abort();
    const all = [...this.kept.values()];
    this.kept.clear();
    await Promise.all(all.map((one) => closed(one, 'the source is closed')));
    await this.session.close();
  }

  private async own(userId: string): Promise<McpConnection> {
    await this.closeIdle();
    const found = this.kept.get(userId);
    const open = await found?.connection.catch(() => undefined);
    if (found !== undefined && open?.isOpen) {
      found.usedAt = performance.now();
      return open;
    }
    const { prior } = this.session;
    const own = { ...this.options, prior, auth: this.options.signIns?.authFor(userId) };
    const connection = McpConnection.open(own, this.abort.signal);
    const kept = { connection, usedAt: performance.now() };
    this.kept.set(userId, kept);
    try {
      return await connection;
    } catch (error) {
      if (this.kept.get(userId) === kept) this.kept.delete(userId);
      if (error instanceof AppError) throw error;
      throw notConnected(this.options.source, messageOf(error));
    }
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

async function closed({ connection }: KeptConnection, reason: string): Promise<void> {
  const open = await connection.catch(() => undefined);
  await open?.close(reason);
}
