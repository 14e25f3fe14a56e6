import { once } from 'node:events';
import { lstat, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkpointIfDue, openEmbedded } from '../../src/store/embedded.js';
import { EMBEDDED_MAJOR } from '../../src/store/embedded-manifest.js';
import { Child } from '../support/child.js';
import { refused } from '../support/refused.js';
import { copyTemplate, useFolders } from '../support/embedded-template.js';

const folder = useFolders('store');
const OPENER = new URL('./opener.child.ts', import.meta.url);

test('kill -9 in the middle of writing loses no acknowledged row, and the next start takes over', async () => {
  const acknowledged: number[] = [];
  for (const rowsBeforeKill of [1, 60]) {
    const writer = new Child(OPENER, [folder.path, 'write']);
    expect(await writer.line()).toBe('open');
    for (let i = 0; i < rowsBeforeKill; i++) acknowledged.push(Number(await writer.line()));
    await writer.kill();
    acknowledged.push(...(await writer.rest()).map(Number));
  }
  const db = await openEmbedded(folder.path);
  const rows = await db.query<{ n: number }>('select n from public.acknowledged');
  await db.close();
  const found = new Set(rows.map(({ n }) => n));
  expect(acknowledged.length).toBeGreaterThanOrEqual(61);
  expect(acknowledged.filter((n) => !found.has(n))).toEqual([]);
}, 60_000);

test('a second server on the folder.path is refused with the pid of the first, which continues', async () => {
  const first = new Child(OPENER, [folder.path]);
  expect(await first.line()).toBe('open');
  await refused(openEmbedded(folder.path), 'database_locked', `process ${first.pid}.`);
  // Its input ends, it closes the database, and nothing keeps the process alive.
  expect(await first.exitCode()).toBe(0);
  const db = await openEmbedded(folder.path);
  expect(await db.query('select 1 as one')).toEqual([{ one: 1 }]);
  await db.close();
});

test('a folder.path too deep for a socket gets it in a private place, removed at close', async () => {
  const deep = join(folder.path, 'd'.repeat(60), 'e'.repeat(60));
  await copyTemplate('store', deep);
  const before = await socketPlaces();
  const db = await openEmbedded(deep);
  expect(await db.query('select 1 as one')).toEqual([{ one: 1 }]);
  const [place = ''] = (await socketPlaces()).filter((name) => !before.includes(name));
  expect((await stat(join(tmpdir(), place))).mode & 0o777).toBe(0o700);
  await db.close();
  expect(await socketPlaces()).not.toContain(place);
});

/** Short socket directories; the prefixes of the tests' own have one dash more. */
const socketPlaces = async (): Promise<string[]> =>
  (await readdir(tmpdir())).filter((name) => /^sextant-[A-Za-z0-9]{6}$/.test(name));

test('damaged files are told apart from a bug, and the lock is free again', async () => {
  await rm(join(folder.path, 'pg/global/pg_control'));
  const words = /pg_control is missing.*docs\/operations\.md/;
  for (let start = 1; start <= 2; start += 1)
    await refused(openEmbedded(folder.path), 'database_error', words);
});

test('a database that gives up while it runs answers every statement with the reason', async () => {
  const db = await openEmbedded(folder.path);
  await rm(join(folder.path, 'pg/global'), { recursive: true });
  // PostgreSQL cannot write its control file: a PANIC, as when the disk is full.
  await expect(db.query('checkpoint')).rejects.toThrow();
  const words = /does not run: could not open file .*pg_control/;
  for (const work of [db.query('select 1'), db.transaction(async () => 1)])
    await refused(work, 'database_error', words);
  await db.close();
});

const FLUSH = Buffer.from('H\0\0\0\x04', 'latin1');
const TERMINATE = Buffer.from('X\0\0\0\x04', 'latin1');

test.each([
  ['a statement half sent', 'select $1::int', FLUSH],
  ['a statement that failed, half sent', 'select nothing from nowhere', FLUSH],
  ['a statement it has not even asked to be read', 'select nothing from nowhere', Buffer.alloc(0)],
  ['a statement half sent with a farewell', 'select $1::int', TERMINATE],
])('a client that leaves behind %s stops nobody', async (_name, sql, after) => {
  const db = await openEmbedded(folder.path);
  const client = connect(join(folder.path, '.s.PGSQL.5432'));
  client.write(startupMessage());
  await once(client, 'data');
  client.write(Buffer.concat([parseMessage(sql), after]));
  // Parse complete, or the error: it has the turn now and never says Sync.
  if (after === FLUSH) await once(client, 'data');
  client.end(() => client.destroy());
  const answers = [1, 2, 3].map((i) => db.query('select $1::int as v', [i]));
  expect(await Promise.all(answers)).toEqual([[{ v: 1 }], [{ v: 2 }], [{ v: 3 }]]);
  await db.close();
});

test('a statement with a name is prepared once for all connections; one that failed leaves nothing behind', async () => {
  const db = await openEmbedded(folder.path);
  const ask = (i: number) => db.query('select $1::int as v', [i], 'ask');
  // More at once than one connection can take.
  const all = await Promise.all(Array.from({ length: 20 }, (_, i) => ask(i)));
  expect(all).toEqual(Array.from({ length: 20 }, (_, i) => [{ v: i }]));
  const prepared = "select count(*)::int as n from pg_prepared_statements where name = 'ask'";
  expect(await db.query(prepared)).toEqual([{ n: 1 }]);
  await expect(db.query('select 1 / $1::int as v', [0], 'broken')).rejects.toThrow('division');
  await expect(db.query('select nothing', [], 'wrong')).rejects.toThrow('nothing');
  expect(await db.query('select 2 / $1::int as v', [1], 'wrong')).toEqual([{ v: 2 }]);
  await expect(db.query('select 1 / $1::int as v', [0], 'broken')).rejects.toThrow('division');
  expect(await ask(1)).toEqual([{ v: 1 }]);
  await db.close();
});

function startupMessage(): Buffer {
  const body = Buffer.from('\0\x03\0\0user\0postgres\0database\0postgres\0\0', 'latin1');
  return Buffer.concat([int32(body.length + 4), body]);
}

function parseMessage(sql: string): Buffer {
  const body = Buffer.from(`\0${sql}\0\0\0`);
  return Buffer.concat([Buffer.from('P'), int32(body.length + 4), body]);
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

test('a checkpoint is written when the log has grown, and not before', async () => {
  const db = await openEmbedded(folder.path);
  const MB = 1024 * 1024;
  expect(await checkpointIfDue(db, MB)).toBe(false);
  const rows = "select repeat('x', 1000) as x from generate_series(1, 2000)";
  await db.query(`create table public.grown as ${rows}`);
  expect([await checkpointIfDue(db, MB), await checkpointIfDue(db, MB)]).toEqual([true, false]);
  await db.close();
});

test('what a first start left when it was killed is removed, and a database beside it stays', async () => {
  await mkdir(join(folder.path, 'pg.incomplete'));
  await writeFile(join(folder.path, 'pg.incomplete/PG_VERSION'), EMBEDDED_MAJOR);
  const db = await openEmbedded(folder.path);
  expect(await db.query('select version from sextant.schema_version')).not.toEqual([]);
  await db.close();
  expect(await readdir(folder.path)).not.toContain('pg.incomplete');
});

test('a first start makes the files anew that an earlier one left incomplete', async () => {
  await removed(join(folder.path, 'pg'));
  await mkdir(join(folder.path, 'pg.incomplete'));
  await writeFile(join(folder.path, 'pg.incomplete/PG_VERSION'), '17');
  const db = await openEmbedded(folder.path);
  expect(await db.query('select 1 as one')).toEqual([{ one: 1 }]);
  await db.close();
  expect(await readdir(folder.path)).not.toContain('pg.incomplete');
}, 60_000);

/** Each takes away a part of the database in `pg`; what the manifest finds is tried beside its source. */
const losses: [string, (pg: string) => Promise<unknown>][] = [
  ['everything', async (pg) => void (await emptied(pg))],
  ['PG_VERSION', (pg) => rm(join(pg, 'PG_VERSION'))],
  ['all but PG_VERSION', async (pg) => writeFile(join(await emptied(pg), 'PG_VERSION'), '18\n')],
  ['the folder, a file in its place', async (pg) => writeFile(await removed(pg), '18\n')],
  ['the disk that a link leads to', async (pg) => symlink('/nowhere/pg', await removed(pg))],
  ['pg_wal', (pg) => removed(join(pg, 'pg_wal'))],
];

async function removed(path: string): Promise<string> {
  await rm(path, { recursive: true });
  return path;
}

async function emptied(path: string): Promise<string> {
  await mkdir(await removed(path));
  return path;
}

test.each(losses)('a database that lost %s is refused, no empty one made', async (_name, lose) => {
  const pg = join(folder.path, 'pg');
  await lose(pg);
  const left = await treeOf(pg);
  const words = /pg .*(backup in their place).*move .*away .*docs\/operations\.md/;
  for (let start = 1; start <= 2; start += 1)
    await refused(openEmbedded(folder.path), 'database_error', words);
  expect(await treeOf(pg)).toEqual(expect.arrayContaining(left));
});

test('a table of zeros, which PostgreSQL itself opens as empty, is refused after a close and after a kill', async () => {
  const first = await openEmbedded(folder.path);
  await first.query('create table public.kept as select generate_series(1, 4000) as n');
  await first.query('checkpoint');
  const [{ path = '' } = {}] = await first.query<{ path: string }>(
    "select pg_relation_filepath('public.kept') as path",
  );
  await first.close();
  const table = join(folder.path, 'pg', path);
  const closed = await readFile(table);
  const zeros = Buffer.alloc(closed.length);
  const isRefused = () =>
    refused(openEmbedded(folder.path), 'database_error', `no whole database: ${table}`);
  await writeFile(table, zeros);
  await isRefused();
  await writeFile(table, closed);
  const killed = new Child(OPENER, [folder.path]);
  expect(await killed.line()).toBe('open');
  await killed.kill();
  await writeFile(table, zeros);
  await isRefused();
  await writeFile(table, closed);
  const db = await openEmbedded(folder.path);
  expect(await db.query('select count(*)::int as n from public.kept')).toEqual([{ n: 4000 }]);
  await db.close();
});

/** The names below a folder, and of a file or a link that it is one. */
async function treeOf(path: string): Promise<string[]> {
  const stats = await lstat(path);
  if (!stats.isDirectory()) return [stats.isFile() ? 'file' : 'link'];
  const names = await readdir(path, { recursive: true });
  // A cache that PostgreSQL makes anew at every start.
  return names.filter((name) => !name.endsWith('pg_internal.init'));
}

test.each([
  ['17', 'an older'],
  ['99', 'a newer'],
])('files of PostgreSQL %s are refused with the way out, and stay', async (major, which) => {
  await emptied(join(folder.path, 'pg'));
  await writeFile(join(folder.path, 'pg', 'PG_VERSION'), `${major}\n`);
  const sentence = `written by ${which} Sextant.*With the ${which.slice(-5)} one run "sextant backup"`;
  await refused(openEmbedded(folder.path), 'database_error', new RegExp(sentence));
  expect(await readdir(join(folder.path, 'pg'))).toEqual(['PG_VERSION']);
});

test('the files that are made are of the version that is expected', async () => {
  const version = await readFile(join(folder.path, 'pg', 'PG_VERSION'), 'utf8');
  expect(version.trim()).toBe(EMBEDDED_MAJOR);
});
