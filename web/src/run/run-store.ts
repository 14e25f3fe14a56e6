import { useSyncExternalStore } from 'react';
import { defined } from '../../../src/foundation/defined.js';
import type { AgentEvent } from '../../../src/agentloop/events.js';
import { messageOf, sextant, type ConversationView, type Rating } from '../api/client.js';
import type { RunUpdate } from '@sextant/client';
import { callWords } from '../../../src/foundation/user-messages.js';
import {
  type ChatRequest,
  type FormRequest,
  dropPending,
  keepPending,
  pendingRuns,
  type PendingRun,
  type UiAction,
} from './run-items.js';
import { viewFromMessages } from './history.js';
import { EMPTY_RUN, withEvent, withProblem, type RunView } from './run-view.js';

/** One message of the user and the run that answers it. */
export interface Turn {
  /** Names the turn in this tab: the idempotency key of its request, or the id of an earlier run. */
  key: string;
  request: ChatRequest;
  /** The run or the turn that it was said after; null for the first. */
  after: string | null;
  /** The form that was sent in place of the message. */
  form?: FormRequest;
  view: RunView;
  /** The connection's state while it is broken. */
  lost?: { attempt: number; reason: string };
  stopping?: boolean;
  /** What was said of an earlier answer when it was read. */
  rating?: Rating;
}

/** Is told of a move of the page: in which conversation, and where to. */
type Mover = (conversationId: string, action: UiAction) => void;

type Turns = readonly Turn[];
const NONE: Turns = [];
/** The screen is drawn this often at most, in milliseconds. */
const FRAME_MS = 16;

/**
 * The runs of this tab, by conversation: started here, or read again. They continue while the user looks
 * at another view; those without an end are read again from their start after a reload.
 */
class RunStore {
  private readonly conversations = new Map<string, Turns>();
  private readonly readers = new Map<string, AbortController>();
  private readonly listeners = new Set<() => void>();
  private readonly changes = new Set<() => void>();
  private readonly movers = new Set<Mover>();
  /** The runs that were started by a message in this tab since it was loaded: only they may move the page. */
  private readonly live = new Set<string>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Sends a message, said after this run or turn. */
  send(request: ChatRequest, after: string | null): void {
    const key = crypto.randomUUID();
    this.live.add(key);
    this.begin({ key, request, after });
  }

  /** Sends a form; rejects with what the server says against it, and then nothing began. */
  async sendForm(
    form: FormRequest,
    place: Omit<ChatRequest, 'message'>,
    after: string | null,
  ): Promise<void> {
    const { title, arguments: input } = form;
    const request = { ...place, message: callWords(title, input) };
    const run = { key: crypto.randomUUID(), request, form, after };
    const reader = new AbortController();
    const updates = updatesOf(run, reader.signal);
    const first = await updates.next();
    if (!first.done && first.value.type === 'refused') throw first.value.problem;
    this.live.add(run.key);
    this.begin(run, { reader, updates });
  }

  /** Takes up the runs whose end this tab had not seen when it was closed or loaded again. */
  resume(): void {
    for (const run of pendingRuns(sessionStorage)) this.begin(run);
  }

  /** Takes in a conversation as the server has stored it; what this tab knows of its runs stays. */
  load(conversation: ConversationView): void {
    const { id, runs } = conversation;
    const known = new Map(this.turns(id).map((turn) => [turn.view.runId, turn]));
    const missing = runs.filter((run) => !known.has(run.run_id));
    const stored = runs.map((run) => {
      const turn = known.get(run.run_id);
      if (turn === undefined) return earlierTurn(conversation, run);
      // Where this tab showed it after a message that no run answers, it stays.
      const before = turn.after === null ? undefined : this.find(id, turn.after);
      const isAfterLost = before !== undefined && before.view.runId === undefined;
      return isAfterLost ? turn : { ...turn, after: run.after_run_id };
    });
    const kept = new Set(stored.map(({ key }) => key));
    const newer = this.turns(id).filter(({ key }) => !kept.has(key));
    this.conversations.set(id, [...stored, ...newer]);
    this.notify();
    for (const run of missing.filter(({ state }) => state === 'running')) {
      void this.follow({
        key: run.run_id,
        request: requestOf(conversation, run),
        runId: run.run_id,
        after: run.after_run_id,
      });
    }
    void this.replay(
      id,
      missing.filter((run) => run.state !== 'running' && run.events_available),
    );
  }

  /**
   * Cancels a run on the server; its stream then ends by itself. One that never reached the server is
   * given up here.
   */
  async stop(conversationId: string, key: string): Promise<void> {
    const turn = this.find(conversationId, key);
    const runId = turn?.view.runId;
    if (runId === undefined && turn?.lost !== undefined) {
      this.change(conversationId, key, givenUp);
      this.readers.get(key)?.abort();
      return;
    }
    this.change(conversationId, key, (one) => ({ ...one, stopping: true }));
    // Without an id yet, it is cancelled as soon as the run says which it is.
    if (runId !== undefined && !(await cancel(runId))) {
      this.change(conversationId, key, (one) => ({ ...one, stopping: false }));
    }
  }

  /** Forgets a conversation's turns. */
  forget(conversationId: string): void {
    this.conversations.delete(conversationId);
    this.notify();
  }

  turns(conversationId: string): Turns {
    return this.conversations.get(conversationId) ?? NONE;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Calls `listener` whenever a run begins or ends; answers how to stop that. */
  onChange(listener: () => void): () => void {
    this.changes.add(listener);
    return () => this.changes.delete(listener);
  }

  /**
   * Calls `mover` when a run that was started here moves the page; never for one that is read again. Answers
   * how to stop that.
   */
  onMove(mover: Mover): () => void {
    this.movers.add(mover);
    return () => this.movers.delete(mover);
  }

  private begin(run: PendingRun, begun?: Reading): void {
    const { key, request, form, after } = run;
    const id = request.conversation_id;
    if (this.find(id, key)) return;
    const view = run.runId === undefined ? EMPTY_RUN : { ...EMPTY_RUN, runId: run.runId };
    this.conversations.set(id, [
      ...this.turns(id),
      { key, request, after, view, ...defined({ form }) },
    ]);
    keepPending(sessionStorage, run);
    this.notify();
    void this.follow(run, begun);
  }

  /** Reads a run to its end. */
  private async follow(run: PendingRun, begun = readingOf(run)): Promise<void> {
    const { key, request } = run;
    const { reader, updates } = begun;
    this.readers.set(key, reader);
    try {
      for await (const update of updates) {
        this.change(request.conversation_id, key, (turn) => withUpdate(turn, update));
        if (update.type === 'event' && update.event.type === 'run_start') {
          this.begun({ ...run, runId: update.event.data.run_id });
        }
        if (update.type === 'event' && this.live.has(key)) this.tellOfMove(request, update.event);
      }
    } catch (error) {
      const problem = { code: 'page_error', message: messageOf(error), retryable: true };
      this.change(request.conversation_id, key, (turn) => ({
        ...turn,
        view: withProblem(turn.view, problem),
      }));
    }
    this.readers.delete(key);
    dropPending(sessionStorage, key);
    this.live.delete(key);
    this.tellOfChange();
  }

  private tellOfMove({ conversation_id: id }: ChatRequest, event: AgentEvent): void {
    if (event.type !== 'ui_action') return;
    for (const mover of this.movers) mover(id, event.data);
  }

  /** Reads ended runs again, the newest first, each shown once it is whole. */
  private async replay(id: string, runs: ConversationView['runs']): Promise<void> {
    for (const { run_id: runId } of runs.toReversed()) {
      let view: RunView = { ...EMPTY_RUN, runId };
      for await (const update of sextant.resume(runId)) {
        view = viewAfter(view, update);
      }
      this.change(id, runId, (turn) => ({ ...turn, view }));
    }
  }

  private begun(run: PendingRun & { runId: string }): void {
    const { key, request, runId } = run;
    const id = request.conversation_id;
    if (key !== runId) keepPending(sessionStorage, run);
    if (this.find(id, key)?.stopping) void cancel(runId);
    // The conversation was read before this tab knew which of its runs this is.
    const others = this.turns(id).filter((turn) => turn.key === key || turn.view.runId !== runId);
    this.conversations.set(id, others);
    this.tellOfChange();
  }

  private find(conversationId: string, key: string): Turn | undefined {
    return this.turns(conversationId).find((turn) => turn.key === key);
  }

  private change(id: string, key: string, how: (turn: Turn) => Turn): void {
    if (this.find(id, key) === undefined) return;
    const turns = this.turns(id).map((turn) => (turn.key === key ? how(turn) : turn));
    this.conversations.set(id, turns);
    this.notify();
  }

  private tellOfChange(): void {
    for (const listener of this.changes) listener();
  }

  /** Many events come in one frame of the screen; the page is drawn once for them. */
  private notify(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      for (const listener of this.listeners) listener();
    }, FRAME_MS);
  }
}

/** A run's updates, and how reading them is stopped. */
interface Reading {
  reader: AbortController;
  updates: AsyncGenerator<RunUpdate>;
}

function readingOf(run: PendingRun): Reading {
  const reader = new AbortController();
  return { reader, updates: updatesOf(run, reader.signal) };
}

function updatesOf({ key, request, form, runId }: PendingRun, signal: AbortSignal) {
  if (runId !== undefined) return sextant.resume(runId, { signal });
  if (form === undefined) return sextant.chat(request, { key, signal });
  const { tool, arguments: input } = form;
  const { context, after_run_id, message } = request;
  const after = defined({ after_run_id });
  if (form.isAgain) return sextant.prepareAgain(form.id, { message, ...after }, { key, signal });
  const filled = { tool, arguments: input, context, ...after };
  return sextant.sendForm(form.id, filled, { key, signal });
}

/** An earlier run before its events are read: what its messages tell, which may be nothing yet. */
function earlierTurn(conversation: ConversationView, run: ConversationView['runs'][number]): Turn {
  return {
    key: run.run_id,
    request: requestOf(conversation, run),
    after: run.after_run_id,
    view: viewFromMessages(conversation, run),
    ...defined({ rating: run.rating }),
  };
}

function requestOf(
  { id, context_type }: ConversationView,
  { message }: ConversationView['runs'][number],
): ChatRequest {
  return { message, context_type, context: {}, conversation_id: id };
}

function withUpdate(turn: Turn, update: RunUpdate): Turn {
  const { lost: _lost, ...connected } = turn;
  if (update.type === 'connected') return connected;
  if (update.type === 'lost') {
    return { ...turn, lost: { attempt: update.attempt, reason: update.reason } };
  }
  return { ...turn, view: viewAfter(turn.view, update) };
}

function viewAfter(view: RunView, update: RunUpdate): RunView {
  switch (update.type) {
    case 'event':
      return withEvent(view, update.id, update.event);
    case 'gap':
      return { ...view, gap: update.message };
    case 'refused': {
      const { code, message } = update.problem;
      return withProblem(view, { code, message, retryable: true });
    }
    default:
      return view;
  }
}

/** False when the server was not reached; cancelling what has ended changes nothing. */
async function cancel(runId: string): Promise<boolean> {
  try {
    await sextant.cancel(runId);
    return true;
  } catch {
    return false;
  }
}

/** A turn whose message is no longer sent. */
function givenUp({ lost: _lost, ...turn }: Turn): Turn {
  return { ...turn, view: { ...turn.view, status: 'stopped' } };
}

/** The one store of this tab. */
export const runStore = new RunStore();

/** The turns of a conversation that this tab knows, the oldest first. */
export function useTurns(conversationId: string): Turns {
  return useSyncExternalStore(runStore.subscribe, () => runStore.turns(conversationId));
}
