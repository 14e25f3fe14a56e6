import { withoutNulls, type Database } from '../../../store/database.js';
import type { StoredResearch, TakenWork, ResearchSummary } from '../research.model.js';
import { basesOf, readState } from '../state-reader.js';
import type { ResearchState } from '../state.js';

export type ResearchRow = Omit<StoredResearch, 'state'> & { state: unknown };

export const RESEARCH_COLUMNS = `r.id, r.user_id as "userId", r.stage, r.version, r.state, r.checkpoint, r.failure,
  r.steps, (select last_seq from sextant.runs where runs.id = r.id) as "lastSeq",
  r.created_at as "createdAt", r.updated_at as "updatedAt", r.ended_at as "endedAt"`;

/** A row as the server's own type; rejects as {@link readState}. */
export function toResearch(row: ResearchRow): StoredResearch {
  return { ...withoutNulls(row), state: readState(row.state) };
}

/** No name of a knowledge base holds it. */
const BETWEEN = ',';

/** The knowledge bases of a research as its row has them: a list reads no states. */
export function toKbColumn(state: Pick<ResearchState, 'kb' | 'kbs'>): string {
  return basesOf(state).join(BETWEEN);
}

export type SummaryRow = Omit<ResearchSummary, 'kbs'> & { kb: string };

export const SUMMARY_COLUMNS =
  'id, query, kb, stage, created_at as "createdAt", updated_at as "updatedAt", ended_at as "endedAt"';

export function toSummary({ kb, ...row }: SummaryRow): ResearchSummary {
  return { ...withoutNulls(row), kbs: kb.split(BETWEEN) };
}

const WORK_COLUMNS = `research_id as "researchId", key, user_id as "userId", stage, task_id as "taskId",
  worker, attempts, begun_at as "begunAt"`;

export interface Lease {
  work: TakenWork;
  research: StoredResearch;
}

const UNREAD_PAUSE_S = 30;

/** One turn behind the user's own that wait, none before the first that waits at all: users share the steps (start-time fair queueing). */
export function nextTurn(userId: string): string {
  return `(select coalesce(greatest(min(turn), max(turn) filter (where user_id = ${userId}) + 1), 0)
    from sextant.research_work where state = 'open' and worker is null and start_after <= now())`;
}

/** Whether a piece of work is still its worker's, by the values of {@link ownWork}. */
export const OWN_WORK = "research_id = $1 and key = $2 and worker = $3 and state = 'open'";

export function ownWork({ researchId, key, worker }: TakenWork): string[] {
  return [researchId, key, worker];
}

/** Hands out work by leases of the database's clock: a worker that does not renew in time is dead, and its work goes to another. */
export class PgResearchWork {
  constructor(
    private readonly db: Database,
    private readonly leaseMs: number,
  ) {}

  /** The next piece of work, if there is one. Rejects, and gives it back for later, when it is a newer server's and cannot be read here. */
  async take(worker: string): Promise<Lease | undefined> {
    const [row] = await this.db.query<TakenWork>(
      `update sextant.research_work
       set worker = $1, lease_until = now() + $2 * interval '1 ms', attempts = attempts + 1,
         begun_at = coalesce(begun_at, now())
       where (research_id, key) = (
         select research_id, key from sextant.research_work
         where state = 'open' and start_after <= now() and (worker is null or lease_until < now())
         order by turn, start_after, key limit 1 for update skip locked)
       returning ${WORK_COLUMNS}`,
      [worker, this.leaseMs],
    );
    if (row === undefined) return undefined;
    const work = withoutNulls(row);
    const [research] = await this.db.query<ResearchRow>(
      `select ${RESEARCH_COLUMNS} from sextant.research r where r.id = $1`,
      [work.researchId],
    );
    try {
      return research && { work, research: toResearch(research) };
    } catch (error) {
      await this.giveBack(work, { afterSeconds: UNREAD_PAUSE_S, counts: false });
      throw error;
    }
  }

  /** Prolongs the leases of what it does, `keys` as {@link leaseKey} writes them; answers those that are still its own. */
  async renew(worker: string, keys: readonly string[]): Promise<Set<string>> {
    const rows = await this.db.query<{ lease_key: string }>(
      `update sextant.research_work set lease_until = now() + $2 * interval '1 ms'
       where worker = $1 and state = 'open' and research_id::text || '/' || key = any($3::text[])
       returning research_id::text || '/' || key as lease_key`,
      [worker, this.leaseMs, keys],
    );
    return new Set(rows.map((row) => row.lease_key));
  }

  async giveBack(
    work: TakenWork,
    how: { afterSeconds: number; counts: boolean },
  ): Promise<boolean> {
    const rows = await this.db.query(
      `update sextant.research_work as own
       set worker = null, lease_until = null, attempts = attempts - $4,
         turn = ${nextTurn('own.user_id')}, start_after = now() + $5 * interval '1 s'
       where ${OWN_WORK} returning key`,
      [...ownWork(work), how.counts ? 0 : 1, how.afterSeconds],
    );
    return rows.length > 0;
  }

  /** Gives back what anybody does: no other process can use the database. */
  async giveBackAll(): Promise<void> {
    await this.db.query(
      `update sextant.research_work set worker = null, lease_until = null
       where state = 'open' and worker is not null`,
    );
  }
}

export function leaseKey({ researchId, key }: TakenWork): string {
  return `${researchId}/${key}`;
}
