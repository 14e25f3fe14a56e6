import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { BEGINNING, branchTo, runsBefore } from './branches.js';

test('runs follow each other in time, except where they say otherwise', () => {
  const runs = [
    { id: 'a', follows: null },
    { id: 'b', follows: null },
    { id: 'b2', follows: 'a' },
    { id: 'c', follows: null },
    { id: 'a2', follows: BEGINNING },
    { id: 'd', follows: 'b' },
  ];
  const before = runsBefore(runs);
  expect(branchTo('c', before)).toEqual(['c', 'b2', 'a']);
  expect(branchTo('d', before)).toEqual(['d', 'b', 'a']);
  expect(branchTo('a2', before)).toEqual(['a2']);
  expect(branchTo(null, before)).toEqual([]);
});

test('a branch ends, whatever is stored', () => {
  const id = fc.constantFrom('a', 'b', 'c', BEGINNING);
  const runs = fc.array(fc.record({ id, follows: fc.option(id) }), { maxLength: 8 });
  fc.assert(
    fc.property(runs, id, (given, last) => {
      const branch = branchTo(last, runsBefore(given));
      expect(new Set(branch).size).toBe(branch.length);
    }),
  );
});
