import { useFolders } from '../../test/support/embedded-template.js';
import { mkdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
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
  for (const [name, content] of Object.entries(FILES)) await put(name, content);
  await writeManifest(folder.path);
});

async function put(name: string, content: Buffer | string): Promise<void> {
  await mkdir(dirname(join(folder.path, name)), { recursive: true });
  await writeFile(join(folder.path, name), content);
}
const refused = (name: string) => ({
  code: 'database_error',
  message: expect.stringContaining(`no whole database: ${join(folder.path, name)}`),
});

const damages: [string, (name: string, content: Buffer) => Promise<void>][] = [
  ['removed', (name) => rm(join(folder.path, name))],
  ['emptied', (name) => truncate(join(folder.path, name))],
  ['cut by a byte', (name, content) => put(name, content.subarray(1))],
  ['zeroed', (name, content) => put(name, Buffer.alloc(content.length))],
  [
    'an older one',
    (name, content) => put(name, Buffer.concat([content.subarray(1), page(9).subarray(0, 1)])),
  ],
];

test.each(damages)('no file of a closed database may be %s', async (_kind, damage) => {
  for (const [name, content] of Object.entries(FILES)) {
    await damage(name, content);
    await expect(checkManifest(folder.path)).rejects.toMatchObject(refused(name));
    await put(name, content);
  }
  await checkManifest(folder.path);
});

test.each<[string, Buffer]>([
  ['emptied', Buffer.alloc(0)],
  ['shorter', page(2)],
  ['zeroed in the middle', Buffer.concat([page(2), page(0), page(0)])],
])('after a crash a table that is %s is refused', async (_kind, content) => {
  await checkManifest(folder.path);
  await put(TABLE, content);
  await expect(checkManifest(folder.path)).rejects.toMatchObject(refused(TABLE));
});

test('after a crash tables may have been written, have grown, or been dropped', async () => {
  await checkManifest(folder.path);
  await put(TABLE, Buffer.concat([page(7), page(0), page(8), page(9)]));
  await put('pg_xact/0000', page(9));
  await put('base/5/16999', page(1));
  await rm(join(folder.path, 'global/1262'));
  await checkManifest(folder.path);
});

test('what PostgreSQL makes again is not listed', async () => {
  for (const name of ['pg_wal/0001', 'base/5/pg_internal.init', 'postmaster.pid']) {
    await put(name, page(1));
    await writeManifest(folder.path);
    await rm(join(folder.path, name));
    await checkManifest(folder.path);
  }
});

test('a manifest that cannot be read is refused; without one PostgreSQL judges', async () => {
  const manifest = join(folder.path, 'sextant-manifest.json');
  for (const text of ['', '{', 'null', '{"isClosed":true}']) {
    await writeFile(manifest, text);
    await expect(checkManifest(folder.path)).rejects.toMatchObject(
      refused('sextant-manifest.json'),
    );
  }
  await rm(manifest);
  await checkManifest(folder.path);
});

test('half a manifest that a kill left does not count', async () => {
  await put('sextant-manifest.json.next', '{"isClo');
  await checkManifest(folder.path);
  await put('sextant-manifest.json.next', '{"isClo');
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
