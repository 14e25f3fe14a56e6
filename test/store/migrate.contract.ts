import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Database } from '../../src/store/database.js';
import { migrate, storeMigrations, type MigrationSet } from '../../src/store/migrate.js';

/** What {@link migrate} promises on every database. */
export function migrateContract(open: () => Promise<Database>): void {
  let db: Database;
  let directory: string;
  beforeAll(async () => {
    db = await open();
  });
  afterAll(() => db.close());
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'sextant-migrations-'));
    await write('001.do.one.sql', 'create table probe.one (id integer);');
  });
  afterEach(async () => {
    await db.query('drop schema if exists probe cascade');
    await rm(directory, { recursive: true });
  });

  const write = (name: string, sql: string): Promise<void> => writeFile(join(directory, name), sql);
  const set = (path = directory): MigrationSet => ({
    directory: pathToFileURL(`${path}/`),
    schema: 'probe',
  });
  const tables = async (): Promise<string[]> => {
    const rows = await db.query<{ name: string }>(
      `select table_name as name from information_schema.tables
       where table_schema = 'probe' and table_name <> 'schema_version' order by 1`,
    );
    return rows.map((row) => row.name);
  };

  test('runs what is new, once', async () => {
    expect(await migrate(db, set())).toBe(1);
    expect(await migrate(db, set())).toBe(0);
    await write('002.do.two.sql', 'create table probe.two (id integer);\nselect 1;');
    expect(await migrate(db, set())).toBe(1);
    expect(await tables()).toEqual(['one', 'two']);
  });

  test('leaves no trace of a start whose migration fails, and says which schema', async () => {
    await write('002.do.two.sql', 'create table probe.two (id nonsense);');
    await expect(migrate(db, set())).rejects.toMatchObject({
      code: 'database_error',
      message: expect.stringMatching(/schema "probe" failed: type "nonsense" does not exist/),
    });
    expect(await tables()).toEqual([]);
  });

  test('refuses a file that was edited after it ran, by name', async () => {
    await migrate(db, set());
    await write('001.do.one.sql', 'create table probe.one (id bigint);');
    await expect(migrate(db, set())).rejects.toMatchObject({
      code: 'database_error',
      message: expect.stringMatching(/001\.do\.one\.sql.*was edited.*new migration/),
    });
  });

  test('takes a file with other line ends for the same', async () => {
    await write('002.do.two.sql', 'select 1;\nselect 2;\n');
    await migrate(db, set());
    await write('002.do.two.sql', 'select 1;\r\nselect 2;\r\n');
    expect(await migrate(db, set())).toBe(0);
  });

  test('refuses a database that is newer than the files', async () => {
    await write('002.do.two.sql', 'select 1;');
    await migrate(db, set());
    await rm(join(directory, '002.do.two.sql'));
    await expect(migrate(db, set())).rejects.toMatchObject({
      code: 'database_error',
      message: expect.stringMatching(/newer than this server.*version 2.*up to 1/),
    });
  });

  test('refuses when a file in the middle is gone', async () => {
    await write('002.do.two.sql', 'select 1;');
    await write('003.do.three.sql', 'select 1;');
    await migrate(db, set());
    await rm(join(directory, '002.do.two.sql'));
    await expect(migrate(db, set())).rejects.toThrow(/002\.do\.two\.sql.*was removed/);
  });

  test('two at once: one runs, the other waits and finds nothing to do', async () => {
    await write('002.do.two.sql', 'select pg_sleep(0.2); create table probe.two (id integer);');
    const counts = await Promise.all([migrate(db, set()), migrate(db, set()), migrate(db, set())]);
    expect(counts.sort()).toEqual([0, 0, 2]);
  });

  test('finds its files in a path with characters of a pattern, and never runs none silently', async () => {
    const odd = join(directory, 'a [b] (c) *');
    await mkdir(odd);
    await expect(migrate(db, set(odd))).rejects.toThrow(/Found 0 of 0/);
    await writeFile(join(odd, '001.do.one.sql'), 'create table probe.one (id integer);');
    expect(await migrate(db, set(odd))).toBe(1);
  });

  test("leaves no session state behind and finds the server's own schema complete", async () => {
    const [before] = await db.query('show search_path');
    await migrate(db, set());
    expect(await db.query('show search_path')).toEqual([before]);
    expect(await migrate(db, storeMigrations)).toBe(0);
  });
}
