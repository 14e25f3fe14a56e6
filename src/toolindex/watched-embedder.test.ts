import { describe, expect, it } from '@jest/globals';
import { tableEmbedder } from '../../test/embedders/table-embedder.js';
import { AppError } from '../foundation/errors.js';
import type { Embedder } from './embedder.js';
import { WatchedEmbedder } from './watched-embedder.js';

const AT = new Date('2026-03-01T10:00:00Z');
const watch = (inner: Embedder) => new WatchedEmbedder(inner, () => AT);
const failing = (error: Error): Embedder => ({ id: 'x', embed: () => Promise.reject(error) });
const query = { kind: 'query' as const };

describe('WatchedEmbedder', () => {
  it('passes vectors on and knows of nothing before the first call', async () => {
    const watched = watch(tableEmbedder(new Map([['a', [1, 2]]]), 'inner'));
    expect(watched.id).toBe('inner');
    await watched.embed([], query).catch(() => undefined);
    expect(watched.latest).toBeUndefined();
    await expect(watched.embed(['a'], query)).resolves.toEqual([Float32Array.of(1, 2)]);
    expect(watched.latest).toEqual({ at: AT, failure: undefined });
  });

  it('remembers why the latest call failed, and forgets it with the next success', async () => {
    const watched = watch(tableEmbedder(new Map([['a', [1]]])));
    await expect(watched.embed(['b'], query)).rejects.toThrow('no vector for b');
    expect(watched.latest).toEqual({ at: AT, failure: 'no vector for b' });
    await watched.embed(['a'], query);
    expect(watched.latest?.failure).toBeUndefined();
  });

  it('learns nothing from a caller who leaves, and something from a time limit', async () => {
    const watched = watch(failing(new AppError('cancelled', 'gone')));
    const call = (signal: AbortSignal) =>
      watched.embed(['a'], { ...query, signal }).catch(() => undefined);
    await call(AbortSignal.abort());
    expect(watched.latest).toBeUndefined();
    await call(AbortSignal.abort(new AppError('index_error', 'too slow')));
    expect(watched.latest?.failure).toBe('too slow');
  });

  it('has a sparse part only when the inner one has', () => {
    expect(watch(failing(new Error())).fitSparse).toBeUndefined();
    const hybrid: Embedder = {
      ...failing(new Error()),
      fitSparse: async () => Promise.reject(new Error()),
    };
    expect(watch(hybrid).fitSparse).toBeDefined();
  });
});
