import { AppError, conflict, databaseError } from '../../foundation/errors.js';
import type { JsonObject } from '../../foundation/json.js';
import { encodeSse } from '../../foundation/sse.js';
import type { CallRecord, CallRecorder } from '../../agentloop/call-record.js';
import { wireName, type AgentEvent } from '../../agentloop/events.js';
import type { LoopDeps, RunRequest, RunWatch } from '../../agentloop/run.js';
import { runLoop } from '../../agentloop/run-loop.js';
import type { LlmMessage } from '../../llm/types.js';
import type { FrameBatch, NewRun, RunEnd, StoredCall } from '../../store/run-log/run-log.model.js';
import type { PgRunLog } from '../../store/run-log/run-log.store.js';
import type { LiveRun } from './run-reader.js';

/** Runs a request to its end into the log, whether or not anyone reads, at most `maxPending` characters ahead of it. */
export async function writeRun(
  request: RunRequest,
  { run, live, log }: { run: NewRun; live: LiveRun; log: Pick<PgRunLog, 'append' | 'handOver'> },
  loop: Omit<LoopDeps, 'record'>,
  watch: RunWatch,
  maxPending: number,
): Promise<void> {
  const logger = loop.logger.child({ run_id: run.id });
  const gained: LlmMessage[] = [];
  const record = (messages: readonly LlmMessage[]) => void gained.push(...messages);
  const commit = new GroupCommit(
    (batch, calls, end) => log.append(run, batch, calls, end),
    (batch) => {
      live.publish(batch);
      watch.published();
    },
    (error) => {
      logger.error({ err: error }, "a run's events were not stored");
      live.cancel(databaseError(NOT_STORED));
    },
    live.window.last,
  );
  let agent = run.contextType;
  let last: { seq: number; event: AgentEvent } | undefined;
  let fault: Error | undefined;
  try {
    const selection = { ...loop.selection, logger };
    // New fields first, here and wherever each run makes an object: behind a spread they cost a hidden class each (bench/memory.md).
    const deps = watch.around({ record, calls: commit, ...loop, selection, logger });
    const terminal = await runLoop(request, deps, live.stop, (event) => {
      watch.event(event);
      if (event.type === 'agent_selected' && event.data.agent !== agent) {
        agent = event.data.agent;
        const failed = (err: unknown): void => logger.warn({ err }, 'a hand-over was not stored');
        log.handOver(run.id, agent).catch(failed);
      }
      commit.append(event);
      return commit.pending > maxPending ? commit.settled() : undefined;
    });
    last = await end(commit, terminal, gained, logger);
  } catch (error) {
    // The log stays as it is; when the run's lease has run out it gets its terminal event. Its readers are
    // told now: a full disk may take none for hours.
    if (!(error instanceof RunLost)) fault = notStoredBecause(error);
    logger.error({ err: error }, 'the end of a run was not stored');
  } finally {
    watch.ended(last?.event);
    live.end(last?.seq, fault);
  }
}

/** Tries to store the end of a run, the first with its messages. */
const END_TRIES = 3;

/** Stores the terminal event with the messages, or else one that says they could not be; answers which. */
async function end(
  commit: GroupCommit,
  terminal: AgentEvent,
  gained: readonly LlmMessage[],
  logger: LoopDeps['logger'],
): Promise<{ seq: number; event: AgentEvent }> {
  const messages = gained as unknown as JsonObject[];
  for (let left = END_TRIES; ; left -= 1) {
    const first = left === END_TRIES;
    const event = first || terminal.type === 'error' ? terminal : NOT_STORED_EVENT;
    try {
      const stored = { state: stateAfter(event), messages: first ? messages : [] };
      return { seq: await commit.end(event, stored), event };
    } catch (error) {
      if (left === 1 || error instanceof RunLost) throw error;
      logger.error({ err: error }, 'a conversation was not stored');
    }
  }
}

function stateAfter(terminal: AgentEvent): RunEnd['state'] {
  if (terminal.type !== 'error') return 'completed';
  return terminal.data.code === 'cancelled' ? 'cancelled' : 'failed';
}

const NOT_STORED =
  'The answer could not be stored, so the conversation will not remember it. What was shown stands; send the message again if it matters for what follows.';

/** What the readers of a run are told whose end could not be stored. */
function notStoredBecause(cause: unknown): AppError {
  const isKnown = cause instanceof AppError && cause.code === 'database_error';
  const message = isKnown ? `${NOT_STORED} ${cause.message}` : NOT_STORED;
  return databaseError(message, [], { cause });
}

const NOT_STORED_EVENT: AgentEvent = {
  type: 'error',
  data: { code: 'database_error', message: NOT_STORED, retryable: true },
};

/** Writes one batch, which may hold no event; `false` when the run is not ours any more. */
type WriteBatch = (
  batch: FrameBatch,
  calls: readonly StoredCall[],
  end?: RunEnd,
) => Promise<boolean>;

/** The run's log belongs to another server, which has ended it: nothing more may be said. */
class RunLost extends Error {
  override readonly name = 'RunLost';
}

/** The words under which effects are stored and clients know them. */
const STORED = { read: 'read', draft: 'write', propose: 'preview', none: 'none' } as const;

/** Numbers, encodes and stores a run's events in order, a batch at a time; states of calls ride along. `committed` gets what is stored. */
export class GroupCommit implements CallRecorder {
  private frames: string[] = [];
  private length = 0;
  /** The newest state of each call that is not stored yet. */
  private calls: Map<string, StoredCall> | undefined;
  private started: Set<string> | undefined;
  private flushes = 0;
  /** From now on the end takes along what waits. */
  private ending = false;
  private writing: Promise<void> | undefined;
  private failure: Error | undefined;
  /** Frames of a write that failed, and yet may have arrived. */
  private unsure = 0;

  constructor(
    private readonly write: WriteBatch,
    private readonly committed: (batch: FrameBatch) => void,
    private readonly failed: (error: Error) => void,
    private stored = 0,
  ) {}

  get pending(): number {
    return this.length;
  }

  append(event: AgentEvent): void {
    this.push(event);
    if (this.failure === undefined && !this.ending) this.writing ??= this.drain();
  }

  note(record: CallRecord): void {
    this.calls ??= new Map();
    this.calls.set(record.id, { ...record, effect: STORED[record.effect] });
  }

  async start(record: CallRecord): Promise<void> {
    this.started ??= new Set();
    if (record.effect !== 'read' && this.started.has(record.id))
      throw conflict(`the call ${record.id} has been started before.`);
    this.started.add(record.id);
    this.note({ ...record, state: 'started' });
    // A read that is lost can be repeated; of anything else a crash must not lose that it began.
    if (record.effect !== 'read') await this.flush();
  }

  /** Resolves when everything noted and appended so far is stored; rejects when it could not be. */
  async flush(): Promise<void> {
    this.flushes += 1;
    while (this.failure === undefined && (this.writing !== undefined || this.isWaiting)) {
      await (this.writing ??= this.drain());
    }
    this.flushes -= 1;
    if (this.failure !== undefined) throw this.failure;
  }

  /** Resolves when no write is under way, whether they went well or not. */
  async settled(): Promise<void> {
    await this.writing;
  }

  /** Stores what waits with the terminal event; its number. After a rejection another end can be tried. */
  async end(terminal: AgentEvent, end: RunEnd): Promise<number> {
    this.ending = true;
    await this.settled();
    if (this.failure instanceof RunLost) throw this.failure;
    if (this.unsure > 0) await this.store(this.unsure);
    const frame = this.push(terminal);
    try {
      await this.store(this.frames.length, end);
      return this.stored;
    } catch (error) {
      this.frames.pop();
      this.length -= frame.length;
      throw error;
    }
  }

  private push(agentEvent: AgentEvent): string {
    const id = this.stored + this.frames.length + 1;
    const frame = encodeSse({ id, event: wireName(agentEvent), data: agentEvent.data });
    this.frames.push(frame);
    this.length += frame.length;
    return frame;
  }

  private get isWaiting(): boolean {
    return this.frames.length > 0 || (this.flushes > 0 && this.calls !== undefined);
  }

  private async drain(): Promise<void> {
    try {
      while (this.isWaiting && !(this.ending && this.flushes === 0)) {
        this.unsure = this.frames.length;
        await this.store(this.unsure);
      }
    } catch (error) {
      this.failure = error as Error;
      this.failed(this.failure);
    } finally {
      this.writing = undefined;
    }
  }

  /** Writes the first `count` that wait as one batch; they continue waiting when that fails. */
  private async store(count: number, end?: RunEnd): Promise<void> {
    const first = this.stored + 1;
    const batch = { first, last: this.stored + count, text: this.frames.slice(0, count).join('') };
    const { calls } = this;
    this.calls = undefined;
    try {
      // `stored` stays until the answer is here, so events that come in the meantime count on from it.
      const ours = await this.write(batch, [...(calls?.values() ?? [])], end);
      if (!ours) throw new RunLost('the run has another owner');
    } catch (error) {
      if (calls !== undefined) this.calls = new Map([...calls, ...(this.calls ?? [])]);
      throw error;
    }
    for (const frame of this.frames.splice(0, count)) this.length -= frame.length;
    this.stored += count;
    this.unsure = 0;
    if (count > 0) this.committed(batch);
  }
}
