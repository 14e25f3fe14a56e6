import { newId } from '../../src/foundation/ids.js';
import type { Database } from '../../src/store/database.js';
import { PgRunLog } from '../../src/store/run-log/run-log.store.js';
import { timesOf, type Times } from '../measure.js';

/** A way to store the events of runs, and to delete those of the runs that ended first. */
export interface Layout {
  name: string;
  table: string;
  /** Makes the table where the server's migrations do not. */
  make(db: Database, days: number): Promise<void>;
  /** Copies a day's events from `day_of_events`, as runs would write them. */
  fill(db: Database, day: number): Promise<void>;
  /** Deletes the events of the runs that ended on days before `day`. */
  deleteBefore(db: Database, day: number): Promise<void>;
  /** Appends a row to the run that is given, of today. */
  append: string;
  read: string;
}

/** Day 0 of the bench; runs of a day end within it. */
export const dayStart = (day: number): Date => new Date(Date.UTC(2026, 0, 1 + day));

const plain = {
  table: 'sextant.run_events',
  make: async () => undefined,
  fill: async (db: Database, day: number) => {
    await db.query(
      `insert into sextant.run_events select run_id, first_seq, last_seq, frames
       from day_of_events($1)`,
      [dayStart(day)],
    );
  },
  append: 'insert into sextant.run_events values ($1, $2, $2, $3)',
  read: 'select frames from sextant.run_events where run_id = $1 order by first_seq',
};

const log = (db: Database) => new PgRunLog(db, { process: 'bench', instanceId: newId() }, 20_000);

export const layouts: readonly Layout[] = [
  {
    ...plain,
    name: 'one table, one statement',
    deleteBefore: async (db, day) => {
      await db.query(
        'delete from sextant.run_events using sextant.runs where run_id = id and ended_at < $1',
        [dayStart(day)],
      );
    },
  },
  {
    ...plain,
    name: 'one table, in batches',
    deleteBefore: (db, day) => log(db).deleteEvents(dayStart(day)),
  },
  {
    name: 'partitions of a day',
    table: 'sextant.run_events_by_day',
    make: async (db, days) => {
      await db.query(`create table sextant.run_events_by_day (
        day date not null, run_id uuid not null references sextant.runs on delete cascade,
        first_seq integer not null, last_seq integer not null, frames text not null,
        primary key (run_id, first_seq, day)) partition by range (day)`);
      for (let day = 0; day < days; day += 1)
        await db.query(
          `create table ${partition(day)} partition of sextant.run_events_by_day
           for values from ('${isoDay(day)}') to ('${isoDay(day + 1)}')`,
        );
    },
    fill: async (db, day) => {
      await db.query(
        `insert into sextant.run_events_by_day
         select $2::date, run_id, first_seq, last_seq, frames from day_of_events($1)`,
        [dayStart(day), isoDay(day)],
      );
    },
    deleteBefore: async (db, day) => {
      for (let at = 0; at < day; at += 1) await db.query(`drop table if exists ${partition(at)}`);
    },
    append: `insert into sextant.run_events_by_day
      select created_at::date, $1, $2, $2, $3 from sextant.runs where id = $1`,
    read: `select frames from sextant.run_events_by_day where run_id = $1
      and day = (select created_at::date from sextant.runs where id = $1) order by first_seq`,
  },
];

function partition(day: number): string {
  return `sextant.run_events_day_${day}`;
}

function isoDay(day: number): string {
  return dayStart(day).toISOString().slice(0, 10);
}

const FRAMES = 'x'.repeat(830);

/** How long appends to one run take, one after the other, while `work` runs; and how long `work` takes, in ms. */
export async function appendsDuring(
  db: Database,
  layout: Layout,
  runId: string,
  work: () => Promise<void>,
): Promise<{ ms: number; appends: Times & { most: number } }> {
  const times: number[] = [];
  let working = true;
  const appending = (async () => {
    while (working) {
      const start = performance.now();
      nextSeq += 1;
      await db.query(layout.append, [runId, nextSeq, FRAMES]);
      times.push(performance.now() - start);
    }
  })();
  const start = performance.now();
  await work();
  const ms = performance.now() - start;
  working = false;
  await appending;
  return { ms, appends: { ...timesOf(times), most: Math.max(...times) } };
}

let nextSeq = 1_000;
