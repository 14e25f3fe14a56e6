import type { Embedder } from '../toolindex/embedder.js';
import { tableEmbedder } from '../../test/embedders/cached-embedder.js';
import { tryFeatures, bestShare, fitLosing, tryShares, rememberingEmbedder } from './held-out.js';

/** Knows nothing: all texts are alike, so that words and names alone decide. */
const ones = async (texts: readonly string[]) => texts.map(() => Float32Array.of(1));
const blank: Embedder = { id: 'blank', embed: ones };

test('says what selection finds with all features, and without each', async () => {
  const tools = Array.from({ length: 12 }, (_, at) => ({
    name: `thing${'abcdefghijkl'[at]}`,
    description: 'Handles things.',
    inputSchema: {},
    examples: [`show the ${'qwertyuiopas'[at]}thing`, `open the ${'qwertyuiopas'[at]}thing`],
  }));
  const rows = await tryFeatures(tools, blank, new AbortController().signal);
  // The other example has the word; texts alone do not, and the first six of twelve are found by chance.
  expect(
    Object.fromEntries(rows.map(({ title, examples, found }) => [title, found / examples])),
  ).toEqual({
    'all features': 1,
    'without words': 0.5,
    'without clauses': 1,
    'without the other examples': 0.5,
    'vectors of texts alone': 0.5,
  });
});
const tools = Array.from({ length: 12 }, (_, at) => `thing${'abcdefghijkl'[at]}`).map((name) => ({
  name,
  description: `Handles every ${name} there is.`,
  inputSchema: {},
  examples: [`show me the ${name}`, `what about this ${name}`],
}));

test('each share of words is tried, the one that is built in first', async () => {
  const figures = await tryShares(tools, blank, new AbortController().signal);
  const [asItIs, none] = figures;
  expect([asItIs?.share, asItIs?.examples, asItIs?.found]).toEqual([undefined, 24, 24]);
  // Six of twelve, as all score the same without words.
  expect([[none?.share, none?.found], bestShare(figures)?.share]).toEqual([[0, 12], undefined]);
});

test('the embedder stays as it is where another share finds no more than chance explains', () => {
  const rest = { examples: 100, fits: [] };
  const figures = (share: number | undefined, found: number) => ({ share, found, ...rest });
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

const table = () => tableEmbedder(new Map(['a', 'b', 'c'].map((text, at) => [text, [at, 1]])));

test('each text is asked once, and the vectors come in the order asked for', async () => {
  const inner = table();
  const embedder = rememberingEmbedder(inner);
  await embedder.embed(['a', 'b', 'a'], { kind: 'document' });
  const vectors = await embedder.embed(['c', 'a', 'b'], { kind: 'document' });
  expect(vectors.map(([first]) => first)).toEqual([2, 0, 1]);
  expect(inner.calls.map(({ texts }) => texts)).toEqual([['a', 'b'], ['c']]);
});

test('a text is asked once as a query and once as a document', async () => {
  const inner = table();
  const embedder = rememberingEmbedder(inner);
  for (const kind of ['document', 'query', 'query'] as const) await embedder.embed(['a'], { kind });
  expect(inner.calls.map(({ kind }) => kind)).toEqual(['document', 'query']);
});
