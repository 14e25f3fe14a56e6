import { expect, test } from '@jest/globals';
import { tableEmbedder } from '../../test/embedders/table-embedder.js';
import { rememberingEmbedder } from './remembering-embedder.js';

const table = () => tableEmbedder(new Map(['a', 'b', 'c'].map((text, at) => [text, [at, 1]])));

test('each text is asked once, and the vectors come in the order asked for', async () => {
  const inner = table();
  const embedder = rememberingEmbedder(inner, { alike: false });
  await embedder.embed(['a', 'b', 'a'], { kind: 'document' });
  const vectors = await embedder.embed(['c', 'a', 'b'], { kind: 'document' });
  expect(vectors.map(([first]) => first)).toEqual([2, 0, 1]);
  expect(inner.calls.map(({ texts }) => texts)).toEqual([['a', 'b'], ['c']]);
});

test.each([
  [false, ['document', 'query']],
  [true, ['document']],
])('queries and documents alike: %s', async (alike, kinds) => {
  const inner = table();
  const embedder = rememberingEmbedder(inner, { alike });
  await embedder.embed(['a'], { kind: 'document' });
  await embedder.embed(['a'], { kind: 'query' });
  expect(inner.calls.map(({ kind }) => kind)).toEqual(kinds);
});

test('what else an embedder has is that of the inner one', async () => {
  class Other {
    readonly id = 'other';
    private readonly share = 0.7;
    embed = () => Promise.resolve([]);
    fitSparse() {
      return Promise.resolve({
        share: this.share,
        query: () => ({ length: 1, known: 1, of: () => 0 }),
      });
    }
  }
  const embedder = rememberingEmbedder(new Other(), { alike: true });
  expect(embedder.id).toBe('other');
  expect(await embedder.fitSparse?.([])).toMatchObject({ share: 0.7 });
});
