import { afterEach, describe, expect, test } from '@jest/globals';
import type { IncomingHttpHeaders } from 'node:http';
import { createPerplexitySearch } from '../../src/knowledge/outside/perplexity.js';
import { createCohereReranker } from '../../src/knowledge/rerank/reranker.js';
import { FAKE_KEY } from '../support/fakes/fake-api.js';
import { fakeApis, fakeNames } from '../support/fakes/fakes.js';
import { serve, type TestServer } from '../support/http-server.js';
import { answerOf, collect, providerOf } from '../llm/support.js';

const open: TestServer[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

/** Two hosts: one that sends everything on with this status, and where it sends it. */
async function redirecting(status: number) {
  const stolen: IncomingHttpHeaders[] = [];
  const elsewhere = await serve(({ headers }, response) => {
    stolen.push(headers);
    response.end('{}');
  });
  let asked = 0;
  const moved = await serve(({ url }, response) => {
    asked += 1;
    response.writeHead(status, { location: `${elsewhere.url}${url}` }).end();
  });
  open.push(elsewhere, moved);
  return { url: moved.url, stolen, asked: () => asked };
}

const STATUSES = [301, 302, 303, 307, 308];

describe.each(fakeNames)('the %s model', (name) => {
  test.each(STATUSES)(
    'is not followed elsewhere by a %s, with key and conversation',
    async (status) => {
      const { url, stolen, asked } = await redirecting(status);
      const { end } = answerOf(await collect(providerOf(fakeApis[name].env(url)).llm));
      expect(end).toMatchObject({ type: 'error', message: expect.stringContaining('redirect') });
      expect(JSON.stringify(end)).not.toContain(FAKE_KEY);
      expect(asked()).toBe(1);
      expect(stolen).toEqual([]);
    },
  );
});

describe('the cohere reranker', () => {
  test.each(STATUSES)('follows no %s, with key and passages', async (status) => {
    const { url, stolen, asked } = await redirecting(status);
    const reranker = createCohereReranker({ baseUrl: url, apiKey: FAKE_KEY, model: 'any' });
    const passages = [{ heading: 'Terms', section: '', text: 'Secret.', words: [], score: 0 }];
    await expect(reranker.rerank('terms', passages)).rejects.toMatchObject({
      code: 'index_error',
      message: expect.stringContaining(String(status)),
    });
    expect(asked()).toBe(1);
    expect(stolen).toEqual([]);
  });
});

describe('the search outside', () => {
  test.each(STATUSES)('goes nowhere by a %s, with key and question', async (status) => {
    const { url, stolen, asked } = await redirecting(status);
    const outside = createPerplexitySearch({ baseUrl: url, apiKey: FAKE_KEY, model: 'any' });
    const answer = outside.search('terms', undefined, new AbortController().signal);
    await expect(answer).rejects.toMatchObject({
      code: 'tool_failed',
      message: expect.stringContaining(String(status)),
    });
    expect(asked()).toBe(1);
    expect(stolen).toEqual([]);
  });
});
