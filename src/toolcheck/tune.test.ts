import { expect, test } from '@jest/globals';
import type { Embedder } from '../toolindex/embedder.js';
import { bestShare, fitLosing, tryShares } from './tune.js';

/** Knows two meanings and no word: what is about mail, and all else. */
const blunt: Embedder = {
  id: 'blunt',
  embed: async (texts) =>
    texts.map((text) => Float32Array.from(/mail|letter/.test(text) ? [1, 0] : [0, 1])),
};
const NAMES = Array.from({ length: 12 }, (_, at) => `thing${'abcdefghijkl'[at]}`);
const tools = NAMES.map((name) => ({
  name,
  description: `Handles every ${name} there is.`,
  inputSchema: {},
  examples: [`show me the ${name}`, `what about this ${name}`],
}));

test('each share of words is tried, the one that is built in first', async () => {
  const figures = await tryShares(tools, blunt, new AbortController().signal);
  const [asItIs, none] = figures;
  expect([asItIs?.share, asItIs?.examples, asItIs?.found]).toEqual([undefined, 24, 24]);
  // Six of twelve, as all score the same without words.
  expect([none?.share, none?.found]).toEqual([0, 12]);
  expect(bestShare(figures)?.share).toBeUndefined();
});

test('the embedder stays as it is where another share finds no more than chance explains', () => {
  const figures = (share: number | undefined, found: number) => ({
    share,
    found,
    examples: 100,
    fits: [],
  });
  // The error of 80 of 100 is 4.
  expect(bestShare([figures(undefined, 73), figures(0.3, 80)])?.share).toBeUndefined();
  expect(bestShare([figures(undefined, 71), figures(0, 79), figures(0.3, 80)])?.share).toBe(0.3);
});

test('the limit of a loss is what so many examples stay below', () => {
  const fits = Array.from({ length: 100 }, (_, at) => at / 100);
  const figures = { share: 0, examples: 100, found: 0, fits };
  expect(fitLosing(figures, 0.05)).toBe(0.05);
  expect(fits.filter((fit) => fit < fitLosing(figures, 0.1))).toHaveLength(10);
});
