import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Database, Queryable } from '../../src/store/database.js';
import { deferred } from '../support/deferred.js';
import { useOpened } from '../support/use-opened.js';

/** What every {@link Database} promises, whatever runs behind it. */
export function databaseContract(open: () => Promise<Database>): void {
  const db = useOpened(open);
  beforeAll(async () => {
    await db.query('create table public.counted (id integer primary key, n integer not null)');
    await db.query('insert into public.counted values (1, 0)');
  });

  test.each([
    ['bigint', "'9007199254740991'::bigint", 9007199254740991],
    ['numeric', '1234.50::numeric(10,2)', 1234.5],
    ['date, without a time zone', "'2024-02-29'::date", '2024-02-29'],
    ['timestamptz', "'2024-02-29T12:00:00Z'::timestamptz", new Date('2024-02-29T12:00:00Z')],
    ['jsonb', `'{"a":[1,null,"x"]}'::jsonb`, { a: [1, null, 'x'] }],
    ['boolean', 'true', true],
    ['null', 'null::text', null],
    ['text array', "array['a','b']", ['a', 'b']],
    ['vector distance', "'[1,0]'::vector <=> '[0,1]'::vector", 1],
  ])('types: %s', async (_name, sql, expected) => {
    const [row] = await db.query<{ value: unknown }>(`select ${sql} as value`);
    expect(row?.value).toEqual(expected);
  });

  test('types values are bound, not spliced', async () => {
    const text = `'; drop table public.counted; -- "$1"`;
    expect(await db.query('select $1::text as value', [text])).toEqual([{ value: text }]);
  });

  test('transactions commit what resolves', async () => {
    const answer = await db.transaction(async (tx) => {
      await tx.query('insert into public.counted values (2, 20)');
      return 'done';
    });
    expect(answer).toBe('done');
    expect(await db.query('select n from public.counted where id = 2')).toEqual([{ n: 20 }]);
  });

  const askOthers = () => (jest.advanceTimersByTime(30_000), db.query('select 1'));
  test.each<[string, (tx: Queryable) => unknown, string]>([
    ['what rejects, with its error', () => Promise.reject(new Error('no')), 'no'],
    ['after a failed statement', (tx) => tx.query('select 1 / 0'), 'division by zero'],
    ['what asks others only, for half a minute', askOthers, 'use the `tx`'],
  ])('transactions roll back %s', async (_name, end, reason) => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
    const work = db.transaction(async (tx) => {
      await tx.query('insert into public.counted values (3, 30)');
      await end(tx);
    });
    await expect(work.finally(() => jest.useRealTimers())).rejects.toThrow(reason);
    expect(await db.query('select n from public.counted where id = 3')).toEqual([]);
  });

  test('transactions 20 at once lose no update', async () => {
    const locked = 'select n from public.counted where id = 1 for update';
    const increment = () =>
      db.transaction(async (tx) => {
        const [row] = await tx.query<{ n: number }>(locked);
        await tx.query('update public.counted set n = $1 where id = 1', [(row?.n ?? 0) + 1]);
      });
    await Promise.all(Array.from({ length: 20 }, increment));
    expect(await db.query('select n from public.counted where id = 1')).toEqual([{ n: 20 }]);
  });

  const lose = `do $$ begin raise exception 'deadlock detected' using errcode = '40P01'; end $$`;

  test('a lost transaction is run again, and leaves nothing of the first time', async () => {
    let attempts = 0;
    await db.transaction(async (tx) => {
      attempts += 1;
      await tx.query('insert into public.counted values (5, $1)', [attempts]);
      if (attempts < 3) await tx.query(lose);
    });
    expect(await db.query('select n from public.counted where id = 5')).toEqual([{ n: 3 }]);
  });

  test('a lost transaction again and again is given up', async () => {
    let attempts = 0;
    const work = db.transaction(async (tx) => {
      attempts += 1;
      await tx.query(lose);
    });
    await expect(work).rejects.toMatchObject({ code: '40P01' });
    expect(attempts).toBe(4);
  });

  test('a lost transaction two that lock the same rows the other way round both commit', async () => {
    await db.query('insert into public.counted values (6, 0), (7, 0)');
    const locked = new Map([6, 7].map((id) => [id, deferred()]));
    const add = (first: number, second: number) =>
      db.transaction(async (tx) => {
        await tx.query('update public.counted set n = n + 1 where id = $1', [first]);
        locked.get(first)?.resolve();
        // The embedded database has one session, so that the other one has not even begun.
        if (db.kind === 'postgres') await locked.get(second)?.promise;
        await tx.query('update public.counted set n = n + 1 where id = $1', [second]);
      });
    await Promise.all([add(6, 7), add(7, 6)]);
    const rows = await db.query('select n from public.counted where id in (6, 7)');
    expect(rows).toEqual([{ n: 2 }, { n: 2 }]);
  });

  /** Statements of several shapes, some too long for one packet, whose answer tells whose they were. */
  const statements: ((i: number) => Promise<void>)[] = [
    async (i) => expect(await db.query('select $1::int as v', [i])).toEqual([{ v: i }]),
    async (i) => {
      const rows = await db.query('select $1::text as v, $2::int as w', [`x${i}`, i]);
      expect(rows).toEqual([{ v: `x${i}`, w: i }]);
    },
    async (i) => {
      const long = 'y'.repeat(300_000) + i;
      const [row] = await db.query<{ v: string }>('select $1::text as v', [long]);
      // Not toEqual: a difference of 300,000 characters is no help.
      expect(row?.v === long).toBe(true);
    },
    async (i) => {
      const read = db.transaction((tx) => tx.query('select $1::int as t', [i]));
      expect(await read).toEqual([{ t: i }]);
    },
    async () => expect(db.query('select 1 / $1::int', [0])).rejects.toThrow('division by zero'),
  ];

  test('no statement gets the values or rows of another', async () => {
    const all = Array.from({ length: 20 }, (_, i) => statements.map((each) => each(i))).flat();
    await Promise.all(all);
    expect(await db.query('select 1 as v')).toEqual([{ v: 1 }]);
  });

  test('a heavy query does not stall the main thread', async () => {
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const numbers = 'generate_series(1, 1000000) as i where i % 7 = 3 and sqrt(i) > 2';
    const asked = performance.now();
    await db.query(`select count(*) as n from ${numbers}`);
    const took = performance.now() - asked;
    delay.disable();
    // Beside the clock, not in it: both grow alike on a busy machine.
    expect(delay.max / 1e6).toBeLessThan(took / 2);
  });
}
