import { expect, test } from '@jest/globals';
import { deferred } from '../../../../test/support/deferred.js';
import type { GraphStats } from './explorer-client.js';
import { Snapshots } from './http-explorer.js';

const stats = (nodes: number): GraphStats => ({
  nodes,
  edges: 0,
  embeddings: 0,
  nodeTypes: [],
  laws: [],
  edgeTypes: [],
});

/** Snapshots whose reads answer one after the other, at a time that the test sets. */
function snapshotsOf(reads: (() => Promise<GraphStats>)[]) {
  const at = { ms: 0, reads: 0 };
  const snapshots = new Snapshots(
    () => reads[at.reads++]?.() ?? Promise.reject(new Error('asked too often')),
    () => new Date(at.ms),
  );
  return { at, snapshots };
}

test('counts are read again after a minute', async () => {
  const { at, snapshots } = snapshotsOf([async () => stats(1), async () => stats(2)]);
  expect((await snapshots.latest())?.nodes).toBe(1);
  at.ms = 59_999;
  expect((await snapshots.latest())?.nodes).toBe(1);
  at.ms = 60_000;
  expect((await snapshots.latest())?.nodes).toBe(2);
  expect(at.reads).toBe(2);
});

test('an explorer that is away is asked again after five seconds', async () => {
  const away = () => Promise.reject(new Error('refused'));
  const { at, snapshots } = snapshotsOf([away, async () => stats(3)]);
  expect(await snapshots.latest()).toBeUndefined();
  at.ms = 4_999;
  expect(await snapshots.latest()).toBeUndefined();
  expect(at.reads).toBe(1);
  at.ms = 5_000;
  expect((await snapshots.latest())?.nodes).toBe(3);
});

test('callers at the same time share one read', async () => {
  const reading = deferred<GraphStats>();
  const { at, snapshots } = snapshotsOf([() => reading.promise]);
  const both = Promise.all([snapshots.latest(), snapshots.latest()]);
  reading.resolve(stats(4));
  expect((await both).map((one) => one?.nodes)).toEqual([4, 4]);
  expect(at.reads).toBe(1);
});
