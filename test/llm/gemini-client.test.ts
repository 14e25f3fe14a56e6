import { afterEach, expect, test } from '@jest/globals';
import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import { GoogleGenerativeAI, type GoogleGenerativeAIFetchError } from '@google/generative-ai';
import { serve, type TestServer } from '../support/http-server.js';

// What Google's own client does that no setting of it changes: decision 0020. A test that fails here says
// that a newer client may be used.

const open: TestServer[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

const KEY = 'key-of-the-test-0123456789';

async function modelAt(listener: RequestListener) {
  const server = await serve(listener);
  open.push(server);
  const client = new GoogleGenerativeAI(KEY);
  return client.getGenerativeModel({ model: 'gemini-2.5-flash' }, { baseUrl: server.url });
}

test('a redirect takes the key to another host, of a chat and of embeddings', async () => {
  const taken: IncomingHttpHeaders[] = [];
  const elsewhere = await serve(({ headers }, response) => {
    taken.push(headers);
    response.end('{}');
  });
  open.push(elsewhere);
  const model = await modelAt((_request, response) => {
    response.writeHead(307, { location: elsewhere.url }).end();
  });
  await model.generateContent('hello').catch(() => undefined);
  await model.batchEmbedContents({ requests: [] }).catch(() => undefined);
  expect(taken.map((headers) => headers['x-goog-api-key'])).toEqual([KEY, KEY]);
});

test.each([
  ['a comment, as proxies send to keep a line open', ': wait\n\n'],
  ['a field beside the data', 'id: 1\n'],
])('valid server-sent events cannot be read: %s', async (_name, before) => {
  const chunk = JSON.stringify({ candidates: [{ content: { parts: [{ text: 'hi' }] } }] });
  const model = await modelAt((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(`${before}data: ${chunk}\n\n`);
  });
  const { stream, response } = await model.generateContentStream('hello');
  response.catch(() => undefined);
  await expect(stream.next()).rejects.toThrow(/parse/);
});

test('how long a refusal asks to be waited for is not told', async () => {
  const model = await modelAt((_request, response) => {
    response.writeHead(429, { 'retry-after': '7310000', 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { message: 'slow down' } }));
  });
  const error = await model.generateContentStream('hello').then(
    () => undefined,
    (refused: GoogleGenerativeAIFetchError) => refused,
  );
  expect(error?.status).toBe(429);
  expect(JSON.stringify({ ...error, message: error?.message })).not.toContain('7310000');
});

test('all of a stream is kept in memory, however much of it was read', async () => {
  const text = 'x'.repeat(1_000);
  const chunk = `data: ${JSON.stringify({ candidates: [{ index: 0, content: { role: 'model', parts: [{ text }] } }] })}\n\n`;
  const model = await modelAt((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(chunk.repeat(50));
  });
  const { stream, response } = await model.generateContentStream('hello');
  await stream.next();
  // Nobody asked for it: the client reads the rest by itself.
  expect((await response).text()).toHaveLength(50_000);
});
