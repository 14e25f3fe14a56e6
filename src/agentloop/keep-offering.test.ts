import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { holds } from '../../test/support/property.js';
import { keepOffering } from './keep-offering.js';

const NOTHING = { before: [], best: [], sticky: [], scores: new Map(), budget: 6 };
const scores = new Map(Object.entries({ a: 0.9, b: 0.8, c: 0.7, d: 0.6, e: 0.5, f: 0.4 }));

test('at first: the best alone', () => {
  expect(keepOffering({ ...NOTHING, best: ['a', 'b'], scores })).toEqual(['a', 'b']);
});

test('the list of before as it is, and behind it what is new', () => {
  const before = ['x', 'a', 'b'];
  expect(keepOffering({ ...NOTHING, before, best: ['b', 'a'] })).toEqual(before);
  expect(keepOffering({ ...NOTHING, before, best: ['b', 'a', 'new'], budget: 3 })).toEqual([
    ...['a', 'b', 'new'],
  ]);
  expect(keepOffering({ ...NOTHING, before, best: ['new', 'b', 'newer'] })).toEqual([
    ...before,
    'new',
    'newer',
  ]);
});

test('beyond the budget, what scores lowest of the earlier ones goes', () => {
  const keeping = { ...NOTHING, before: ['f', 'c', 'x'], best: ['a', 'b'], scores, budget: 4 };
  expect(keepOffering(keeping)).toEqual(['f', 'c', 'a', 'b']);
  expect(keepOffering({ ...keeping, budget: 3 })).toEqual(['c', 'a', 'b']);
  expect(keepOffering({ ...keeping, budget: 0 })).toEqual(['a', 'b']);
});

test('always all that was called and all of the best, behind what stands of before, each tool once', async () => {
  const name = fc.constantFrom(...'abcdefghij');
  const names = fc.uniqueArray(name, { maxLength: 8 });
  const budget = fc.integer({ min: 0, max: 10 });
  await holds([names, names, names, budget], { seed: 20 }, (before, best, sticky, room) => {
    const offered = keepOffering({ before, best, sticky, scores, budget: room });
    expect(offered).toEqual(expect.arrayContaining([...best, ...sticky]));
    const standing = before.filter((one) => offered.includes(one));
    expect(offered.slice(0, standing.length)).toEqual(standing);
    expect(new Set(offered).size).toBe(offered.length);
    const needed = new Set([...best, ...sticky]).size;
    const most = Math.max(room, needed, before.length);
    expect(offered.length).toBeLessThanOrEqual(most);
  });
});
