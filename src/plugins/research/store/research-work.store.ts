import { withoutNulls, type Database, type Queryable } from '../../../store/database.js';
import type { Job, JobQueue } from '../jobs/boss-queue.js';
import type { StoredResearch, TakenWork } from '../research.model.js';
import { RESEARCH_COLUMNS, toResearch, WORK_COLUMNS, type ResearchRow } from './research.rows.js';

/** A piece of work and the research it is for, as it stands. */
export interface Taken {
  work: TakenWork;
  research: StoredResearch;
}

/** When a piece of work that this server cannot read is looked at again. */
const UNREAD_PAUSE_S = 30;

/**
 * Who does which piece of work, by leases of the database's clock: a worker that does not renew its
 * lease in time is taken for dead, and its work goes to another.
 */
export class PgResearchWork {
  constructor(
    private readonly db: Database,
    private readonly jobs: JobQueue,
    private readonly leaseMs: number,
  ) {}

  /**
   * Takes the next piece of work for `worker`. `undefined` when there is none; a job whose work is done,
   * cancelled or somebody else's is passed over. Rejects when its research cannot be read here, as that of a
   * newer server; the work is given back for later, so that it holds up no other.
   */
  async take(worker: string): Promise<Taken | undefined> {
    for (;;) {
      const taken = await this.db.transaction(async (tx) => {
        const job = await this.jobs.take(tx);
        return job && { claimed: await this.claim(tx, job, worker) };
      });
      if (taken === undefined) return undefined;
      if (taken.claimed !== undefined) {
        return this.read(withoutNulls(taken.claimed.work), taken.claimed.research, worker);
      }
    }
  }

  private async read(work: TakenWork, research: ResearchRow, worker: string): Promise<Taken> {
    try {
      return { work, research: toResearch(research) };
    } catch (error) {
      await this.giveBack(work, worker, { afterSeconds: UNREAD_PAUSE_S, counts: false });
      throw error;
    }
  }

  /** Whether any work is to be done or being done; what is asked most often, and costs least. */
  async isAny(): Promise<boolean> {
    const rows = await this.db.query(
      "select 1 from sextant.research_work where state = 'open' limit 1",
    );
    return rows.length > 0;
  }

  private async claim(
    tx: Queryable,
    { researchId, key }: Job,
    worker: string,
  ): Promise<{ work: TakenWork; research: ResearchRow } | undefined> {
    const [work] = await tx.query<TakenWork>(
      `update sextant.research_work
       set worker = $3, lease_until = now() + $4 * interval '1 ms', attempts = attempts + 1,
         begun_at = coalesce(begun_at, now())
       where research_id = $1 and key = $2 and state = 'open'
         and (worker is null or lease_until < now())
       returning ${WORK_COLUMNS}`,
      [researchId, key, worker, this.leaseMs],
    );
    if (work === undefined) return undefined;
    const [research] = await tx.query<ResearchRow>(
      `select ${RESEARCH_COLUMNS} from sextant.research r where r.id = $1`,
      [researchId],
    );
    return research && { work, research };
  }

  /**
   * Prolongs the worker's leases of what it does: `keys`, as {@link leaseKey} writes them. Answers those that
   * are still its own. What the table has as its own beside them it does not do, and that lease runs out.
   */
  async renew(worker: string, keys: readonly string[]): Promise<Set<string>> {
    const rows = await this.db.query<{ lease_key: string }>(
      `update sextant.research_work set lease_until = now() + $2 * interval '1 ms'
       where worker = $1 and state = 'open' and research_id::text || '/' || key = any($3::text[])
       returning research_id::text || '/' || key as lease_key`,
      [worker, this.leaseMs, keys],
    );
    return new Set(rows.map((row) => row.lease_key));
  }

  /**
   * Gives work back, to be taken again after some seconds; `counts` says whether this attempt does. False, and nothing
   * happens, when it is no longer the worker's.
   */
  async giveBack(
    work: TakenWork,
    worker: string,
    how: { afterSeconds: number; counts: boolean },
  ): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      const rows = await tx.query(
        `update sextant.research_work
         set worker = null, lease_until = null, attempts = attempts - $4
         where research_id = $1 and key = $2 and worker = $3 and state = 'open' returning key`,
        [work.researchId, work.key, worker, how.counts ? 0 : 1],
      );
      const { researchId, key } = work;
      if (rows.length > 0) await this.jobs.send(tx, { researchId, key }, how.afterSeconds);
      return rows.length > 0;
    });
  }

  /**
   * Gives the work of dead workers to others: of those whose lease has run out or, when `allAreDead` (no
   * other process can use the database), of all. Answers how many pieces there were.
   */
  async takeFromDead(allAreDead: boolean): Promise<number> {
    return this.db.transaction(async (tx) => {
      const rows = await tx.query<{ research_id: string; key: string }>(
        `update sextant.research_work set worker = null, lease_until = null
         where state = 'open' and worker is not null and ($1 or lease_until < now())
         returning research_id, key`,
        [allAreDead],
      );
      for (const { research_id: researchId, key } of rows) {
        await this.jobs.send(tx, { researchId, key });
      }
      return rows.length;
    });
  }
}

/** A name for a piece of work among all researches. */
export function leaseKey({ researchId, key }: Job): string {
  return `${researchId}/${key}`;
}
