import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { IndexedDocument } from './document.js';
import type { Embedder } from './embedder.js';
import { TfidfBlock } from './lexical/tfidf-block.js';
import { restFacts } from './rest/rest-facts.js';
import { ToolIndex } from './tool-index.js';

const WORDS = 'order movie search list cancel get movies_id mail für 東京 the price'.split(' ');
const text = fc.array(fc.constantFrom(...WORDS), { maxLength: 6 }).map((words) => words.join(' '));
const document: fc.Arbitrary<IndexedDocument> = fc.record({
  name: fc.constantFrom(...['search_movie', 'get_order', 'list_orders', 'a', 'b', 'c', 'd', 'e']),
  text,
  parameters: text,
  inputs: fc.constantFrom([], [{ name: 'movie_id', description: '', required: true }]),
  rest: fc.constantFrom(
    undefined,
    restFacts({ method: 'GET', path: '/orders/{id}' }),
    restFacts({ method: 'POST', path: '/orders' }),
  ) as fc.Arbitrary<never>,
});
/** Catalogues one after the other: names are few, so that tools stay, change, move, go and come back. */
const catalogues = fc.array(fc.uniqueArray(document, { selector: ({ name }) => name }), {
  minLength: 2,
  maxLength: 8,
});

/** Any text has a vector; the texts of the catalogues have different ones. */
const embedder: Embedder = {
  id: 'of characters',
  centre: 0.5,
  embed: async (texts) => texts.map(vectorOf),
  fitSparse: (documents, options) => TfidfBlock.fit(documents, 0.7, options),
};

function vectorOf(text: string): Float32Array {
  const vector = new Float32Array(16).fill(0.1);
  [...text].forEach((letter, i) => (vector[(letter.charCodeAt(0) * (i + 1)) % 16]! += 1));
  return vector;
}

it('an index that follows others ranks and scores as one that is built from nothing', async () => {
  await fc.assert(
    fc.asyncProperty(catalogues, text, async (all, query) => {
      let earlier: ToolIndex | undefined;
      const indexes: [ToolIndex, readonly IndexedDocument[]][] = [];
      for (const documents of all) {
        earlier = await ToolIndex.build(documents, embedder, { earlier });
        indexes.push([earlier, documents]);
      }
      // Earlier ones too: they continue answering while the next is made.
      for (const [index, documents] of indexes) {
        const fresh = await ToolIndex.build(documents, embedder);
        const [found, expected] = [await index.query(query), await fresh.query(query)];
        for (const { name } of documents) {
          expect(Math.abs(found.of(name)! - expected.of(name)!)).toBeLessThan(1e-6);
        }
        const options = { topK: 6, minScore: -1, allowed: new Set(index.names) };
        const ranks = (scores: typeof found) => scores.top(options).map(({ score }) => score);
        ranks(found).forEach((score, i) => expect(score).toBeCloseTo(ranks(expected)[i]!, 6));
      }
    }),
  );
});

it('an index that follows another embeds only what is new', async () => {
  const asked: string[] = [];
  const counting: Embedder = {
    ...embedder,
    embed: async (texts) => {
      asked.push(...texts);
      return texts.map(vectorOf);
    },
  };
  const documents = ['one', 'two', 'three'].map((name) => ({ name, text: name }));
  const earlier = await ToolIndex.build(documents.slice(0, 2), counting);
  const [, two, three] = documents;
  await ToolIndex.build([three!, { ...two!, text: 'changed' }], counting, { earlier });
  expect(asked).toEqual(['one', 'two', 'three', 'changed']);
});

it('embeds all again when what is new has another dimension than what was kept', async () => {
  const documents = ['one', 'two'].map((name) => ({ name, text: name }));
  const earlier = await ToolIndex.build(documents.slice(0, 1), embedder);
  const other: Embedder = {
    id: embedder.id,
    embed: async (texts) => texts.map((text) => vectorOf(text).slice(0, 5)),
  };
  const index = await ToolIndex.build(documents, other, { earlier });
  expect((await index.query('one')).of('one')).toBeCloseTo(1, 6);
});
