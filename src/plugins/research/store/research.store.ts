import { AppError, conflict, notFound } from '../../../foundation/errors.js';
import { isUuid } from '../../../foundation/ids.js';
import { encodeSse } from '../../../foundation/sse.js';
import type { AgentEvent } from '../../../agentloop/events.js';
import type { Database, Queryable } from '../../../store/database.js';
import { PgDurableRuns, type NewDurableRun } from '../../../store/durable-runs.store.js';
import type { BegunRun } from '../../../store/run-log/run-log.model.js';
import { toJsonb } from '../../../store/stored-text.js';
import type {
  Change,
  ResearchSummary,
  StoredResearch,
  TakenWork,
  WorkItem,
} from '../research.model.js';
import type { TaskResult } from '../state.js';
import {
  RESEARCH_COLUMNS,
  SUMMARY_COLUMNS,
  toResearch,
  toKbColumn,
  toSummary,
  type ResearchRow,
  type SummaryRow,
  nextTurn,
  OWN_WORK,
  ownWork,
} from './research-work.store.js';

const CONTEXT_TYPE = 'research';

export type NewStored = Pick<NewDurableRun, 'id' | 'userId' | 'idempotencyKey' | 'requestHash'>;

/** Researches that one statement deletes, at most: with their events, many are much. */
const REMOVED_AT_ONCE = 50;

export interface ResearchPage {
  items: ResearchSummary[];
  total: number;
}

/** Every change is one transaction: state, what is to be done next, and the events that tell of it. With a `userId`, that user's only. */
export class PgResearchStore {
  private readonly runs: PgDurableRuns;

  constructor(private readonly db: Database) {
    this.runs = new PgDurableRuns(db);
  }

  /** Stores a new research, or answers what its key began; `too_many_runs` over `maxOpen` that have not ended. */
  async create(research: NewStored, change: Change, maxOpen: number): Promise<BegunRun> {
    const { id, userId } = research;
    return this.db.transaction(async (tx) => {
      // Requests of one user take turns, so that two at once cannot both be the last that fits.
      await tx.query("select pg_advisory_xact_lock(hashtextextended('research ' || $1, 0))", [
        userId,
      ]);
      const { query } = change.state;
      const run = { ...research, contextType: CONTEXT_TYPE, message: query };
      const begun = await this.runs.create(tx, run);
      if (begun.id !== id) return begun;
      await refuseTooMany(tx, userId, maxOpen);
      await tx.query(
        `insert into sextant.research (id, user_id, query, kb, stage, state)
         values ($1, $2, $3, $4, $5, $6)`,
        [id, userId, query, toKbColumn(change.state), change.stage, toJsonb(change.state)],
      );
      await this.addWork(tx, id, userId, change.work);
      await this.tell(tx, id, change);
      return begun;
    });
  }

  /** Rejects as {@link create}, unless the user's `key` has begun something before. */
  async requireRoom(userId: string, maxOpen: number, key: string | undefined): Promise<void> {
    const known = await this.db.query(
      'select 1 from sextant.runs where user_id = $1 and idempotency_key = $2',
      [userId, key ?? null],
    );
    if (known.length === 0) await refuseTooMany(this.db, userId, maxOpen);
  }

  async find(userId: string, id: string): Promise<StoredResearch | undefined> {
    if (!isUuid(id)) return undefined;
    return one(this.db, 'r.id = $1 and r.user_id = $2', [id, userId]);
  }

  async list(userId: string, page: { limit: number; offset: number }): Promise<ResearchPage> {
    const rows = await this.db.query<SummaryRow>(
      `select ${SUMMARY_COLUMNS} from sextant.research
       where user_id = $1 order by created_at desc, id limit $2 offset $3`,
      [userId, page.limit, page.offset],
    );
    const [count] = await this.db.query<{ total: number }>(
      'select count(*)::int as total from sextant.research where user_id = $1',
      [userId],
    );
    return { items: rows.map(toSummary), total: count?.total ?? 0 };
  }

  /** Changes it as `decide` says of its newest state, and answers it then; rejects with `not_found`. */
  async change(
    userId: string,
    id: string,
    decide: (research: StoredResearch) => Change,
  ): Promise<StoredResearch> {
    if (!isUuid(id)) throw unknownResearch(id);
    return this.db.transaction(async (tx) => {
      const locked = 'r.id = $1 and r.user_id = $2 for update';
      const research = await one(tx, locked, [id, userId]);
      if (research === undefined) throw unknownResearch(id);
      await this.apply(tx, research, decide(research));
      const changed = await one(tx, 'r.id = $1', [id]);
      if (changed === undefined) throw unknownResearch(id);
      return changed;
    });
  }

  /** Ends work with the change it makes; false, and nothing changes, when it is not this worker's any more. */
  async finish(
    work: TakenWork,
    decide: (research: StoredResearch) => Change,
    result?: TaskResult,
  ): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      const research = await one(tx, 'r.id = $1 for update', [work.researchId]);
      if (research === undefined || !(await this.endWork(tx, work, result))) return false;
      await this.apply(tx, research, decide(research));
      return true;
    });
  }

  /** Deletes the research with all of it, its run too; false when there is none. */
  async remove(userId: string, id: string): Promise<boolean> {
    if (!isUuid(id)) return false;
    return this.db.transaction(async (tx) => {
      // First, as all that changes a research locks it first: nothing is under way when it goes.
      const locked = 'select id from sextant.research where id = $1 and user_id = $2 for update';
      if ((await tx.query(locked, [id, userId])).length === 0) return false;
      await tx.query('delete from sextant.runs where id = $1', [id]);
      return true;
    });
  }

  async removeEnded(ms: number): Promise<number> {
    for (let removed = 0; ; removed += REMOVED_AT_ONCE) {
      const gone = await this.db.query(
        `delete from sextant.runs where id in (
           select id from sextant.research where ended_at < now() - $1 * interval '1 ms'
           limit ${REMOVED_AT_ONCE} for update skip locked)
         returning id`,
        [ms],
      );
      if (gone.length < REMOVED_AT_ONCE) return removed + gone.length;
    }
  }

  /** Adds events without a change; false when the work is not this worker's any more. */
  async say(work: TakenWork, events: readonly AgentEvent[]): Promise<boolean> {
    const isOwn = `select 1 from sextant.research_work where ${OWN_WORK}`;
    return this.db.transaction(async (tx) => {
      const own = await tx.query(isOwn, ownWork(work));
      if (own.length > 0) await this.tell(tx, work.researchId, { events, run: 'running' });
      return own.length > 0;
    });
  }

  async results(researchId: string): Promise<TaskResult[]> {
    const rows = await this.db.query<{ result: TaskResult }>(
      `select result from sextant.research_work
       where research_id = $1 and state = 'done' order by task_id`,
      [researchId],
    );
    return rows.map(({ result }) => result);
  }

  private async endWork(tx: Queryable, work: TakenWork, result?: TaskResult): Promise<boolean> {
    const values: unknown[] = ownWork(work);
    let ending = 'delete from sextant.research_work';
    if (result !== undefined) {
      ending = "update sextant.research_work set state = 'done', worker = null, result = $4";
      values.push(toJsonb(result));
    }
    return (await tx.query(`${ending} where ${OWN_WORK} returning key`, values)).length > 0;
  }

  private async apply(tx: Queryable, research: StoredResearch, change: Change): Promise<void> {
    const { id, userId, version } = research;
    const rows = await tx.query(CHANGE, [
      id,
      version,
      change.stage,
      toJsonb(change.state),
      change.checkpoint === undefined ? null : toJsonb(change.checkpoint),
      change.failure === undefined ? null : toJsonb(change.failure),
      change.steps,
      change.run !== 'running',
    ]);
    if (rows.length === 0) throw conflict(`The research ${id} has changed.`);
    await tx.query(
      "delete from sextant.research_work where research_id = $1 and ($2 or $3 and state = 'done')",
      [id, change.run !== 'running', change.dropsResults ?? false],
    );
    await this.addWork(tx, id, userId, change.work);
    await this.tell(tx, id, change);
  }

  private async addWork(
    tx: Queryable,
    researchId: string,
    userId: string,
    items: readonly WorkItem[],
  ): Promise<void> {
    for (const { key, stage, taskId } of items) {
      await tx.query(
        `insert into sextant.research_work (research_id, key, user_id, stage, task_id, turn)
         values ($1, $2, $3, $4, $5, ${nextTurn('$3')})`,
        [researchId, key, userId, stage, taskId ?? null],
      );
    }
  }

  private async tell(
    tx: Queryable,
    id: string,
    { events, run }: Pick<Change, 'events' | 'run'>,
  ): Promise<void> {
    if (events.length === 0) return;
    const encode = (first: number): string =>
      events
        .map(({ type, data }, index) => encodeSse({ id: first + index, event: type, data }))
        .join('');
    await this.runs.append(tx, id, events.length, encode, run);
  }
}

const CHANGE = `update sextant.research
  set version = version + 1, stage = $3, state = $4, checkpoint = $5, failure = $6,
    steps = steps + $7, updated_at = now(), ended_at = case when $8 then now() end
  where id = $1 and version = $2 returning id`;

async function one(
  on: Queryable,
  condition: string,
  values: readonly unknown[],
): Promise<StoredResearch | undefined> {
  const [row] = await on.query<ResearchRow>(
    `select ${RESEARCH_COLUMNS} from sextant.research r where ${condition}`,
    values,
  );
  return row && toResearch(row);
}

async function refuseTooMany(tx: Queryable, userId: string, maxOpen: number): Promise<void> {
  const [count] = await tx.query<{ open: number }>(
    'select count(*)::int as open from sextant.research where user_id = $1 and ended_at is null',
    [userId],
  );
  if ((count?.open ?? 0) < maxOpen) return;
  throw new AppError(
    'too_many_runs',
    `You have ${maxOpen} researches that have not ended, the most one user may have. Finish or cancel one (POST /v1/research/:id/cancel).`,
  );
}

export function unknownResearch(id: string): AppError {
  return notFound(
    `There is no research ${id.slice(0, 80)}. GET /v1/research lists those there are.`,
  );
}
