import { expect, test } from '@jest/globals';
import type { Embedder } from '../toolindex/embedder.js';
import { tryFeatures } from './held-out.js';

/** Knows nothing: all texts are alike, so that words and names alone decide. */
const blank: Embedder = {
  id: 'blank',
  embed: async (texts) => texts.map(() => Float32Array.of(1)),
};

test('says what selection finds with all features, and without each', async () => {
  const tools = Array.from({ length: 12 }, (_, at) => ({
    name: `thing${'abcdefghijkl'[at]}`,
    description: 'Handles things.',
    inputSchema: {},
    examples: [`show the ${'qwertyuiopas'[at]}thing`, `open the ${'qwertyuiopas'[at]}thing`],
  }));
  const rows = await tryFeatures(tools, blank, new AbortController().signal);
  const recall = Object.fromEntries(
    rows.map(({ title, examples, found }) => [title, found / examples]),
  );
  // The other example has the word; texts alone do not, and the first six of twelve are found by chance.
  expect(recall).toEqual({
    'all features': 1,
    'without words': 0.5,
    'without clauses': 1,
    'without the other examples': 0.5,
    'vectors of texts alone': 0.5,
  });
});
