import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { holds } from '../../test/support/property.js';
import { checkContext, type ExampleRank } from './context-check.js';

const rule = { topK: 2, minScore: 0, core: new Set(['c']) };

/** An example of `tool` before which these stand. */
function rank(tool: string, ...before: string[]): ExampleRank {
  const scored = before.map((name, at) => ({ name, score: 0.9 - at / 10 }));
  return { tool, example: `use ${tool}`, rank: before.length + 1, score: 0.1, before: scored };
}

test('a tool is found at the last offered place and missed behind it', () => {
  const check = checkContext(['a'], [rank('a', 'b'), rank('a', 'b', 'c'), rank('a')], rule);
  expect(check).toMatchObject({ examples: 3, found: 2, first: 1 });
  const before = [{ name: 'b' }, { name: 'c' }];
  expect(check.misses).toMatchObject([{ tool: 'a', rank: 3, alwaysOffered: false, before }]);
});

test('what scores too low is not found, whatever its rank', () => {
  expect(checkContext(['a'], [rank('a')], { ...rule, minScore: 0.2 }).found).toBe(0);
});

test('core tools come last among the misses, and the worst rank first', () => {
  const ranks = [rank('c', 'a', 'b', 'd', 'e'), rank('a', 'b', 'c'), rank('b', 'a', 'c', 'd')];
  const { misses } = checkContext(['a', 'b', 'c'], ranks, rule);
  expect(misses.map(({ tool, alwaysOffered }) => [tool, alwaysOffered])).toEqual([
    ['b', false],
    ['a', false],
    ['c', true],
  ]);
});

test('pairs that take each other’s examples come before those where one takes two', () => {
  const ranks = [
    ...[rank('d', 'a'), rank('d', 'a'), rank('d', 'a')],
    ...[rank('a', 'b'), rank('b', 'a'), rank('c', 'b')],
  ];
  expect(checkContext(['a', 'b', 'c', 'd'], ranks, rule).shadows).toEqual([
    { tools: ['a', 'b'], counts: [1, 1], mutual: true },
    { tools: ['a', 'd'], counts: [0, 3], mutual: false },
  ]);
});

test('tools come worst first; one without examples is not judged', () => {
  const { tools } = checkContext(['x', 'b', 'a'], [rank('a', 'b', 'x'), rank('b')], rule);
  expect(tools.map(({ name }) => name)).toEqual(['a', 'b', 'x']);
});

test('every example is found or a miss, and no pair has more than there are', async () => {
  const names = ['a', 'b', 'c', 'd'];
  const one = fc
    .tuple(fc.constantFrom(...names), fc.shuffledSubarray(names))
    .map(([tool, before]) => rank(tool, ...before.filter((name) => name !== tool)));
  await holds([fc.array(one)], (ranks) => {
    const check = checkContext(names, ranks, rule);
    expect(check.found + check.misses.length).toBe(ranks.length);
    expect(check.tools.reduce((sum, { first }) => sum + first, 0)).toBe(check.first);
    const taken = check.shadows.reduce((sum, { counts: [x, y] }) => sum + x + y, 0);
    expect(taken).toBeLessThanOrEqual(ranks.length - check.first);
  });
});
