import { AppError } from '../../foundation/errors.js';
import { isUuid } from '../../foundation/ids.js';
import type { JsonObject } from '../../foundation/json.js';
import {
  appendMessages,
  noConversation,
  BEGINNING,
  branchTo,
  runsBefore,
  type RunInBranches,
} from '../conversations.store.js';
import { isForeignKeyViolation, type Database, type Queryable } from '../database.js';
import { Notices } from '../run-notices.js';
import { RunAppends, readsOf } from './appends.js';
import type {
  BegunRun,
  FrameBatch,
  LogPage,
  NewRun,
  RunEnd,
  RunNotice,
  RunOwner,
  StoredCall,
  StoredRun,
} from './run-log.model.js';

/** The fields of a stored run. */
const RUN =
  'id, user_id as "userId", conversation_id as "conversationId", context_type as "contextType", state,' +
  ' last_seq as "lastSeq", request_hash as "requestHash", cancel_requested as "cancelRequested",' +
  ' created_at as "createdAt", ended_at as "endedAt"';

/**
 * Deletes the events of the next runs that ended before `$1`, after the one with the end `$2` and the id `$3`; answers
 * the last of them, its end as text, which keeps its microseconds. Deleting without a limit takes longer than a
 * statement may, once there is enough to delete, and then never succeeds.
 */
const DELETE_EVENTS = `with old as (
    select id, ended_at from sextant.runs
    where ended_at < $1 and (ended_at, id) > ($2::timestamptz, $3::uuid)
    order by ended_at, id limit 500
  ), deleted as (
    delete from sextant.run_events using old where run_id = old.id
  )
  select ended_at::text, id from old order by old.ended_at desc, id desc limit 1`;

/** Calls of a dead server: what had started and was no read may have taken effect. */
const CUT_OFF = `update sextant.tool_calls
  set updated_at = now(),
    state = case when state = 'started' and effect <> 'read' then 'unknown' else 'failed' end
  where run_id = $1 and state in ('planned', 'started')
  returning tool_use_id as id, name, effect, state`;

/** Runs that have not ended and whose server may be gone; `$1` is the one process that is not, where it is known. */
const DEAD = `ended_at is null and (lease_until < now() or process <> $1)`;

/** The runs' event logs in PostgreSQL, as one server sees them. Times are the database's own. */
export class PgRunLog {
  private readonly appends: RunAppends;
  private readonly reads: ReturnType<typeof readsOf>;
  private readonly notices: Notices;
  /** The last run, by its end, whose events this server has deleted. */
  private eventsDeletedTo = { endedAt: '-infinity', id: '00000000-0000-0000-0000-000000000000' };

  /** Leases that had run out when {@link interrupt} looked last, by run. */
  private expired: ReadonlyMap<string, string> = new Map();

  constructor(
    private readonly db: Database,
    private readonly owner: RunOwner,
    private readonly leaseMs: number,
    pageBytes?: number,
  ) {
    this.notices = new Notices(db);
    this.appends = new RunAppends(db, owner, leaseMs);
    this.reads = readsOf(db, pageBytes);
  }

  /**
   * Stores a run as this server's; `false` when the user has another one under the same key. Rejects with
   * `not_found` when its conversation was deleted since it was opened.
   */
  async create(run: NewRun): Promise<boolean> {
    try {
      return await this.appends.create(run);
    } catch (error) {
      throw isForeignKeyViolation(error) ? noConversation(run.conversationId) : error;
    }
  }

  /** The user's run of a conversation, or `undefined`. */
  async find(userId: string, id: string): Promise<StoredRun | undefined> {
    if (!isUuid(id)) return undefined;
    return this.one('id = $2', [userId, id]);
  }

  /** The user's newest run of a conversation that has not ended, or `undefined`. */
  async running(userId: string, conversationId: string): Promise<StoredRun | undefined> {
    return this.one("conversation_id = $2 and state = 'running' order by created_at desc limit 1", [
      userId,
      conversationId,
    ]);
  }

  /** The context type of the agent that answered the user's newest message of a conversation, or `undefined`. */
  async lastContextType(userId: string, conversationId: string): Promise<string | undefined> {
    if (!isUuid(conversationId)) return undefined;
    const run = await this.one('conversation_id = $2 order by created_at desc limit 1', [
      userId,
      conversationId,
    ]);
    return run?.contextType;
  }

  /** After what the newest branch has the message, the last time it was said; undefined where it was not. */
  async runBefore(
    userId: string,
    conversationId: string,
    message: string,
  ): Promise<string | undefined> {
    const runs = await this.db.query<RunInBranches & { message: string }>(
      `select id, follows, message from sextant.runs where user_id = $1 and conversation_id = $2
       order by created_at, id`,
      [userId, conversationId],
    );
    const before = runsBefore(runs);
    const said = branchTo(runs.at(-1)?.id ?? null, before).find((id) =>
      runs.some((run) => run.id === id && run.message === message),
    );
    return said === undefined ? undefined : (before.get(said) ?? BEGINNING);
  }

  /** Another agent has taken the run over, and the conversation where this is its first. */
  async handOver(runId: string, contextType: string): Promise<void> {
    await this.db.query(
      `with run as (
         update sextant.runs set context_type = $2 where id = $1 returning id, conversation_id
       )
       update sextant.conversations c set context_type = $2 from run
       where c.id = run.conversation_id and not exists (
         select from sextant.runs o where o.conversation_id = c.id and o.id <> run.id)`,
      [runId, contextType],
    );
  }

  /** The tool calls of a run in the order they were planned. */
  async calls(runId: string): Promise<StoredCall[]> {
    return this.db.query<StoredCall>(
      `select tool_use_id as id, name, effect, state from sextant.tool_calls
       where run_id = $1 order by position`,
      [runId],
    );
  }

  /** What the user began under an idempotency key, of a conversation or not, or `undefined`. */
  async findByKey(userId: string, key: string): Promise<BegunRun | undefined> {
    const [run] = await this.db.query<BegunRun>(
      `select id, request_hash as "requestHash" from sextant.runs
       where user_id = $1 and idempotency_key = $2`,
      [userId, key],
    );
    return run;
  }

  private async one(condition: string, values: string[]): Promise<StoredRun | undefined> {
    const [run] = await this.db.query<StoredRun>(
      `select ${RUN} from sextant.runs
       where user_id = $1 and conversation_id is not null and ${condition}`,
      values,
    );
    return run;
  }

  /**
   * Appends a batch in one statement, perhaps with those of other runs; with `end` it is the run's last one, and its messages come with
   * it or neither does. `false` when the run is not this server's any more: nothing was written. A
   * repeated call after a lost answer finds its own row and is `true`.
   */
  async append(
    run: NewRun,
    batch: FrameBatch,
    calls: readonly StoredCall[],
    end?: RunEnd,
  ): Promise<boolean> {
    const { id, conversationId } = run;
    const written =
      end === undefined
        ? await this.appends.append({ id, batch, calls })
        : await this.appends.end({ id, conversationId, batch, calls, end });
    return written || this.isWritten(id, batch);
  }

  private async isWritten(runId: string, { first, last, text }: FrameBatch): Promise<boolean> {
    const rows = await this.db.query(
      `select 1 from sextant.run_events
       where run_id = $1 and first_seq = $2 and last_seq = $3 and frames = $4`,
      [runId, first, last, text],
    );
    return rows.length > 0;
  }

  /** What comes after event `after`, and where the run stands, as of one moment. */
  async read(id: string, after: number): Promise<LogPage> {
    const page = await this.reads.ask({ id, after });
    if (page === undefined) throw new AppError('run_gone', `The run ${id} is no longer stored.`);
    return page;
  }

  /** Asks the run's owner to end it; of a run that has ended nothing changes. */
  async requestCancel(id: string): Promise<void> {
    const asked = `update sextant.runs set cancel_requested = true where id = $1 and state = 'running'`;
    await this.db.query(asked, [id]);
    this.tell({ id, wish: 'cancel' });
  }

  /** The runs of this server whose end was asked for elsewhere. */
  async cancelRequests(): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>(
      `select id from sextant.runs
       where instance_id = $1 and ended_at is null and cancel_requested`,
      [this.owner.instanceId],
    );
    return rows.map(({ id }) => id);
  }

  /** Tells the other servers, where there are some. */
  tell(notice: RunNotice): void {
    this.notices.tell(notice);
  }

  /** Keeps runs of this server that have stored nothing for a while from being taken for those of a dead one. */
  async renewLeases(ids: readonly string[]): Promise<void> {
    await this.db.query(
      `update sextant.runs set lease_until = now() + $3 * interval '1 ms'
       where id in (
         select id from sextant.runs where instance_id = $1 and id = any($2::uuid[]) and ended_at is null
           and lease_until < now() + 0.75 * $3 * interval '1 ms'
         order by id for no key update)`,
      [this.owner.instanceId, ids, this.leaseMs],
    );
  }

  /**
   * Deletes the events of runs that ended before, a few hundred runs at a time; what is left of a run is its
   * state. A later call passes over the runs whose events are gone.
   */
  async deleteEvents(before: Date): Promise<void> {
    for (;;) {
      const { endedAt, id } = this.eventsDeletedTo;
      const [last] = await this.db.query<{ ended_at: string; id: string }>(DELETE_EVENTS, [
        before,
        endedAt,
        id,
      ]);
      if (last === undefined) return;
      this.eventsDeletedTo = { endedAt: last.ended_at, id: last.id };
    }
  }

  /**
   * Ends the runs whose server is gone, each with one last event that `frame` writes for its number;
   * `note` is what their conversations are told. Gone is whose lease had run out at the call before already and
   * was not renewed since, so that a jump of the clock ends no run, and, when `othersAreDead` (this process alone
   * may use the database), every other process. Returns how many; rejects with the first
   * reason when all was tried and some could not be ended.
   */
  async interrupt(
    othersAreDead: boolean,
    frame: (sequence: number) => string,
    note: InterruptedNote,
  ): Promise<number> {
    const found = await this.db.query<{ id: string; lease: string; orphaned: boolean }>(
      `select id, lease_until::text as lease, coalesce(process <> $1, false) as orphaned
       from sextant.runs where ${DEAD}`,
      [othersAreDead ? this.owner.process : null],
    );
    const dead = found.filter(
      ({ id, lease, orphaned }) => orphaned || this.expired.get(id) === lease,
    );
    this.expired = new Map(found.map(({ id, lease }) => [id, lease]));
    let failure: Error | undefined;
    for (const { id } of dead) {
      const ended = this.db.transaction((tx) =>
        this.interruptOne(tx, id, othersAreDead, frame, note),
      );
      await ended.then(() => this.tell({ id })).catch((error: Error) => (failure ??= error));
    }
    if (failure !== undefined) throw failure;
    return dead.length;
  }

  private async interruptOne(
    tx: Queryable,
    id: string,
    othersAreDead: boolean,
    frame: (sequence: number) => string,
    note: InterruptedNote,
  ): Promise<void> {
    const [run] = await tx.query<StoredRun & { message: string }>(
      `update sextant.runs
       set state = 'interrupted', last_seq = last_seq + 1, ended_at = now()
       where ${DEAD} and id = $2 returning ${RUN}, message`,
      [othersAreDead ? this.owner.process : null, id],
    );
    // Somebody else was faster.
    if (run === undefined) return;
    await tx.query(
      `insert into sextant.run_events (run_id, first_seq, last_seq, frames)
       values ($1, $2, $2, $3)`,
      [id, run.lastSeq, frame(run.lastSeq)],
    );
    const calls = await tx.query<StoredCall>(CUT_OFF, [id]);
    const unknown = calls.filter(({ state }) => state === 'unknown').map(({ name }) => name);
    await appendMessages(tx, run.userId, run.conversationId, note(run.message, unknown), id);
  }
}

/** What a conversation is told of an interrupted run: its question, and the tools whose outcome is unknown. */
export type InterruptedNote = (
  message: string,
  unknown: readonly string[],
) => readonly JsonObject[];
