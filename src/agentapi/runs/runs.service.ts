import { notFound } from '../../foundation/errors.js';
import type { OpenConversation, PgConversationStore } from '../../store/conversations.store.js';
import { keyTaken, requestHash } from '../../foundation/idempotency.js';
import { newId } from '../../foundation/ids.js';
import { Line } from '../../foundation/turns.js';
import { encodeSse } from '../../foundation/sse.js';
import type { AgentEvent } from '../../agentloop/events.js';
import type { JsonObject } from '../../foundation/json.js';
import { defined } from '../../foundation/defined.js';
import type { UserFile } from '../../foundation/user-files.js';
import type { LoopDeps, RunRequest, RunObserver } from '../../agentloop/run.js';
import type { ChooseAgent } from '../../agentloop/routing/agent-router.js';
import { enoughHistory, trimHistory } from '../../agentloop/trim-history.js';
import { RunScratch } from '../../agenttools/run-scratch.js';
import type { Caller } from '../../agenttools/tool.js';
import type { LlmMessage } from '../../llm/types.js';
import type {
  FrameBatch,
  NewRun,
  StoredCall,
  StoredRun,
} from '../../store/run-log/run-log.model.js';
import {
  type ChatRequest,
  imagesAmong,
  withAttachments,
  type FindAttachments,
} from '../chat.model.js';
import { RunRegistry } from '../admission.js';
import { cancelledByUser } from './run-keeper.js';
import { gone, LiveRun, readRun, type GraceOptions } from './run-reader.js';
import { writeRun } from './run-writer.js';
import type { RunNews } from './notifier.js';
import { notesIn, withoutNotes } from '../../foundation/user-messages.js';

/** Stored conversations, each its owner's own; a run's messages are appended by its log. */
export interface ConversationStore {
  /** Opens one, or makes one under this id, with what its next message is told besides. */
  open(...of: Parameters<PgConversationStore['open']>): Promise<OpenedConversation>;
}

type OpenedConversation = OpenConversation & { notes?: readonly string[] };

export interface RunsDeps extends RunNews {
  /** What the loop works with as it is now; a run keeps what it began with. */
  loop: () => Omit<LoopDeps, 'record'>;
  observer: RunObserver;
  conversations: ConversationStore;
  chooseAgent: ChooseAgent;
  attachments?: FindAttachments;
  grace: GraceOptions;
  /** The history a model gets, in characters (about 4 to a token). */
  historyBudget: number;
  /** What is kept in memory for the readers of one run, in bytes. */
  windowBytes: number;
}

/** Starts runs, each independent of the request that asked for it; reads and cancels them (docs/protocol.md). */
export class RunsService {
  /** Starts under way, by user and key: the same key needs no room of its own, and waits for what they bring. */
  private readonly starting = new Map<string, Promise<unknown>>();

  /** Of many runs that begin at once, all have their first event before most begin to work. */
  private readonly starts = new Line(5);

  constructor(
    private readonly deps: RunsDeps,
    private readonly registry: RunRegistry,
  ) {}

  /** Starts a run, or finds the one of `key`; its id. Rejects before the start: `conflict`, and as {@link RunRegistry.take}. */
  async start(chat: ChatRequest, caller: Caller, key?: string): Promise<string> {
    if (key === undefined) return this.startOnce(chat, caller);
    const name = keyName(caller.userId, key);
    while (this.starting.has(name)) await this.starting.get(name);
    const started = this.startOnce(chat, caller, key);
    const done = (): boolean => this.starting.delete(name);
    this.starting.set(name, started.then(done, done));
    return started;
  }

  private async startOnce(chat: ChatRequest, caller: Caller, key?: string): Promise<string> {
    const hash = key === undefined ? '' : requestHash(chat);
    const earlier = await this.startedBefore(caller.userId, hash, key);
    if (earlier !== undefined) return earlier;
    const leave = this.registry.take(caller.userId);
    const begun = await this.startNew(chat, caller, { hash, key }, leave).catch(
      (error: unknown) => {
        leave();
        throw error;
      },
    );
    if (begun !== undefined) return begun;
    // The same key came to another server at once, which was faster.
    leave();
    return this.startOnce(chat, caller, key);
  }

  /** The id of the run that the user's key began; `undefined` when there is none. */
  private async startedBefore(userId: string, hash: string, key?: string) {
    const run = key === undefined ? undefined : await this.deps.log.findByKey(userId, key);
    if (key !== undefined && run !== undefined && run.requestHash !== hash) throw keyTaken(key);
    return run?.id;
  }

  /** Begins a run that gives its place back by `leave`; `undefined` when its key was taken in the meantime. */
  private async startNew(
    chat: ChatRequest,
    caller: Caller,
    { hash, key }: { hash: string; key: string | undefined },
    leave: () => void,
  ): Promise<string | undefined> {
    const request = await this.prepare(chat, caller);
    // Answered again, it is a version beside the one before.
    const again = chat.regenerate
      ? await this.deps.log.runBefore(caller.userId, request.conversationId, chat.message)
      : undefined;
    const { runId, conversationId, agent } = request;
    const start = {
      type: 'run_start',
      data: { run_id: runId, conversation_id: conversationId, context_type: agent.contextType },
    } satisfies AgentEvent;
    const run = {
      id: runId,
      userId: caller.userId,
      conversationId,
      opensConversation: chat.conversationId === undefined,
      contextType: agent.contextType,
      message: chat.message,
      idempotencyKey: key,
      requestHash: hash,
      opening: encodeSse({ id: 1, event: start.type, data: start.data }),
      ...defined({ follows: chat.afterRunId ?? again }),
    };
    if (!(await this.deps.log.create(run))) return undefined;
    this.begin(request, run, leave);
    return runId;
  }

  private async prepare(chat: ChatRequest, caller: Caller): Promise<RunRequest> {
    const { userId } = caller;
    const { attachments, conversations, historyBudget } = this.deps;
    const requestContext = await withAttachments(chat.requestContext, {
      ids: chat.attachments ?? [],
      userId,
      find: attachments,
    });
    const images = await imagesAmong(chat.attachments ?? [], userId, this.deps.loop().files);
    const chosen = await this.agentOf({ ...chat, requestContext }, userId);
    const { agent } = chosen;
    // No more of its messages than the model can get.
    const enough = enoughHistory(historyBudget);
    const isEnough = (said: JsonObject) => enough(said as unknown as LlmMessage);
    const { conversationId: id, afterRunId: after } = chat;
    const conversation: OpenedConversation =
      id === undefined
        ? { id: newId(), messages: [] }
        : await conversations.open(userId, id, agent.contextType, isEnough, after);
    // What the server has stored wins: a page's own history is for conversations the server does not know.
    const stored = conversation.messages as unknown as LlmMessage[];
    const latest =
      chat.regenerate === true ? beforeLast(stored, chat.message) : { messages: stored };
    const said = stored.length > 0 ? latest.messages : chat.history;
    const history = trimHistory(said, historyBudget);
    const shown = history.flatMap((one) => (one.role === 'user' ? (one.images ?? []) : []));
    return {
      runId: newId(),
      conversationId: conversation.id,
      ...chosen,
      caller,
      message: chat.message,
      images: latest.images ?? images.filter(({ id }) => !shown.some((one) => one.id === id)),
      notes: [...(latest.notes ?? []), ...(conversation.notes ?? [])],
      history,
      requestContext,
      firstCall: chat.firstCall,
      scratch: new RunScratch(),
    };
  }

  private agentOf(
    { contextType, message, requestContext, conversationId, afterRunId }: ChatRequest,
    userId: string,
  ) {
    const { chooseAgent, log } = this.deps;
    const before = async () => {
      if (afterRunId !== undefined) return (await log.find(userId, afterRunId))?.contextType;
      if (conversationId === undefined) return undefined;
      return log.lastContextType(userId, conversationId);
    };
    return chooseAgent({ contextType, message, userId, requestContext, before });
  }

  /** From here on the run is its own: it ends when it is done, cancelled, or read by nobody. */
  private begin(request: RunRequest, run: NewRun & { opening: string }, leave: () => void): void {
    const { log, notifier, grace, loop, observer, windowBytes } = this.deps;
    const news = (batch?: FrameBatch) => {
      notifier.notify(run.id);
      if (live.isWatched) log.tell({ id: run.id, batch });
    };
    const live = new LiveRun(run, grace, news, windowBytes);
    void live.ended.then(leave);
    this.registry.add(live);
    live.publish({ first: 1, last: 1, text: run.opening });
    const watch = observer.begin(request);
    watch.published();
    const deps = loop();
    const parts = { run, live, log };
    void this.starts.join().then(() => writeRun(request, parts, deps, watch, windowBytes));
  }

  /** The frames of a run after event `after`, until `closed` is aborted. Rejects with `not_found` or `run_gone`. */
  async follow(
    userId: string,
    runId: string,
    after: number,
    closed: AbortSignal,
  ): Promise<AsyncIterable<string>> {
    const live = this.registry.get(runId);
    if (!live?.canServe(userId, after)) await this.requireStored(userId, runId, after);
    live?.attach(closed);
    this.deps.observer.streamOpened(closed);
    return readRun(runId, after, live, this.deps, closed);
  }

  private async requireStored(userId: string, runId: string, after: number): Promise<void> {
    await this.state(userId, runId);
    const { lastSeq, batches } = await this.deps.log.read(runId, after);
    const next = batches[0]?.first ?? lastSeq + 1;
    if (after > lastSeq || next > after + 1) throw gone(runId, after, next);
  }

  async state(userId: string, runId: string): Promise<StoredRun> {
    const run = await this.deps.log.find(userId, runId);
    if (run) return run;
    throw notFound(`There is no run ${runId}.`);
  }

  async running(userId: string, conversationId: string): Promise<string | undefined> {
    return (await this.deps.log.running(userId, conversationId))?.id;
  }

  calls(run: StoredRun): Promise<StoredCall[]> {
    return this.deps.log.calls(run.id);
  }

  /** Ends the user's run, wherever it is; resolves with its final state when it has stopped. */
  async cancel(userId: string, runId: string, closed: AbortSignal): Promise<StoredRun> {
    const { log, notifier, pollMs } = this.deps;
    const asked = await this.state(userId, runId);
    const live = this.registry.get(runId);
    if (live) {
      live.cancel(cancelledByUser());
      await live.ended;
    } else if (asked.state === 'running') {
      await log.requestCancel(runId);
    }
    const listener = notifier.listen(runId, closed);
    try {
      for (;;) {
        const run = await this.state(userId, runId);
        if (run.state !== 'running' || closed.aborted) return run;
        await listener.news(pollMs());
      }
    } finally {
      listener.stop();
    }
  }

  /** Rejects as {@link start} where there is no room for a run, unless the user's key has started one before. */
  async requireRoom(userId: string, key: string | undefined): Promise<void> {
    try {
      this.registry.requireRoom(userId);
    } catch (error) {
      if (key === undefined) throw error;
      const isKnown = this.starting.has(keyName(userId, key));
      if (!isKnown && (await this.deps.log.findByKey(userId, key)) === undefined) throw error;
    }
  }
}

function keyName(userId: string, key: string): string {
  return `${key} ${userId}`;
}

/** What was said before `message` was last said, and its notes and images; everything where it never was. */
export function beforeLast(
  messages: readonly LlmMessage[],
  message: string,
): { messages: readonly LlmMessage[]; notes?: string[]; images?: readonly UserFile[] | undefined } {
  const at = messages.findLastIndex(
    (said) => said.role === 'user' && withoutNotes(said.content) === message,
  );
  const said = messages[at];
  if (said?.role !== 'user') return { messages };
  const { content, images } = said;
  return { messages: messages.slice(0, at), notes: notesIn(content), images };
}
