import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { keepOffering, KeptTools } from './kept-tools.js';

const NOTHING = { before: [], best: [], next: [], sticky: [], scores: new Map(), budget: 6 };
const scores = new Map(Object.entries({ a: 0.9, b: 0.8, c: 0.7, d: 0.6, e: 0.5, f: 0.4 }));

describe('what is offered', () => {
  test('at first: the best, and beside them what there is room for, the best first', () => {
    const keeping = { ...NOTHING, best: ['a', 'b'], next: ['c', 'd', 'e'], scores, budget: 4 };
    expect(keepOffering(keeping)).toEqual(['a', 'b', 'c', 'd']);
  });

  test('the list of before as it is, as long as only the last of the best is missing', () => {
    const before = ['x', 'a', 'b'];
    expect(keepOffering({ ...NOTHING, before, best: ['b', 'a', 'new'] })).toEqual(before);
    expect(keepOffering({ ...NOTHING, before, best: ['b', 'new', 'a'] })).toEqual([
      ...before,
      'new',
    ]);
  });

  test('beyond the budget, what scores lowest of the earlier ones goes', () => {
    const keeping = { ...NOTHING, before: ['f', 'c', 'x'], best: ['a', 'b'], scores, budget: 4 };
    expect(keepOffering(keeping)).toEqual(['f', 'c', 'a', 'b']);
    expect(keepOffering({ ...keeping, budget: 3 })).toEqual(['c', 'a', 'b']);
    expect(keepOffering({ ...keeping, budget: 0 })).toEqual(['a', 'b']);
  });

  test('always all that was called, and all of the best but one, each tool once', () => {
    const name = fc.constantFrom(...'abcdefghij');
    const names = fc.uniqueArray(name, { maxLength: 8 });
    const budget = fc.integer({ min: 0, max: 10 });
    fc.assert(
      fc.property(names, names, names, names, budget, (before, best, next, sticky, room) => {
        const offered = keepOffering({ before, best, next, sticky, scores, budget: room });
        const missing = best.filter((one) => !offered.includes(one));
        expect(missing.length).toBeLessThanOrEqual(1);
        expect(sticky.every((one) => offered.includes(one))).toBe(true);
        expect(new Set(offered).size).toBe(offered.length);
        const needed = new Set([...best, ...sticky]).size;
        const most = Math.max(room, needed, before.length);
        expect(offered.length).toBeLessThanOrEqual(most);
      }),
      { seed: 20 },
    );
  });
});

describe('lists', () => {
  test('are kept by user, conversation and agent, for an hour', () => {
    let now = 0;
    const lists = new KeptTools(() => now);
    const one = { userId: 'ann', id: 'one' };
    lists.keep(one, 'crm', ['a', 'b']);
    expect(lists.of(one, 'crm')).toEqual(['a', 'b']);
    expect(lists.of(one, 'erp')).toEqual([]);
    expect(lists.of({ userId: 'ann', id: 'two' }, 'crm')).toEqual([]);
    expect(lists.of({ userId: 'bob', id: 'one' }, 'crm')).toEqual([]);
    now = 61 * 60_000;
    expect(lists.of(one, 'crm')).toEqual([]);
  });

  test('of the conversation that is longest silent are forgotten first', () => {
    const numbered = (at: number) => ({ userId: 'ann', id: String(at) });
    const lists = new KeptTools(() => 0);
    for (let at = 0; at < 5_000; at += 1) lists.keep(numbered(at), 'crm', ['a']);
    lists.keep(numbered(0), 'crm', ['b']);
    lists.keep(numbered(5_000), 'crm', ['a']);
    expect(lists.of(numbered(1), 'crm')).toEqual([]);
    expect([lists.of(numbered(0), 'crm'), lists.of(numbered(5_000), 'crm')]).toEqual([
      ['b'],
      ['a'],
    ]);
  });
});
