import { useSyncExternalStore } from 'react';
import { headersOf, messageOf, postJson } from '../api/client.js';
import { followRun, type ChatRequest, type RunSource, type RunUpdate } from './follow-run.js';
import { waitOrOnline } from './wait.js';
import { dropPending, keepPending, pendingRuns, type PendingRun } from './pending.js';
import { EMPTY_RUN, isRunning, withEvent, withProblem, type RunView } from './run-view.js';

/** One message of the user and the run that answers it. */
export interface Turn {
  /** Names the turn in this tab; the idempotency key of its request. */
  key: string;
  request: ChatRequest;
  view: RunView;
  /** The connection's state while it is broken. */
  lost?: { attempt: number; reason: string };
  stopping?: boolean;
}

type Turns = readonly Turn[];
const NONE: Turns = [];

/**
 * The runs that this tab has begun or reads again, by conversation. They go on while the user looks
 * at another view, and are read again from their start after a reload.
 */
class RunStore {
  private readonly conversations = new Map<string, Turns>();
  private readonly listeners = new Set<() => void>();
  private readonly endings = new Set<(turn: Turn) => void>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Sends a message; answers the turn's key. */
  send(request: ChatRequest): string {
    const key = crypto.randomUUID();
    this.begin({ key, request });
    return key;
  }

  /** Takes up the runs whose end this tab had not seen when it was closed or loaded again. */
  resume(): void {
    for (const run of pendingRuns(sessionStorage)) this.begin(run);
  }

  /** Cancels a run on the server; its stream then ends by itself. */
  async stop(conversationId: string, key: string): Promise<void> {
    this.change(conversationId, key, (turn) => ({ ...turn, stopping: true }));
    const runId = this.find(conversationId, key)?.view.runId;
    // Without an id yet, it is cancelled as soon as the run says which it is.
    if (runId !== undefined) await cancel(runId);
  }

  /** Forgets a conversation's turns. */
  forget(conversationId: string): void {
    this.conversations.delete(conversationId);
    this.notify();
  }

  turns(conversationId: string): Turns {
    return this.conversations.get(conversationId) ?? NONE;
  }

  /** True while a run of this conversation, or of any, goes on. */
  isBusy(conversationId?: string): boolean {
    const turns =
      conversationId === undefined
        ? [...this.conversations.values()].flat()
        : this.turns(conversationId);
    return turns.some(({ view }) => isRunning(view));
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Calls `listener` with each turn that has ended; answers how to stop that. */
  onEnd(listener: (turn: Turn) => void): () => void {
    this.endings.add(listener);
    return () => this.endings.delete(listener);
  }

  private begin(run: PendingRun): void {
    const { key, request } = run;
    const id = request.conversation_id;
    if (this.find(id, key)) return;
    const turn: Turn = { key, request, view: EMPTY_RUN };
    this.conversations.set(id, [...this.turns(id), turn]);
    keepPending(sessionStorage, run);
    this.notify();
    void this.follow(run);
  }

  private async follow({ key, request, runId }: PendingRun): Promise<void> {
    const source: RunSource = runId === undefined ? { request, key } : { runId };
    const deps = { fetch: fetch.bind(globalThis), headers: headersOf, wait: waitOrOnline };
    try {
      for await (const update of followRun(source, deps, new AbortController().signal)) {
        this.take({ key, request }, update);
      }
    } catch (error) {
      this.fail(request.conversation_id, key, 'page_error', messageOf(error));
    }
    dropPending(sessionStorage, key);
    const turn = this.find(request.conversation_id, key);
    if (turn !== undefined) for (const listener of this.endings) listener(turn);
  }

  private take({ key, request }: PendingRun, update: RunUpdate): void {
    const id = request.conversation_id;
    switch (update.type) {
      case 'event':
        this.change(id, key, (turn) => ({
          ...turn,
          view: withEvent(turn.view, update.id, update.event),
        }));
        if (update.event.type === 'run_start')
          this.begun({ key, request }, update.event.data.run_id);
        return;
      case 'connected':
        this.change(id, key, ({ lost: _lost, ...turn }) => turn);
        return;
      case 'lost': {
        const { attempt, reason } = update;
        this.change(id, key, (turn) => ({ ...turn, lost: { attempt, reason } }));
        return;
      }
      case 'gap':
        this.change(id, key, (turn) => ({
          ...turn,
          view: { ...turn.view, gap: update.message },
        }));
        return;
      case 'refused':
        this.fail(id, key, update.problem.code, update.problem.message);
    }
  }

  private begun(run: PendingRun, runId: string): void {
    keepPending(sessionStorage, { ...run, runId });
    if (this.find(run.request.conversation_id, run.key)?.stopping) void cancel(runId);
  }

  private fail(id: string, key: string, code: string, message: string): void {
    const problem = { code, message, retryable: true };
    this.change(id, key, (turn) => ({ ...turn, view: withProblem(turn.view, problem) }));
  }

  private find(conversationId: string, key: string): Turn | undefined {
    return this.turns(conversationId).find((turn) => turn.key === key);
  }

  private change(id: string, key: string, how: (turn: Turn) => Turn): void {
    const turns = this.turns(id).map((turn) => (turn.key === key ? how(turn) : turn));
    this.conversations.set(id, turns);
    this.notify();
  }

  /** Many events come in one frame of the screen; the page is drawn once for them. */
  private notify(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      for (const listener of this.listeners) listener();
    }, 16);
  }
}

/** Cancelling what has ended, or a server that is away, changes nothing: the stream tells how it ended. */
async function cancel(runId: string): Promise<void> {
  await postJson(`/v1/agent/runs/${encodeURIComponent(runId)}/cancel`).catch(() => undefined);
}

/** The one store of this tab. */
export const runStore = new RunStore();

/** The turns of a conversation that this tab knows from their events. */
export function useTurns(conversationId: string): Turns {
  return useSyncExternalStore(runStore.subscribe, () => runStore.turns(conversationId));
}
