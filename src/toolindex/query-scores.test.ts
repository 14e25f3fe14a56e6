import { expect, it } from '@jest/globals';
import { QueryScores } from './query-scores.js';

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const ALL = { topK: 8, minScore: -1, allowed: new Set(NAMES) };
const FALLING = NAMES.map((_, row) => 0.9 - row / 10);

const scoresOf = (scores: readonly number[], ranks = scores) =>
  new QueryScores({
    names: NAMES,
    rows: new Map(NAMES.map((name, row) => [name, row])),
    scores,
    ranks,
    known: 1,
  });
const names = (tools: readonly { name: string }[]) => tools.map(({ name }) => name);

it('ranks by what tools gain and lose beside their ranks; scores stay', () => {
  const gains = new Map([
    ['f', 1],
    ['b', -1],
    ['unknown', 1],
  ]);
  const found = scoresOf(FALLING).top({ ...ALL, topK: 4, gains });
  expect(names(found)).toEqual(['f', 'a', 'c', 'd']);
  expect(found[0]?.score).toBeCloseTo(0.4);
});

it('ranks by the rank, answers the score, and drops by the score', () => {
  const ranks = FALLING.map((score, row) => (row === 5 ? 2 : score));
  const options = { ...ALL, topK: 2, minScore: 0.1 };
  expect(scoresOf(FALLING, ranks).top(options)).toEqual([
    { name: 'f', score: FALLING[5] },
    { name: 'a', score: FALLING[0] },
  ]);
  expect(names(scoresOf(FALLING, ranks).top({ ...options, minScore: 0.5 }))).toEqual(['a', 'b']);
});
