import type { IncomingHttpHeaders } from 'node:http';
import { createPerplexitySearch } from '../../src/knowledge/outside/perplexity.js';
import { createCohereReranker } from '../../src/knowledge/rerank/reranker.js';
import { FAKE_KEY } from '../support/fakes/fake-api.js';
import { fakeApis, fakeNames } from '../support/fakes/fakes.js';
import { serve, type TestServer } from '../support/http-server.js';
import { refused } from '../support/refused.js';
import { answerOf, collect, providerOf } from '../llm/support.js';

const open: TestServer[] = [];
afterEach(async () => void (await Promise.all(open.splice(0).map((server) => server.close()))));

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

const SETTINGS = { apiKey: FAKE_KEY, model: 'any' };
const STATUSES = [301, 302, 303, 307, 308];

describe.each(fakeNames)('the %s model', (name) => {
  test.each(STATUSES)('goes nowhere by a %s, with key and conversation', async (status) => {
    const { url, stolen, asked } = await redirecting(status);
    const { end } = answerOf(await collect(providerOf(fakeApis[name].env(url)).llm));
    expect(end).toMatchObject({ type: 'error', message: expect.stringContaining('redirect') });
    expect(JSON.stringify(end)).not.toContain(FAKE_KEY);
    expect([asked(), stolen]).toEqual([1, []]);
  });
});

const passages = [{ heading: 'Terms', section: '', text: 'Secret.', words: [], score: 0 }];
const { signal } = new AbortController();
type Ask = (deps: typeof SETTINGS & { baseUrl: string }) => Promise<unknown>;
const rerank: Ask = (deps) => createCohereReranker(deps).rerank('terms', passages);
const search: Ask = (deps) => createPerplexitySearch(deps).search('terms', undefined, signal);
const services: [string, string, Ask][] = [
  ['cohere reranker', 'index_error', rerank],
  ['search outside', 'tool_failed', search],
];

describe.each(services)('the %s', (_name, code, ask) => {
  test.each(STATUSES)('goes nowhere by a %s, with key and what it asks', async (status) => {
    const { url, stolen, asked } = await redirecting(status);
    await refused(ask({ ...SETTINGS, baseUrl: url }), code, String(status));
    expect([asked(), stolen]).toEqual([1, []]);
  });
});
