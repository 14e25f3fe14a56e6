import fc from 'fast-check';
import { holds } from '../../test/support/property.js';
import type { IndexedDocument } from './document.js';
import type { Embedder } from './embedder.js';
import { keptParts, partOf, type Part } from './parts.js';
import { ToolIndex } from './tool-index.js';
import { WordIndex } from './word-index.js';

const WORDS = ['list', 'orders', 'cancel', 'mail', 'of', 'label'];

/** Vectors that differ by text. */
const embedder: Embedder = {
  id: 'made-up',
  embed: async (texts) =>
    texts.map((text) => Float32Array.from([3, 5, 7, 11], (by) => Math.sin(by * text.length) + 0.1)),
};

const document = (name: string): fc.Arbitrary<IndexedDocument> => {
  const words = fc
    .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 })
    .map((all) => all.join(' '));
  const examples = fc.array(words, { maxLength: 2 });
  const parameters = fc.constantFrom('', 'label id');
  return fc.record({ name: fc.constant(name), text: words, examples, parameters });
};

/** Some of twelve tools, each as one of what it may be. */
const catalogue = fc
  .subarray([...'abcdefghijkl'], { minLength: 1 })
  .chain((names) => fc.tuple(...names.map(document)));

it('an index that follows another: answers what one from nothing answers, whatever came, went or changed', async () => {
  const history = fc.array(catalogue, { minLength: 2, maxLength: 5 });
  await holds([history], { numRuns: 40 }, async (catalogues) => {
    let earlier: ToolIndex | undefined;
    let words: WordIndex | undefined;
    for (const documents of catalogues) {
      earlier = await ToolIndex.build(documents, embedder, { earlier });
      words = await WordIndex.of(documents, words);
    }
    const last = catalogues.at(-1)!;
    const fresh = await ToolIndex.build(last, embedder);
    const freshWords = await WordIndex.of(last);
    expect(earlier!.names).toEqual(fresh.names);
    for (const message of ['cancel orders', 'label of the mail']) {
      const pairs = [
        [await earlier!.query(message), await fresh.query(message)],
        [words!.query(message), freshWords.query(message)],
      ] as const;
      for (const [followed, alone] of pairs) {
        expect(followed.known).toBeCloseTo(alone.known, 6);
        for (const { name } of last) {
          expect(followed.of(name)).toBeCloseTo(alone.of(name)!, 6);
          expect(followed.rankOf(name)).toBeCloseTo(alone.rankOf(name)!, 6);
        }
      }
    }
  });
});

it('an index that follows another: makes little again for each of many changes', () => {
  let documents = Array.from({ length: 1_500 }, (_, at) => ({ name: `t${at}`, text: `${at}` }));
  let parts: readonly Part<null>[] = [];
  const made: number[] = [];
  const CHANGES = 600;
  for (let change = 0; change <= CHANGES; change += 1) {
    const rows = new Map(documents.map(({ name }, row) => [name, row]));
    const kept = keptParts(documents, rows, parts);
    parts = [...kept.parts, partOf(kept.rest, rows, null)];
    made.push(kept.rest.length);
    documents = [...documents.slice(1), { name: `new ${change}`, text: 'new' }];
  }
  expect(made[0]).toBe(1_500);
  expect(made.filter((count) => count > 256).length).toBeLessThan(10);
  expect(made.reduce((sum, count) => sum + count, 0) / CHANGES).toBeLessThan(150);
});
