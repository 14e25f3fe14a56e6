import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { holds } from '../../test/support/property.js';
import { VectorCache } from './vector-cache.js';
import { encodeHeader, encodeRecords, readOffsets } from './vector-log.js';

const TEXTS = ['one', 'two', 'ünïcode 😀', ''];
const VECTORS = TEXTS.map((_, i) => Float32Array.of(i, -i / 3, 1e-30));

describe('VectorCache', () => {
  let directory: string;
  let cache: VectorCache;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'vectors-'));
    cache = new VectorCache(join(directory, 'made', 'when', 'needed'));
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  const onlyFile = async (): Promise<string> => {
    const folder = join(directory, 'made', 'when', 'needed');
    const files = await readdir(folder);
    expect(files).toHaveLength(1);
    return join(folder, files[0]!);
  };

  it('reads back exactly what was written, in the order asked for', async () => {
    await cache.write('model', TEXTS, VECTORS);
    const read = await cache.read('model', [...TEXTS].reverse());
    expect(read).toEqual([...VECTORS].reverse());
    await expect(cache.read('model', ['unknown'])).resolves.toEqual([undefined]);
  });

  it('keeps embedders apart, also those whose file names look alike', async () => {
    await cache.write('model:1', TEXTS, VECTORS);
    await expect(cache.read('model/1', ['one'])).resolves.toEqual([undefined]);
  });

  it('adds to what is there, and drops it when the dimensions change', async () => {
    await cache.write('model', ['one'], [Float32Array.of(1)]);
    await cache.write('model', ['two'], [Float32Array.of(2)]);
    await expect(cache.read('model', ['one'])).resolves.toEqual([Float32Array.of(1)]);
    await cache.write('model', ['two'], [Float32Array.of(2, 2)]);
    expect(await cache.read('model', ['one', 'two'])).toEqual([undefined, Float32Array.of(2, 2)]);
  });

  it.each([
    ['empty', () => Buffer.alloc(0)],
    ['foreign', () => Buffer.from('{"vectors": []}')],
  ])('takes a %s file for no file and rewrites it', async (_, damage) => {
    await cache.write('model', TEXTS, VECTORS);
    await writeFile(await onlyFile(), damage());
    await expect(cache.read('model', ['one'])).resolves.toEqual([undefined]);
    await cache.write('model', TEXTS, VECTORS);
    await expect(cache.read('model', ['two'])).resolves.toEqual([VECTORS[1]]);
    await onlyFile();
  });

  it.each<[string, (file: Buffer) => Buffer, number]>([
    ['cut', (file) => file.subarray(0, file.length - 5), 3],
    ['longer', (file) => Buffer.concat([file, Buffer.from('x')]), 4],
    ['changed', (file) => Buffer.from(file).fill(7, file.length - 60, file.length - 55), 2],
  ])('takes of a %s file what stands before the damage', async (_, damage, sound) => {
    await cache.write('model', TEXTS, VECTORS);
    const file = await onlyFile();
    await writeFile(file, damage(await readFile(file)));
    for (const reader of [cache, new VectorCache(join(file, '..'))]) {
      const read = await reader.read('model', TEXTS);
      expect(read).toEqual(VECTORS.map((vector, i) => (i < sound ? vector : undefined)));
    }
    await cache.write('model', ['new'], [Float32Array.of(1, 2, 3)]);
    await cache.write('model', TEXTS, VECTORS);
    await expect(new VectorCache(join(file, '..')).read('model', TEXTS)).resolves.toEqual(VECTORS);
  });

  it('grows by a record, and reads it alone', async () => {
    await cache.write('model', TEXTS, VECTORS);
    const file = await onlyFile();
    const before = await readFile(file);
    await cache.write('model', ['new', 'one'], [Float32Array.of(1, 2, 3), VECTORS[0]!]);
    const after = await readFile(file);
    expect(after.subarray(0, before.length)).toEqual(before);
    expect(after.length - before.length).toBe(32 + 3 * 4 + 8);
    const read = await cache.read('model', ['new', 'none']);
    expect(read).toEqual([Float32Array.of(1, 2, 3), undefined]);
  });

  it('notices what another process wrote, replaced or deleted', async () => {
    await cache.write('model', ['one'], [VECTORS[0]!]);
    const other = new VectorCache(join(await onlyFile(), '..'));
    await other.write('model', ['two'], [VECTORS[1]!]);
    const both = [...VECTORS.slice(0, 2), undefined, undefined];
    expect(await cache.read('model', TEXTS)).toEqual(both);
    await rm(await onlyFile());
    await other.write('model', ['two', 'one'], [VECTORS[1]!, VECTORS[0]!]);
    await expect(cache.read('model', ['one'])).resolves.toEqual([VECTORS[0]]);
    await rm(await onlyFile());
    await expect(cache.read('model', ['one'])).resolves.toEqual([undefined]);
    await cache.write('model', ['one'], [VECTORS[0]!]);
    await expect(other.read('model', ['one', 'two'])).resolves.toEqual([VECTORS[0], undefined]);
  });

  it('does not keep the vectors of all that ever was', async () => {
    const texts = (from: number, count: number): string[] =>
      Array.from({ length: count }, (_, i) => `text ${from + i}`);
    const vectorsOf = (of: string[]) => of.map((text) => Float32Array.of(Number(text.slice(5))));
    const current = texts(0, 100);
    await cache.write('model', current, vectorsOf(current));
    await cache.read('model', current);
    for (let from = 100; from < 14_000; from += 2000) {
      await cache.write('model', texts(from, 2000), vectorsOf(texts(from, 2000)));
    }
    const [first, old, latest] = await cache.read('model', ['text 0', 'text 150', 'text 14099']);
    expect([first?.[0], old, latest?.[0]]).toEqual([0, undefined, 14_099]);
  });

  it('never rejects: a directory that cannot be used is a cache that is empty', async () => {
    const blocked = join(directory, 'file');
    await writeFile(blocked, 'not a directory');
    const broken = new VectorCache(blocked);
    await expect(broken.write('model', TEXTS, VECTORS)).resolves.toBeUndefined();
    await expect(broken.read('model', ['one'])).resolves.toEqual([undefined]);
  });

  it('writers at the same time leave one whole file', async () => {
    await Promise.all(TEXTS.map((text, i) => cache.write('model', [text], [VECTORS[i]!])));
    const read = await cache.read('model', TEXTS);
    expect(read.filter((vector) => vector !== undefined).length).toBeGreaterThan(0);
    await onlyFile();
  });
});

it('the file format notices any changed byte', async () => {
  const records = await encodeRecords(2, [['ab'.repeat(32), Float32Array.of(1, 2)]]);
  const file = Buffer.concat([encodeHeader(2), records]);
  expect((await readOffsets(file))?.end).toBe(file.length);
  const change = fc.record({ at: fc.nat(file.length - 1), by: fc.integer({ min: 1, max: 255 }) });
  await holds([change], async ({ at, by }) => {
    const damaged = Buffer.from(file);
    damaged[at] = damaged[at]! ^ by;
    expect((await readOffsets(damaged))?.end).not.toBe(file.length);
  });
});
