import { expect, test } from '@jest/globals';
import { rankingRows, percent, scoreText } from './ranking-rows.js';

const counts = { all: 3, context: 2, offered: 2 };

test('all tools of the context are there in their order, and what has no rank after them', () => {
  const rows = rankingRows({
    query: 'x',
    counts,
    elapsed_ms: 1,
    tools: [
      { name: 'find_tools', source: 'core' },
      { name: 'b', source: 'sticky', score: 0.1 },
    ],
    ranking: [
      { name: 'a', rank: 1, score: 0.5 },
      { name: 'b', rank: 2, score: 0.1 },
    ],
  });
  expect(rows).toEqual([
    { name: 'a', rank: 1, score: 0.5, source: undefined },
    { name: 'b', rank: 2, score: 0.1, source: 'sticky' },
    { name: 'find_tools', rank: undefined, score: undefined, source: 'core' },
  ]);
});

test('without a ranking the offered ones stand alone', () => {
  const tools = [{ name: 'a', source: 'fallback' as const }];
  const answer = { query: 'x', counts, elapsed_ms: 1, tools, ranking: [] };
  expect(rankingRows({ ...answer, fallback_reason: 'no_embedder' })).toEqual([
    { name: 'a', rank: undefined, score: undefined, source: 'fallback' },
  ]);
});

test.each([
  [-0.001, '0.00'],
  [-0.006, '-0.01'],
  [0.455, '0.46'],
  [1, '1.00'],
])('%d is shown as %s', (score, text) => expect(scoreText(score)).toBe(text));

test('only all is 100 %', () => {
  expect([percent(999, 1000), percent(3, 3), percent(0, 0)]).toEqual(['99 %', '100 %', '–']);
});
