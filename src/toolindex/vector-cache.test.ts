import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { VectorCache } from './vector-cache.js';
import { decodeVectors, encodeVectors } from './vector-file.js';

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
    await expect(cache.read('model', ['one', 'two'])).resolves.toEqual([
      undefined,
      Float32Array.of(2, 2),
    ]);
  });

  it.each([
    ['empty', () => Buffer.alloc(0)],
    ['cut', (file: Buffer) => file.subarray(0, file.length - 5)],
    ['foreign', () => Buffer.from('{"vectors": []}')],
    ['longer', (file: Buffer) => Buffer.concat([file, Buffer.from('x')])],
  ])('takes a %s file for no file and rewrites it', async (_, damage) => {
    await cache.write('model', TEXTS, VECTORS);
    const file = await onlyFile();
    await writeFile(file, damage(await readFile(file)));
    await expect(cache.read('model', ['one'])).resolves.toEqual([undefined]);
    await cache.write('model', TEXTS, VECTORS);
    await expect(cache.read('model', ['two'])).resolves.toEqual([VECTORS[1]]);
    await onlyFile();
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

describe('the file format', () => {
  it('notices any changed byte', async () => {
    const key = 'ab'.repeat(32);
    const vectors = new Map([[key, Float32Array.of(1, 2)]]);
    const file = await encodeVectors({ dimensions: 2, vectors });
    expect((await decodeVectors(file))?.vectors.get(key)).toEqual(Float32Array.of(1, 2));
    const change = fc.record({ at: fc.nat(file.length - 1), by: fc.integer({ min: 1, max: 255 }) });
    await fc.assert(
      fc.asyncProperty(change, async ({ at, by }) => {
        const damaged = Buffer.from(file);
        damaged[at] = damaged[at]! ^ by;
        expect(await decodeVectors(damaged)).toBeUndefined();
      }),
    );
  });
});
