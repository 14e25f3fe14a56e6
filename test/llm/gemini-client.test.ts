import { afterEach, expect, test } from '@jest/globals';
import { GoogleGenerativeAI, type GenerativeModel } from '@google/generative-ai';
import type { RequestListener } from 'node:http';
import { serve, type TestServer } from '../support/http-server.js';

// Why this client sends nothing in Sextant and only its types are used (decision 0020). It has a parameter for another
// `fetch` than the process's, "to be stubbed for tests", that none of its exports hands on. When one of these fails, a
// fault is gone, and the client can be tried again.

const open: TestServer[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

async function urlOf(listener: RequestListener): Promise<string> {
  const server = await serve(listener);
  open.push(server);
  return server.url;
}

function modelAt(baseUrl: string): GenerativeModel {
  return new GoogleGenerativeAI('fake-key').getGenerativeModel({ model: 'any' }, { baseUrl });
}

test.each<[string, (model: GenerativeModel) => Promise<unknown>]>([
  ['counting tokens', (model) => model.countTokens('Hi')],
  ['embedding', (model) => model.batchEmbedContents({ requests: [] })],
  [
    'a stream',
    async (model) => (await model.generateContentStream('Hi')).response.catch(() => undefined),
  ],
])('%s takes the key along to where a redirect leads', async (_name, ask) => {
  const stolen: unknown[] = [];
  const elsewhere = await urlOf(({ headers }, response) => {
    stolen.push(headers['x-goog-api-key']);
    response.end('{}');
  });
  const moved =
    (location: string): RequestListener =>
    (_request, response) =>
      response.writeHead(307, { location }).end();
  await ask(modelAt(await urlOf(moved(elsewhere))));
  expect(stolen).toEqual(['fake-key']);
});

test('how long to wait is not in the error of a 429', async () => {
  const url = await urlOf((_request, response) =>
    response.writeHead(429, { 'retry-after': '7' }).end('{"error":{"message":"Slow down."}}'),
  );
  const error: unknown = await modelAt(url)
    .countTokens('Hi')
    .catch((reason: unknown) => reason);
  expect(error).toMatchObject({ status: 429 });
  expect(JSON.stringify(error)).not.toContain('7');
});

/** What the client reads of an event stream. */
async function read(...frames: string[]): Promise<unknown[]> {
  const url = await urlOf((_request, response) =>
    response
      .writeHead(200, { 'content-type': 'text/event-stream' })
      .end(frames.join('\n\n') + '\n\n'),
  );
  const { stream, response } = await modelAt(url).generateContentStream('Hi');
  response.catch(() => undefined);
  const chunks: unknown[] = [];
  for await (const chunk of stream) chunks.push(JSON.parse(JSON.stringify(chunk)));
  return chunks;
}

test('a number of a call loses digits', async () => {
  expect(await read('data: {"args":{"id":12345678901234567890}}')).toEqual([
    { args: { id: 12345678901234567000 } },
  ]);
});

test('a comment that keeps a stream open breaks it', async () => {
  await expect(read(': wait', 'data: {}')).rejects.toThrow('Failed to parse stream');
});
