/**
 * What it costs to delete old events from a run log of 1,000,000 rows, by layout of the table, on PostgreSQL and on the
 * embedded database: `npm run bench:run-log [-- --write]`, with `BENCH_DATABASE_URL` of a PostgreSQL server whose user
 * may create databases.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serverMigrations } from '../src/app/migrations.js';
import type { Database } from '../src/store/database.js';
import { migrate } from '../src/store/migrate.js';
import { openDatabase, openPostgres } from '../src/store/open-database.js';
import { digits, measuredOn, publish, table, timesOf, type Ratios, type Times } from './measure.js';
import { inDatabase } from './replicas/in-database.js';
import { dayStart, layouts, type Layout, appendsDuring } from './run-log/layouts.js';

const DAYS = 8;
const ROWS_A_RUN = 7;
const RUNS_A_DAY = Math.round(1_000_000 / DAYS / ROWS_A_RUN);
const READS = 500;
const TODAY = '00000000-0000-4000-8000-000000000001';

interface Found {
  layout: Layout;
  fillSeconds: number;
  size: number;
  read: Times;
  day: Deletion;
  vacuumSeconds: number;
  sizeAfterVacuum: number;
  /** When the next day's events have come in the place of the deleted ones. */
  sizeRefilled: number;
  rest: Deletion;
}

interface Deletion {
  seconds: number;
  walMB: number;
  appendMs: Times & { most: number };
}

/** Runs `work` on an empty database, which is gone afterwards. */
type WithDatabase = <T>(work: (db: Database) => Promise<T>) => Promise<T>;

const onPostgres: WithDatabase = (work) =>
  inDatabase(async (url) => {
    const db = await openPostgres(url);
    return work(db).finally(() => db.close());
  });

const onEmbedded: WithDatabase = async (work) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sextant-run-log-'));
  const db = await openDatabase({ databaseUrl: undefined, dataDir });
  return work(db)
    .finally(() => db.close())
    .finally(() => rm(dataDir, { recursive: true, force: true }));
};

async function measure(layout: Layout, db: Database): Promise<Found> {
  await migrate(db, serverMigrations);
  await layout.make(db, DAYS + 1);
  await storeRuns(db);
  const fillSeconds = await seconds(async () => {
    for (let day = 0; day < DAYS; day += 1) await layout.fill(db, day);
  });
  await db.query(`vacuum analyze ${layout.table}`);
  const size = await sizeOf(db, layout);
  const read = await readTimes(db, layout);
  const day = await deletion(db, layout, 1);
  const vacuumSeconds = await seconds(() => db.query(`vacuum ${layout.table}`));
  const sizeAfterVacuum = await sizeOf(db, layout);
  await layout.fill(db, DAYS);
  const sizeRefilled = await sizeOf(db, layout);
  const rest = await deletion(db, layout, DAYS);
  return {
    ...{ layout, fillSeconds, size, read, day, vacuumSeconds },
    ...{ sizeAfterVacuum, sizeRefilled, rest },
  };
}

/** Runs of each day, ended over it, and one that runs; and what their events are. */
async function storeRuns(db: Database): Promise<void> {
  const run = `insert into sextant.runs
    (id, user_id, context_type, message, state, request_hash, created_at, ended_at)`;
  for (let day = 0; day <= DAYS; day += 1)
    await db.query(
      `${run} select gen_random_uuid(), 'user ' || nth % 1000, 'tables', 'hello', 'completed', '', at, at
       from generate_series(1, $2) as nth, lateral (
         select $1::timestamptz + nth * interval '1 day' / ($2 + 1) as at) as moment`,
      [dayStart(day), RUNS_A_DAY],
    );
  await db.query(`${run} values ($1, 'user', 'tables', 'hello', 'running', '', $2, null)`, [
    TODAY,
    dayStart(DAYS),
  ]);
  // As long as rows of real chats (bench/replicas.md).
  await db.query(`create function day_of_events(timestamptz)
    returns table (run_id uuid, first_seq integer, last_seq integer, frames text) language sql as $$
      select id, seq, seq, repeat(md5(id::text || seq), 26)
      from sextant.runs, generate_series(1, ${ROWS_A_RUN}) as seq
      where ended_at >= $1 and ended_at < $1 + interval '1 day' order by ended_at, id, seq $$`);
}

async function deletion(db: Database, layout: Layout, day: number): Promise<Deletion> {
  const wal = async () => {
    const [row] = await db.query<{ at: number }>(
      "select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as at",
    );
    return row?.at ?? 0;
  };
  const before = await wal();
  const { ms, appends } = await appendsDuring(db, layout, TODAY, () =>
    layout.deleteBefore(db, day),
  );
  return { seconds: ms / 1000, walMB: ((await wal()) - before) / 1e6, appendMs: appends };
}

async function readTimes(db: Database, { read }: Layout): Promise<Times> {
  const runs = await db.query<{ id: string }>(
    `select id from sextant.runs where ended_at < $1 order by md5(id::text) limit ${READS}`,
    [dayStart(DAYS)],
  );
  const times: number[] = [];
  for (const { id } of runs) {
    const start = performance.now();
    const rows = await db.query(read, [id]);
    if (rows.length !== ROWS_A_RUN) throw new Error(`a run of ${rows.length} rows`);
    times.push(performance.now() - start);
  }
  return timesOf(times);
}

/** With indexes and, of a partitioned table, all partitions; in MB. */
async function sizeOf(db: Database, { table: name }: Layout): Promise<number> {
  const [row] = await db.query<{ bytes: number }>(
    `select coalesce(sum(pg_total_relation_size(relid)), pg_total_relation_size($1)) as bytes
     from pg_partition_tree($1)`,
    [name],
  );
  return (row?.bytes ?? 0) / 1e6;
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

async function measureAll(on: WithDatabase): Promise<Found[]> {
  const found: Found[] = [];
  for (const layout of layouts) found.push(await on((db) => measure(layout, db)));
  return found;
}

function report(found: readonly Found[]): string {
  return `### The first day

${deletions(found, ({ day }) => day)}

### All that is left, a day refilled

${deletions(found, ({ rest }) => rest)}

### Sizes and other costs

${table(
  [
    '',
    'filled in, s',
    'size, MB',
    'vacuum after the first day, s',
    'size after it, MB',
    'with another day, MB',
    'one run read, p50 · p99, ms',
  ],
  found.map((one) => [
    one.layout.name,
    digits(one.fillSeconds),
    digits(one.size),
    digits(one.vacuumSeconds),
    digits(one.sizeAfterVacuum),
    digits(one.sizeRefilled),
    `${digits(one.read.median)} · ${digits(one.read.p99)}`,
  ]),
)}`;
}

function deletions(found: readonly Found[], of: (one: Found) => Deletion): string {
  return table(
    ['', 'seconds', 'WAL, MB', 'an append meanwhile, p50 · p99 · longest, ms'],
    found.map((one) => {
      const { seconds: took, walMB, appendMs } = of(one);
      const { median, p99, most } = appendMs;
      return [
        one.layout.name,
        digits(took),
        digits(walMB),
        `${digits(median)} · ${digits(p99)} · ${digits(most)}`,
      ];
    }),
  );
}

const postgres = await measureAll(onPostgres);
const embedded = await measureAll(onEmbedded);
const [whole, batches, days] = postgres as [Found, Found, Found];
const ratios: Ratios = {
  'rest, batches to one statement': batches.rest.seconds / whole.rest.seconds,
  'size, refilled to full, batches': batches.sizeRefilled / batches.size,
  'read, partitions to one table': days.read.median / batches.read.median,
};

publish(
  'run-log',
  `# Deleting from the run log

\`npm run bench:run-log\`; ${measuredOn()}. ${(RUNS_A_DAY * DAYS * ROWS_A_RUN).toLocaleString('en')} rows of 832
bytes, of ${(RUNS_A_DAY * DAYS).toLocaleString('en')} runs over ${DAYS} days; another connection appends to a run of today all the while.

## PostgreSQL 15 as Debian sets it up

${report(postgres)}

## The embedded database

${report(embedded)}

So the log stays one table, deleted from in batches of 500 runs: of the 360 µs that a row costs until it is stored, deleting is 4. Partitions cost at every use: a run is looked for in all of them, and dropping one locks the log.
`,
  ratios,
);
