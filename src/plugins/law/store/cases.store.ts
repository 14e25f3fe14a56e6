import type { Clock } from '../../../foundation/clock.js';
import { type AppError, conflict, notFound } from '../../../foundation/errors.js';
import { isUuid, newId } from '../../../foundation/ids.js';
import {
  type Database,
  type Queryable,
  isUniqueViolation,
  withoutNulls,
} from '../../../store/database.js';
import { toText } from '../../../store/stored-text.js';

export const SAMPLE_OWNER = '*';

export interface NewDeadline {
  title: string;
  dueOn: string;
  isDone: boolean;
}

export interface NewCase {
  number: string;
  title: string;
  court?: string;
  status: 'open' | 'closed';
  summary: string;
  openedOn: string;
  deadlines: readonly NewDeadline[];
}

/** A stored case with its deadlines, the next one first, each with the days left from today, negative when it has passed. */
export interface StoredCase extends Omit<NewCase, 'deadlines'> {
  id: string;
  isSample: boolean;
  deadlines: readonly (NewDeadline & { daysLeft: number })[];
  updatedAt: Date;
}

const MAX_CASES = 500;

/** Cases in PostgreSQL. Every method sees only `userId`'s own; the samples are read by all and changed by nobody. */
export class PgCaseStore {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** All there are: open ones first, then the newest; the samples last. */
  async list(userId: string): Promise<StoredCase[]> {
    const rows = await this.db.query<StoredCase>(
      `${SELECT} where c.user_id = $1 or c.user_id = '*' ${ORDER}`,
      [userId, this.today()],
    );
    return rows.map(withoutNulls);
  }

  /** Rejects with `conflict` for a number that the user has already, or when there are 500 cases. */
  async create(userId: string, fields: NewCase): Promise<StoredCase> {
    const id = newId();
    return this.db.transaction(async (tx) => {
      const [{ count = 0 } = {}] = await tx.query<{ count: number }>(COUNT, [userId]);
      if (count >= MAX_CASES)
        throw conflict(
          `You have ${MAX_CASES} cases, and there may not be more. Delete one that is no longer needed.`,
        );
      const rows = await tx.query(INSERT, [id, userId, ...this.valuesOf(fields)]);
      if (rows.length === 0) throw numberTaken(fields.number);
      return this.withDeadlines(tx, userId, id, fields);
    });
  }

  /** Replaces all of a case. Rejects with `not_found`, or `conflict` for a number of another one. */
  async replace(userId: string, id: string, fields: NewCase): Promise<StoredCase> {
    return this.db.transaction(async (tx) => {
      await this.requireOwn(tx, userId, id);
      await tx.query(UPDATE, [id, userId, ...this.valuesOf(fields)]).catch((error: unknown) => {
        throw isUniqueViolation(error) ? numberTaken(fields.number) : error;
      });
      await tx.query('delete from sextant.deadlines where case_id = $1', [id]);
      return this.withDeadlines(tx, userId, id, fields);
    });
  }

  /** Rejects with `not_found`. */
  async remove(userId: string, id: string): Promise<void> {
    await this.db.transaction(async (tx) => {
      await this.requireOwn(tx, userId, id);
      await tx.query('delete from sextant.cases where id = $1 and user_id = $2', [id, userId]);
    });
  }

  private async requireOwn(tx: Queryable, userId: string, id: string): Promise<void> {
    const found = isUuid(id) ? await tx.query(LOCK, [id, userId]) : [];
    if (found.length === 0)
      throw notFound(
        `You have no case ${id.slice(0, 80)}; samples cannot be changed. GET /v1/cases lists the cases there are.`,
      );
  }

  private async withDeadlines(
    tx: Queryable,
    userId: string,
    id: string,
    { deadlines }: NewCase,
  ): Promise<StoredCase> {
    const titles = deadlines.map(({ title }) => toText(title));
    const days = deadlines.map(({ dueOn }) => dueOn);
    await tx.query(INSERT_DEADLINES, [id, titles, days, deadlines.map(({ isDone }) => isDone)]);
    const [row] = await tx.query<StoredCase>(`${SELECT} where c.user_id = $1 and c.id = $3`, [
      userId,
      this.today(),
      id,
    ]);
    return withoutNulls(row as StoredCase);
  }

  private valuesOf({ number, title, court, status, summary, openedOn }: NewCase): unknown[] {
    const texts = [number, title, court ?? null];
    return [...texts, status, summary, openedOn, this.clock()];
  }

  private today(): string {
    return this.clock().toISOString().slice(0, 10);
  }
}

const SELECT = `select c.id, c.user_id = '*' as "isSample", c.number, c.title, c.court, c.status, c.summary,
    c.opened_on as "openedOn", c.updated_at as "updatedAt", (
      select coalesce(jsonb_agg(jsonb_build_object('title', d.title, 'dueOn', d.due_on,
        'isDone', d.is_done, 'daysLeft', d.due_on - $2::date) order by d.due_on, d.position), '[]')
      from sextant.deadlines d where d.case_id = c.id
    ) as deadlines
  from sextant.cases c`;

const ORDER = `order by c.user_id = '*', c.status desc, c.opened_on desc, c.number`;

const COUNT = 'select count(*)::int as count from sextant.cases where user_id = $1';

const LOCK = 'select 1 from sextant.cases where id = $1 and user_id = $2 for update';

const INSERT = `insert into sextant.cases
    (id, user_id, number, title, court, status, summary, opened_on, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  on conflict (user_id, number) do nothing returning id`;

const UPDATE = `update sextant.cases set number = $3, title = $4, court = $5, status = $6,
  summary = $7, opened_on = $8, updated_at = $9 where id = $1 and user_id = $2`;

const INSERT_DEADLINES = `insert into sextant.deadlines (case_id, position, title, due_on, is_done)
  select $1, d.position - 1, d.title, d.due_on, d.is_done
  from unnest($2::text[], $3::date[], $4::boolean[]) with ordinality
    as d (title, due_on, is_done, position)`;

function numberTaken(number: string): AppError {
  return conflict(
    `You have another case with the number "${number.slice(0, 80)}". Give this one another number, or change that one.`,
    [{ path: 'number', message: 'is taken' }],
  );
}
