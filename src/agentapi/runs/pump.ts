import { AppError, conflict, databaseError } from '../../foundation/errors.js';
import type { JsonObject } from '../../foundation/json.js';
import type { AgentEvent } from '../../agentloop/events.js';
import type { LoopDeps, RunRequest, RunWatch } from '../../agentloop/run.js';
import { runLoop } from '../../agentloop/run-loop.js';
import type { LlmMessage } from '../../llm/types.js';
import type { RunEnd } from '../../store/run-log/run-log.model.js';
import { GroupCommit, RunLost, type WriteBatch, type StoredRecord } from './group-commit.js';
import type { LiveRun } from './live-run.js';
import type { CallRecord, CallRecorder } from '../../agentloop/call-record.js';

/** Records a run's calls in its log: states ride along with the events that are stored anyway. */
class RunCallsRecorder implements CallRecorder {
  private readonly started = new Set<string>();

  constructor(private readonly commit: Pick<GroupCommit, 'note' | 'flush'>) {}

  note(record: CallRecord): void {
    this.commit.note(stored(record));
  }

  async start(record: CallRecord): Promise<void> {
    if (record.effect !== 'read' && this.started.has(record.id))
      throw conflict(`the call ${record.id} has been started before.`);
    this.started.add(record.id);
    this.note({ ...record, state: 'started' });
    // A read that is lost can be repeated; of anything else a crash must not lose that it began.
    if (record.effect !== 'read') await this.commit.flush();
  }
}

/** The words under which effects are stored and clients know them. */
const STORED = { read: 'read', draft: 'write', propose: 'preview', none: 'none' } as const;

function stored(record: CallRecord): StoredRecord {
  return { ...record, effect: STORED[record.effect] };
}

/** Tries to store the end of a run, the first with its messages. */
const END_TRIES = 3;

/** Runs a request to its end into the log, whether or not anyone reads, at most `maxPending` characters ahead of it. */
export async function pumpRun(
  request: RunRequest,
  live: LiveRun,
  write: WriteBatch,
  loop: Omit<LoopDeps, 'record'>,
  watch: RunWatch,
  maxPending: number,
): Promise<void> {
  const logger = loop.logger.child({ run_id: request.runId });
  const gained: LlmMessage[] = [];
  const record = (messages: readonly LlmMessage[]) => void gained.push(...messages);
  const commit = new GroupCommit(
    write,
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
  let last: { seq: number; event: AgentEvent } | undefined;
  let fault: Error | undefined;
  try {
    const calls = new RunCallsRecorder(commit);
    const selection = { ...loop.selection, logger };
    const deps = watch.around({ ...loop, selection, logger, record, calls });
    const terminal = await runLoop(request, deps, live.stop.signal, (event) => {
      watch.event(event);
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
