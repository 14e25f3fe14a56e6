import { expect, test } from '@jest/globals';
import { tableEmbedder } from '../../test/embedders/cached-embedder.js';
import { rememberingEmbedder } from './remembering-embedder.js';

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
