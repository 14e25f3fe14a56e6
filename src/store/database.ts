import { isObject } from '../foundation/json.js';
import { fromJsonb, toJsonb, toText } from './stored-text.js';
import pg from 'pg';
import { defined } from '../foundation/defined.js';
import { AppError, databaseError } from '../foundation/errors.js';

/** Something that runs SQL: the pool, or one transaction. Values are always bound, never spliced. */
export interface Queryable {
  /**
   * Rows of one statement. Timestamps come as `Date`, dates as `YYYY-MM-DD`, numerics and bigints as
   * numbers. What every run sends is given a name, always with the same text: the embedded database
   * plans it once. Its plan must suit empty and full tables alike, which is one row found by its key.
   */
  query<R extends object>(text: string, values?: readonly unknown[], name?: string): Promise<R[]>;
}

/** The server's PostgreSQL, embedded or not: all code speaks to it through this. */
export interface Database extends Queryable {
  readonly kind: 'embedded' | 'postgres';
  /** Committed when `work` resolves, else rolled back. Await nothing but `tx` in it: it runs again after a deadlock, and 30 s without a statement end it. */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
  /** Waits for running statements, then frees connections (and stops the embedded database). */
  close(): Promise<void>;
}

export function openPool(
  kind: Database['kind'],
  connection: pg.PoolConfig,
  onClose: () => Promise<void> = async () => {},
): Database {
  // Else what looks long is compiled each time: that takes 1.5 s where a search of 400 passages takes 30 ms.
  const onConnect = (client: pg.ClientBase): unknown => client.query('set jit = off');
  const own = kind === 'postgres' ? { onConnect } : {};
  const pool = new pg.Pool({ ...connection, types: { getTypeParser }, ...own });
  // A pooler between server and PostgreSQL may not know names.
  const statement = (text: string, values?: readonly unknown[], name?: string): pg.QueryConfig => ({
    text,
    ...defined({
      values: values?.map(bound),
      name: name === undefined || kind === 'postgres' ? undefined : name,
    }),
  });
  const explain = (error: unknown): never => {
    if ((error as { code?: unknown } | null)?.code !== QUERY_CANCELED) throw error;
    throw databaseError(
      `A database statement took longer than ${Number(connection.statement_timeout) / 1000} seconds, the limit of one, and was stopped. Ask for less: fewer rows, fewer joins, or a filter.`,
      [],
      { cause: error },
    );
  };
  // A connection that breaks while nobody asks must not end the process; the next query reports it. The pool hears
  // only those that are free, not the one of a transaction.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return {
    kind,
    query: async (text, values, name) =>
      pool.query(statement(text, values, name)).then(rows<never>, explain),
    transaction: async (work) => retryConflicts(() => inTransaction(pool, work)).catch(explain),
    close: async () => {
      await pool.end();
      await onClose();
    },
  };
}

/** Transactions whose statements take as long as they need. */
const unlimited = new WeakSet<Queryable>();
/** As long as a timer can be. */
const UNLIMITED_MS = 2 ** 31 - 1;

/** Lets a transaction's further statements take as long as they need. */
export async function liftLimits(tx: Queryable): Promise<void> {
  unlimited.add(tx);
  await tx.query('set local statement_timeout = 0');
}

/** Errors with which a commit ended: what it was of may be stored. */
export const ofCommits = new WeakSet<object>();

const LOST_CONFLICT: ReadonlySet<unknown> = new Set(['40P01', '40001']);

/** A deadlock breaks off one of two; the other goes on, so that the next attempt finds its locks free. */
const ATTEMPTS = 4;

async function retryConflicts<T>(attempt: () => Promise<T>): Promise<T> {
  for (let left = ATTEMPTS - 1; ; left -= 1) {
    try {
      return await attempt();
    } catch (error) {
      const { code } = error as { code?: unknown };
      if (left === 0 || !LOST_CONFLICT.has(code)) throw error;
    }
  }
}

/** A transaction that asks for nothing holds its locks, and on the embedded database everybody waits for it. */
const IDLE_MS = 30_000;

async function inTransaction<T>(pool: pg.Pool, work: (tx: Queryable) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  let asked = 0;
  const rollBack = (): void => {
    broken = new AppError(
      'internal',
      `A transaction asked for nothing for ${IDLE_MS / 1000} seconds and was rolled back. Await nothing but its statements inside it, and use the \`tx\` it was given for them.`,
    );
    // The database then rolls back by itself.
    void client.end().catch(() => {});
  };
  let timer: NodeJS.Timeout | undefined;
  const ask = async (text: string, values?: unknown[]) => {
    if (broken) throw broken;
    clearTimeout(timer);
    asked += 1;
    const limit = unlimited.has(tx) ? { query_timeout: UNLIMITED_MS } : {};
    return client
      .query({ text, ...defined({ values }), ...limit })
      .catch((error: Error) => {
        // Without a code it is the driver's: a rollback would wait for what never came.
        if (!('code' in error)) broken = error;
        throw error;
      })
      .finally(() => {
        asked -= 1;
        if (asked === 0 && !unlimited.has(tx)) timer = setTimeout(rollBack, IDLE_MS);
      });
  };
  const tx: Queryable = {
    query: async (text, values) => rows(await ask(text, values?.map(bound))),
  };
  try {
    await ask('begin');
    const result = await work(tx);
    if (broken) throw broken;
    await ask('commit').catch((error: Error) => {
      ofCommits.add(error);
      throw error;
    });
    return result;
  } catch (error) {
    if (broken === undefined)
      await ask('rollback').catch((cause: unknown) => {
        broken = databaseError('rollback failed', [], { cause });
      });
    throw error;
  } finally {
    clearTimeout(timer);
    client.release(broken);
  }
}

/** PostgreSQL's code for a statement that was stopped; its only reason here is the time limit. */
const QUERY_CANCELED = '57014';

/** A value as PostgreSQL takes it: objects as JSON, texts without zero characters. Lists are arrays of SQL. */
function bound(value: unknown): unknown {
  if (typeof value === 'string') return toText(value);
  const isJson = isObject(value) && !(value instanceof Date) && !ArrayBuffer.isView(value);
  return isJson ? toJsonb(value) : value;
}

function rows<R extends object>(result: pg.QueryResult): R[] {
  return result.rows as R[];
}

export function withoutNulls<R extends object>(row: R): R {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as R;
}

export function isForeignKeyViolation(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === '23503';
}

export function isUniqueViolation(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === '23505';
}

const INT8 = 20;
const NUMERIC = 1700;
const DATE = 1082;
const JSON_TYPES: ReadonlySet<number> = new Set([114, 3802]);

/** Numbers as numbers (the sample's money and counts fit), dates without a time zone's shift. */
function getTypeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (oid === INT8 || oid === NUMERIC) return Number;
  if (JSON_TYPES.has(oid)) return fromJsonb;
  if (oid === DATE) return (value) => value;
  return pg.types.getTypeParser(oid, format) as (value: string) => unknown;
}
