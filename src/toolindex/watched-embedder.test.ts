import { tableEmbedder } from '../../test/embedders/cached-embedder.js';
import { refused } from '../../test/support/refused.js';
import { AppError } from '../foundation/errors.js';
import type { Embedder } from './embedder.js';
import { WatchedEmbedder } from './watched-embedder.js';

const AT = new Date('2026-03-01T10:00:00Z');
const watch = (inner: Embedder) => new WatchedEmbedder(inner, () => AT);
const failing = (error: Error): Embedder => ({ id: 'x', embed: () => Promise.reject(error) });
const query = { kind: 'query' as const };

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

it('does not let each query wait for one that hangs, and asks again after a while', async () => {
  const at = { ms: 0 };
  let asked = 0;
  const late = new AppError('index_error', 'no vector of the query within 5 s');
  const inner: Embedder = {
    id: 'hangs',
    embed: async () => {
      asked += 1;
      at.ms += 5_000;
      throw new AppError('cancelled', 'stopped');
    },
  };
  const watched = new WatchedEmbedder(inner, () => new Date(at.ms));
  const ask = (signal: AbortSignal) => watched.embed(['a'], { ...query, signal });
  await expect(ask(AbortSignal.abort())).rejects.toMatchObject({ code: 'cancelled' });
  await expect(ask(AbortSignal.abort(late))).rejects.toMatchObject({ code: 'cancelled' });
  at.ms += 29_999;
  await refused(ask(new AbortController().signal), 'index_error', late.message);
  expect(asked).toBe(2);
  await watched.embed(['a'], { kind: 'document' }).catch(() => undefined);
  await watched.probe(new AbortController().signal).catch(() => undefined);
  expect(asked).toBe(4);
  await ask(new AbortController().signal).catch(() => undefined);
  expect(asked).toBe(5);
});
