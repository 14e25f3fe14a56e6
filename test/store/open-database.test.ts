import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { liftLimits, type Database } from '../../src/store/database.js';
import { openDatabase } from '../../src/store/open-database.js';
import { listenToRuns } from '../../src/store/run-notices.js';
import { testDatabaseKinds } from '../support/database.js';
import { urlOf } from '../support/postgres-template.js';
import { useFolders } from '../support/embedded-template.js';
import { openLinedDatabase } from '../support/database-line.js';
import { useOpened } from '../support/use-opened.js';

const folder = useFolders();
const SECRET = 'hunter%2F2';

async function messageOf(databaseUrl: string): Promise<string> {
  const error = await openDatabase({ databaseUrl, dataDir: folder.path }).catch((e: unknown) => e);
  const text = `${String((error as { code?: string }).code)}: ${(error as Error).message}`;
  expect(text).not.toContain(SECRET);
  expect(text).not.toContain('hunter/2');
  return text;
}

async function hangingUp() {
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const end = () => new Promise((settle) => server.close(settle));
  return { place: `127.0.0.1:${(server.address() as AddressInfo).port}`, end };
}

test.each([
  ['another protocol', `mysql://me:${SECRET}@localhost/db`],
  ['no URL at all', `me:${SECRET} at localhost`],
  ['a bare slash in the password', 'postgres://me:hunter/2@localhost/db'],
])('a wrong DATABASE_URL is refused with an example: %s', async (_name, url) => {
  expect(await messageOf(url)).toMatch(/^config_error: .*postgres:\/\/user:password@host/);
});

test('a server that is not there is named, with what to do', async () => {
  const { place, end } = await hangingUp();
  await end();
  const words = `^database_error: Cannot use PostgreSQL at ${place}, database "shop", as "me": .*ECONNREFUSED.*start PostgreSQL`;
  expect(await messageOf(`postgres://me:${SECRET}@${place}/shop`)).toMatch(new RegExp(words));
});

test('a server that hangs up is an error, not a wait', async () => {
  const { place, end } = await hangingUp();
  const message = await messageOf(`postgres://me:${SECRET}@${place}/shop`);
  expect(message).toMatch(/^database_error: Cannot use PostgreSQL/);
  await end();
});

const withServer = testDatabaseKinds.includes('postgres') ? describe : describe.skip;
withServer('on a PostgreSQL server', () => {
  test('a database that does not exist', async () =>
    expect(await messageOf(urlOf('no_such_database'))).toMatch(/does not exist.*createdb/));

  test('one that can be used', async () => {
    const db = await openDatabase({ databaseUrl: urlOf('postgres'), dataDir: folder.path });
    expect([db.kind, await db.query('show jit')]).toEqual(['postgres', [{ jit: 'off' }]]);
    await db.close();
  });

  describe('a statement past its limit', () => {
    let db: Database;
    beforeEach(async () => {
      const databaseUrl = urlOf('postgres');
      db = await openDatabase({ databaseUrl, dataDir: folder.path, statementSeconds: 1.5 });
    });
    afterEach(() => db.close());

    const stopped = {
      code: 'database_error',
      message: expect.stringMatching(/longer than 1\.5 seconds.*stopped.*fewer rows/),
      cause: expect.objectContaining({ code: '57014' }),
    };

    test('is stopped and explained, and its connection continues', async () => {
      const asked = performance.now();
      await expect(db.query('select pg_sleep(20)')).rejects.toMatchObject(stopped);
      expect(performance.now() - asked).toBeLessThan(10_000);
      expect(await db.query('select 1 as one')).toEqual([{ one: 1 }]);
    });

    test('takes its transaction with it', async () => {
      const table = `stopped_${process.pid}`;
      const failing = db.transaction(async (tx) => {
        await tx.query(`create table ${table} (id integer)`);
        await tx.query('select pg_sleep(20)');
      });
      await expect(failing).rejects.toMatchObject(stopped);
      const found = await db.query('select 1 from pg_tables where tablename = $1', [table]);
      expect(found).toEqual([]);
    });
  });
});

describe.each(testDatabaseKinds)('%s', (kind) => {
  const lined = useOpened(() => openLinedDatabase(kind));
  const one = () => lined.db.query<{ one: number }>('select 1 as one');

  test('a database that goes away is said within a second, and is used again when it is back', async () => {
    const { db, line } = lined;
    expect(await one()).toEqual([{ one: 1 }]);
    await line.cut();
    const started = performance.now();
    const away = { code: 'database_error', message: expect.stringMatching(/does not answer/) };
    await expect(one()).rejects.toMatchObject(away);
    await expect(db.transaction((tx) => tx.query('select 1'))).rejects.toMatchObject(away);
    expect(performance.now() - started).toBeLessThan(1_000);
    await line.mend();
    expect(await one()).toEqual([{ one: 1 }]);
  });

  test('one that goes away in a transaction ends that, and nothing else', async () => {
    const { db, line } = lined;
    const lost = db.transaction(async (tx) => {
      await tx.query('select 1');
      await line.cut();
      await tx.query('select 1');
    });
    await expect(lost).rejects.toMatchObject({ code: 'database_error' });
    await line.mend();
    expect(await one()).toEqual([{ one: 1 }]);
  });

  test.each([
    ['53100', /disk of the database is full/],
    ['57P03', /does not answer/],
  ])('the state %s says what to do', async (state, message) => {
    const raise = `do $$ begin raise exception 'no' using errcode = '${state}'; end $$`;
    const error = { message: expect.stringMatching(message), cause: { code: state } };
    const refused = lined.db.query(raise);
    await expect(refused).rejects.toMatchObject({ code: 'database_error', ...error });
  });

  test('what a statement itself did wrong stays what it is', () =>
    expect(lined.db.query('select nothing')).rejects.toMatchObject({ code: '42703' }));
});

withServer('a connection that may become silent', () => {
  const lined = useOpened(() => openLinedDatabase('postgres', 0.5));
  const one = () => lined.db.query<{ one: number }>('select 1 as one');

  test('a silent connection is an outage, and what may be stored is told', async () => {
    const { db, line } = lined;
    const make = 'create table if not exists sextant.silent (id integer)';
    const commit = db.transaction(async (tx) => void (await tx.query(make), line.silence()));
    await expect(commit).rejects.toThrow(/is not known/);
    await Promise.all([one(), one(), one()]);
    line.silence();
    const inside = db.transaction((tx) => tx.query(make));
    const asked = [inside, db.query('select 1'), db.query(make)].map((work) =>
      work.catch((error: unknown) => error),
    );
    const told = [/nothing was read/, /nothing was read/, /is not known/].map((message) => {
      return { code: 'database_error', message: expect.stringMatching(message) };
    });
    expect(await Promise.all(asked)).toMatchObject(told);
    expect(await one()).toEqual([{ one: 1 }]);
  });

  test('what may take as long as it needs is not taken for silent', async () => {
    const slow = lined.db.transaction(async (tx) => {
      await liftLimits(tx);
      return tx.query('select 2 as two from pg_sleep(4)');
    });
    expect(await slow).toEqual([{ two: 2 }]);
  });

  test('a listener notices silence, and connects again', async () => {
    let connected = () => {};
    const next = () => new Promise<void>((resolve) => (connected = resolve));
    const first = next();
    const listener = listenToRuns(
      lined.url.href,
      () => {},
      () => connected(),
      200,
    );
    await first;
    const second = next();
    lined.line.silence();
    await second;
    await listener.close();
  });
});
