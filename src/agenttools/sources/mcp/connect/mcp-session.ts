import {
  BehaviorSubject,
  filter,
  firstValueFrom,
  fromEvent,
  map,
  merge,
  NEVER,
  Observable,
  race,
  retry,
  timer,
  type SchedulerLike,
  type Subscription,
} from 'rxjs';
import type { PriorDiscovery } from '@modelcontextprotocol/client';
import { messageOf } from '../../../../foundation/errors.js';
import type { Logger } from '../../../../foundation/logger.js';
import { retryWait } from '../../tool-source.js';
import { notConnected } from './call-failures.js';
import type { ServerSignIns } from '../oauth/server-sign-ins.js';
import { CredentialsWanted, McpConnection, type ConnectionOptions } from './mcp-connection.js';

export type SessionState =
  | { state: 'connecting' }
  | { state: 'ready'; connection: McpConnection }
  | { state: 'down'; reason: string };

export interface SessionOptions extends Omit<ConnectionOptions, 'prior' | 'auth'> {
  source: string;
  logger: Logger;
  scheduler: SchedulerLike;
  signIns?: ServerSignIns | undefined;
}

/** The reason for which a connection is closed that is opened again at once. */
export const SESSION_LOST = 'the server has forgotten the session';

/** A server that ran for so long begins with the shortest wait again. */
const STABLE_MS = 60_000;

/** Keeps one connection to a server: opens it, and opens another after a growing wait when it has ended. */
export class McpSession {
  private readonly states = new BehaviorSubject<SessionState>({ state: 'connecting' });
  private running: Subscription | undefined;
  private known: PriorDiscovery | undefined;
  private failures = 0;

  constructor(private readonly options: SessionOptions) {}

  get prior(): PriorDiscovery | undefined {
    return this.known;
  }

  get state$(): Observable<SessionState> {
    return this.states;
  }

  start(): void {
    const { scheduler, signIns, source, logger } = this.options;
    this.running = this.connections(scheduler)
      .pipe(
        retry({
          delay: (error: unknown) => {
            if (messageOf(error) === SESSION_LOST) return timer(0, scheduler);
            const retryMs = retryWait(this.failures);
            const reason = messageOf(error);
            this.failures += 1;
            logger.warn({ source, reason, retry_ms: retryMs }, 'an MCP server is not connected');
            this.states.next({ state: 'down', reason });
            return race(timer(retryMs, scheduler), signIns?.changes$ ?? NEVER);
          },
        }),
      )
      .subscribe((connection) => this.states.next({ state: 'ready', connection }));
  }

  /** The connection of now, once one that is being opened is there; rejects where there is none. */
  async connection(signal: AbortSignal): Promise<McpConnection> {
    // Not while a connection is being opened, nor between its end and the next one.
    const isSettled = (now: SessionState) =>
      now.state === 'ready' ? now.connection.isOpen : now.state === 'down';
    const settled = this.states.pipe(filter(isSettled));
    const aborted = fromEvent(signal, 'abort').pipe(
      map((): SessionState => ({ state: 'down', reason: 'the call was cancelled' })),
    );
    const closed: SessionState = { state: 'down', reason: 'the source is closed' };
    const now = await firstValueFrom(merge(settled, aborted), { defaultValue: closed });
    if (now.state === 'ready') return now.connection;
    const reason = now.state === 'down' ? now.reason : 'it is being connected';
    throw notConnected(this.options.source, reason);
  }

  async close(): Promise<void> {
    const { value } = this.states;
    this.running?.unsubscribe();
    this.states.complete();
    if (value.state === 'ready') await value.connection.close('the source is closed');
  }

  /** One connection: emitted when it is open, an error when it has ended or could not be opened. */
  private connections(scheduler: SchedulerLike): Observable<McpConnection> {
    return new Observable((observer) => {
      const abort = new AbortController();
      let open: McpConnection | undefined;
      this.states.next({ state: 'connecting' });
      const run = async () => {
        open = await this.open(abort.signal);
        if (abort.signal.aborted) return open.close();
        const since = scheduler.now();
        observer.next(open);
        const reason = await open.ended;
        if (scheduler.now() - since > STABLE_MS) this.failures = 0;
        observer.error(new Error(reason));
      };
      run().catch((error: unknown) => observer.error(error));
      return () => {
        abort.abort();
        void open?.close();
      };
    });
  }

  private async open(signal: AbortSignal): Promise<McpConnection> {
    const { signIns, source } = this.options;
    // Its tools are listed as the operator who signed in first sees them.
    const userId = await signIns?.catalogueUser();
    const auth = userId === undefined ? undefined : signIns?.authFor(userId);
    try {
      return await this.openWithPrior({ ...this.options, auth }, signal);
    } catch (error) {
      if (signIns === undefined || !(error instanceof CredentialsWanted)) throw error;
      signIns.noteWanted();
      const message = `it wants a sign-in: an operator signs in to ${source} first, and its tools are those that are listed to them`;
      throw new Error(message, { cause: error });
    }
  }

  private async openWithPrior(
    options: ConnectionOptions,
    signal: AbortSignal,
  ): Promise<McpConnection> {
    const { prior } = this;
    if (prior === undefined) return McpConnection.open(options, signal);
    // Kept again once it has shown to be true: see `confirm`.
    this.known = undefined;
    try {
      return await McpConnection.open({ ...options, prior }, signal);
    } catch (error) {
      if (signal.aborted) throw error;
      return McpConnection.open(options, signal);
    }
  }

  confirm({ verdict }: McpConnection): void {
    this.known = verdict;
  }
}
