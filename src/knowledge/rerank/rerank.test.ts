import type { IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { serve } from '../../../test/support/http-server.js';
import { refused } from '../../../test/support/refused.js';
import { useOpened } from '../../../test/support/use-opened.js';
import { createCohereReranker, localReranker, type RerankPassage } from './reranker.js';

const passage = (more: Partial<RerankPassage> = {}): RerankPassage => {
  const said = { heading: 'Returns', section: '', text: 'Goods come back.' };
  return { ...said, words: [], score: 0.5, ...more };
};

const stock = { word: 'stock', weight: 2, forms: [{ stems: ['stock'], share: 1 }] };
const count = { word: 'count', weight: 1, forms: [{ stems: ['count'], share: 1 }] };
const byAnother = { ...count, forms: [{ stems: ['number'], share: 0.5 }] };
const far = `stock ${'and so on '.repeat(20)} count`;
const both = [stock, count];
const words = [count];
const many = 'Counting, storing and moving';
type Parts = Partial<RerankPassage>;
test.each<[string, Parts, Parts]>([
  ['covers more of the question', { words: both }, { words: [stock] }],
  ['covers the rarer word', { words: [stock] }, { words }],
  ['has the words together', { text: 'we count stock', words: both }, { text: far, words: both }],
  ['says it in the heading', { heading: 'Counting', words }, { words }],
  ['is about nothing else', { section: 'Counting', words }, { section: many, words }],
  ['says the word itself', { words }, { words: [byAnother] }],
  ['was better before', { score: 0.9 }, { score: 0.1 }],
])('the local second pass prefers what %s', async (_name, better, worse) => {
  const passages = [passage(better), passage(worse)];
  const [a = 0, b = 0] = await localReranker.rerank('stock count', passages);
  expect(a).toBeGreaterThan(b);
  for (const score of [a, b]) expect(score >= 0 && score <= 1).toBe(true);
});

describe('Cohere', () => {
  let seen: { request: IncomingMessage; body: unknown } | undefined;
  let answer: { status: number; body: string };
  const server = useOpened(() =>
    serve((request, response) => {
      void json(request).then((body) => {
        seen = { request, body };
        if (answer.status === 0) return;
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
      });
    }),
  );
  beforeEach(() => (seen = undefined));
  const rerank = (timeoutMs = 2_000, signal?: AbortSignal) => {
    const settings = { apiKey: 'secret-key', model: 'rerank-v3.5', timeoutMs };
    const reranker = createCohereReranker({ baseUrl: server.url, ...settings });
    return reranker.rerank('how long?', [passage(), passage({ text: 'Two' })], signal);
  };

  test('is asked as documented, and its scores come back in our order', async () => {
    const scores = [0.2, 0.9].map((relevance_score, index) => ({ index, relevance_score }));
    const results = scores.toReversed();
    answer = { status: 200, body: JSON.stringify({ id: 'x', results, meta: {} }) };
    expect(await rerank()).toEqual([0.2, 0.9]);
    const headers = { authorization: 'Bearer secret-key' };
    expect(seen?.request).toMatchObject({ method: 'POST', url: '/v2/rerank', headers });
    const documents = ['Returns\nGoods come back.', 'Returns\nTwo'];
    expect(seen?.body).toEqual({ model: 'rerank-v3.5', query: 'how long?', documents, top_n: 2 });
  });

  test.each<[string, number, string]>([
    ['a wrong key', 401, '{"message":"invalid api token secret-key"}'],
    ['a rate limit', 429, '{"message":"slow down"}'],
    ['no JSON', 200, '<html>'],
    ['no results', 200, '{"results":[]}'],
    ['indexes that are not ours', 200, '{"results":[{"index":9,"relevance_score":1}]}'],
    ['a redirect', 302, ''],
  ])('%s is an error without the key', async (_name, status, body) => {
    answer = { status, body };
    const message = expect.not.stringContaining('secret-key');
    await expect(rerank()).rejects.toMatchObject({ code: 'index_error', message });
  });

  test('silence ends at the limit, and at once when nobody waits any more', async () => {
    answer = { status: 0, body: '' };
    await refused(rerank(50), 'index_error', '0.05 s');
    const gone = new AbortController();
    const waiting = rerank(60_000, gone.signal);
    gone.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'cancelled' });
  });
});
