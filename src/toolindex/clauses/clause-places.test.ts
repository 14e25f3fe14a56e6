import { expect, test } from '@jest/globals';
import { placedByClause, type Candidate, type ClauseScores } from './clause-places.js';

const NAMES = ['fly_a', 'fly_b', 'fly_c', 'eat_a', 'talk'];
const candidates = (scores: readonly number[]): Candidate[] =>
  scores.map((score, row) => ({ row, name: NAMES[row] as string, score }));
const clause = (weight: number, scores: readonly number[]): ClauseScores => {
  return { weight, of: (row) => scores[row] ?? 0 };
};
const placed = (scores: readonly number[], clauses: readonly ClauseScores[]) =>
  placedByClause(candidates(scores), clauses).map(({ name }) => name);

const FLY = clause(10, [0.7, 0.65, 0.6, 0, 0]);
const EAT = clause(8, [0, 0, 0, 0.6, 0]);
const RANKS = [0.5, 0.48, 0.46, 0.4, 0.1];

test('a second need gets its place before the copies of the first', () => {
  expect(placed(RANKS, [FLY, EAT])).toEqual(['fly_a', 'eat_a', 'fly_b', 'fly_c', 'talk']);
});

test('of one need the order of ranks stays', () => {
  expect(placed(RANKS, [FLY, FLY])).toEqual(NAMES);
});

test('a clause of which the catalogue hardly speaks gets none', () => {
  const talk = clause(0.5, [0, 0, 0, 0, 0.9]);
  expect(placed(RANKS, [FLY, EAT, talk]).at(-1)).toBe('talk');
});
