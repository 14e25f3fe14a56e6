import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { serverMigrations } from '../../src/app/migrations.js';
import type { Database } from '../../src/store/database.js';
import { migrate, pluginMigrations, type MigrationSet } from '../../src/store/migrate.js';
import { useFolders } from '../support/embedded-template.js';
import { refused } from '../support/refused.js';
import { useOpened } from '../support/use-opened.js';

export function migrateContract(open: () => Promise<Database>): void {
  const db = useOpened(open);
  const folder = useFolders();
  beforeEach(() => write('001.do.one.sql', 'create table probe.one (id integer);'));
  afterEach(() => db.query('drop schema if exists probe cascade'));

  const at = (name: string) => join(folder.path, name);
  const write = (name: string, sql: string): Promise<void> => writeFile(at(name), sql);
  const set = (path = folder.path): MigrationSet => {
    return { directory: pathToFileURL(`${path}/`), schema: 'probe' };
  };
  const tables = async (): Promise<string[]> => {
    const rows = await db.query<{ name: string }>(
      `select table_name as name from information_schema.tables
       where table_schema = 'probe' and table_name not like 'schema\\_version%' order by 1`,
    );
    return rows.map((row) => row.name);
  };

  test('runs what is new, once', async () => {
    expect([await migrate(db, set()), await migrate(db, set())]).toEqual([1, 0]);
    await write('002.do.two.sql', 'create table probe.two (id integer);\nselect 1;');
    expect([await migrate(db, set()), await tables()]).toEqual([1, ['one', 'two']]);
  });

  test('leaves no trace of a start whose migration fails, and says which schema', async () => {
    await write('002.do.two.sql', 'create table probe.two (id nonsense);');
    const words = /schema "probe" failed: type "nonsense" does not exist/;
    await refused(migrate(db, set()), 'database_error', words);
    expect(await tables()).toEqual([]);
  });

  test('refuses a file that was edited after it ran, by name', async () => {
    await migrate(db, set());
    await write('001.do.one.sql', 'create table probe.one (id bigint);');
    const words = /001\.do\.one\.sql.*was edited.*new migration/;
    await refused(migrate(db, set()), 'database_error', words);
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
    await rm(at('002.do.two.sql'));
    const words = /newer than this server.*version 2.*up to 1/;
    await refused(migrate(db, set()), 'database_error', words);
  });

  test('refuses when a file in the middle is gone', async () => {
    await write('002.do.two.sql', 'select 1;');
    await write('003.do.three.sql', 'select 1;');
    await migrate(db, set());
    await rm(at('002.do.two.sql'));
    await expect(migrate(db, set())).rejects.toThrow(/002\.do\.two\.sql.*was removed/);
  });

  test('two at once: one runs, the other waits and finds nothing to do', async () => {
    await write('002.do.two.sql', 'select pg_sleep(0.2); create table probe.two (id integer);');
    const counts = await Promise.all([migrate(db, set()), migrate(db, set()), migrate(db, set())]);
    expect(counts.sort()).toEqual([0, 0, 2]);
  });

  test('finds its files in a path with characters of a pattern, and never runs none silently', async () => {
    const odd = at('a [b] (c) *');
    await mkdir(odd);
    await expect(migrate(db, set(odd))).rejects.toThrow(/Found 0 of 0/);
    await writeFile(join(odd, '001.do.one.sql'), 'create table probe.one (id integer);');
    expect(await migrate(db, set(odd))).toBe(1);
  });

  test('keeps a history of its own for each plugin, beside that of the core', async () => {
    await migrate(db, set());
    await rm(at('001.do.one.sql'));
    await write('001.do.desk.sql', 'create table probe.desk (id integer);');
    await migrate(db, { ...set(), plugin: 'front-desk' });
    expect(await tables()).toEqual(['desk', 'one']);
    const history = 'select version, name from probe.schema_version_front_desk order by 1';
    const rows = [[0, null] as const, [1, 'desk'] as const];
    const entries = rows.map(([version, name]) => ({ version, name }));
    expect(await db.query(history)).toEqual(entries);
    await rm(at('001.do.desk.sql'));
    await write('001.do.one.sql', 'create table probe.one (id integer);');
    expect(await migrate(db, set())).toBe(0);
  });

  test('refuses tables that are newer than their plugin, and names it', async () => {
    await write('002.do.two.sql', 'select 1;');
    const desk = { ...set(), plugin: 'desk' };
    await migrate(db, desk);
    await rm(at('002.do.two.sql'));
    const words =
      /newer than the plugin "desk".*version 2.*up to 1\. Install the newer plugin.*restore a backup/;
    await refused(migrate(db, desk), 'database_error', words);
    await write('002.do.two.sql', 'select 2;');
    const edited = /002\.do\.two\.sql of plugin "desk" was edited/;
    await expect(migrate(db, desk)).rejects.toThrow(edited);
  });

  test('of several sets runs all or none', async () => {
    await mkdir(at('desk'));
    await write('desk/001.do.desk.sql', 'create table probe.desk (id nonsense);');
    const desk = { ...set(at('desk')), plugin: 'desk' };
    await expect(migrate(db, [set(), desk])).rejects.toThrow(/A migration of plugin "desk" failed/);
    expect(await tables()).toEqual([]);
    await write('desk/001.do.desk.sql', 'create table probe.desk (id integer);');
    expect([await migrate(db, [set(), desk]), await tables()]).toEqual([2, ['desk', 'one']]);
  });

  test('passes over what a history has below the first file of its set', async () => {
    await migrate(db, set());
    await mkdir(at('next'));
    await write('next/002.do.two.sql', 'create table probe.two (id integer);');
    const next = { ...set(at('next')), first: 2 };
    expect([await migrate(db, next), await tables()]).toEqual([1, ['one', 'two']]);
    expect(await migrate(db, next)).toBe(0);
  });

  const WRONG = ['', 'Law', '9lives', 'my_plugin', 'a"b', 'a'.repeat(41), 'ünïcode'];
  test.each(WRONG)('takes no plugin named "%s" for one with tables', (name) =>
    expect(() => pluginMigrations(name, set().directory)).toThrow(/must begin with a lower-case/),
  );

  test("leaves no session state behind and finds the server's own schema complete", async () => {
    const [before] = await db.query('show search_path');
    await migrate(db, set());
    expect(await db.query('show search_path')).toEqual([before]);
    expect(await migrate(db, serverMigrations)).toBe(0);
  });
}
