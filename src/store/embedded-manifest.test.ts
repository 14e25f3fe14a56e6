import { useFolders, writeIn } from '../../test/support/embedded-template.js';
import { readFile, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { checkManifest, writeManifest } from './embedded-manifest.js';

const page = (byte: number) => Buffer.alloc(8192, byte);
const TABLE = 'base/5/16807';
const FILES: Record<string, Buffer> = {
  PG_VERSION: Buffer.from('18\n'),
  'global/1262': page(1),
  'global/pg_control': Buffer.alloc(8192, 3),
  [TABLE]: Buffer.concat([page(2), page(0), page(4)]),
  'base/5/16807_fsm': page(5),
  'pg_xact/0000': page(6),
};

const folder = useFolders();
beforeEach(async () => {
  for (const [name, content] of Object.entries(FILES)) put(name, content);
  await writeManifest(folder.path);
});

const put = (name: string, content: Buffer | string) => writeIn(folder, name, content);
const refused = (name: string) => ({
  code: 'database_error',
  message: expect.stringContaining(`no whole database: ${join(folder.path, name)}`),
});

const first = (content: Buffer) => Buffer.concat([content.subarray(1), page(9).subarray(0, 1)]);
const damages: [string, (name: string, content: Buffer) => unknown][] = [
  ['removed', (name) => rm(join(folder.path, name))],
  ['emptied', (name) => truncate(join(folder.path, name))],
  ['cut by a byte', (name, content) => put(name, content.subarray(1))],
  ['zeroed', (name, content) => put(name, Buffer.alloc(content.length))],
  ['an older one', (name, content) => put(name, first(content))],
];

test.each(damages)('no file of a closed database may be %s', async (_kind, damage) => {
  for (const [name, content] of Object.entries(FILES)) {
    await damage(name, content);
    await expect(checkManifest(folder.path)).rejects.toMatchObject(refused(name));
    put(name, content);
  }
  await checkManifest(folder.path);
});

test.each<[string, Buffer]>([
  ['emptied', Buffer.alloc(0)],
  ['shorter', page(2)],
  ['zeroed in the middle', Buffer.concat([page(2), page(0), page(0)])],
])('after a crash a table that is %s is refused', async (_kind, content) => {
  await checkManifest(folder.path);
  put(TABLE, content);
  await expect(checkManifest(folder.path)).rejects.toMatchObject(refused(TABLE));
});

test('after a crash tables may have been written, have grown, or been dropped', async () => {
  await checkManifest(folder.path);
  put(TABLE, Buffer.concat([page(7), page(0), page(8), page(9)]));
  put('pg_xact/0000', page(9));
  put('base/5/16999', page(1));
  await rm(join(folder.path, 'global/1262'));
  await checkManifest(folder.path);
});

test('what PostgreSQL makes again is not listed', async () => {
  for (const name of ['pg_wal/0001', 'base/5/pg_internal.init', 'postmaster.pid']) {
    put(name, page(1));
    await writeManifest(folder.path);
    await rm(join(folder.path, name));
    await checkManifest(folder.path);
  }
});

test('a manifest that cannot be read is refused; without one PostgreSQL judges', async () => {
  const name = 'sextant-manifest.json';
  for (const text of ['', '{', 'null', '{"isClosed":true}']) {
    put(name, text);
    await expect(checkManifest(folder.path)).rejects.toMatchObject(refused(name));
  }
  await rm(join(folder.path, name));
  await checkManifest(folder.path);
});

test('half a manifest that a kill left does not count', async () => {
  put('sextant-manifest.json.next', '{"isClo');
  await checkManifest(folder.path);
  put('sextant-manifest.json.next', '{"isClo');
  await writeManifest(folder.path);
  await checkManifest(folder.path);
});

test('opening marks the manifest, and keeps what it lists', async () => {
  const read = async () =>
    JSON.parse(await readFile(join(folder.path, 'sextant-manifest.json'), 'utf8'));
  const closed = await read();
  await checkManifest(folder.path);
  expect(await read()).toEqual({ ...closed, isClosed: false });
  expect(closed.files[TABLE]).toMatchObject({ bytes: 3 * 8192, pages: 2 });
});
