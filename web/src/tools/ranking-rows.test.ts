import { expect, test } from '@jest/globals';
import { rankingRows } from './ranking-rows.js';

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
