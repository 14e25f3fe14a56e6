import { RecentMap } from './recent-map.js';

test('a value is there until it is too old', () => {
  let now = 0;
  const map = new RecentMap<string>(10, 60, () => now);
  map.set('a', 'one');
  now = 60;
  expect([map.get('a'), map.get('b')]).toEqual(['one', undefined]);
  now = 61;
  expect(map.get('a')).toBeUndefined();
});

test('of too many the one that was set longest ago goes first', () => {
  const map = new RecentMap<number>(3, 60, () => 0);
  for (const [at, key] of ['a', 'b', 'c', 'a', 'd'].entries()) map.set(key, at);
  expect(['a', 'b', 'c', 'd'].map((key) => map.get(key))).toEqual([3, undefined, 2, 4]);
});
