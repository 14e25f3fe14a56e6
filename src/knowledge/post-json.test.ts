import { afterEach, expect, test } from '@jest/globals';
import { serve, type TestServer } from '../../test/support/http-server.js';
import { postJson } from './post-json.js';

const API_KEY = 'k-0123456789';

const open: TestServer[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

async function answered(status: number, body: string) {
  const server = await serve((_request, response) => void response.writeHead(status).end(body));
  open.push(server);
  const { signal } = new AbortController();
  return postJson({ url: server.url, apiKey: API_KEY, body: {}, signal });
}

test('answers what was answered, and nothing for what is no JSON', async () => {
  expect(await answered(200, '{"a":1}')).toEqual({ a: 1 });
  expect(await answered(200, '<html>')).toBeUndefined();
});

test('a refusal that repeats the key is told without it', async () => {
  const body = JSON.stringify({ error: { message: `Invalid key ${API_KEY}` } });
  await expect(answered(401, body)).rejects.toThrow('it answered 401: Invalid key [redacted]');
});

test.each([
  ['a reason without end', 500, JSON.stringify({ message: 'x'.repeat(5_000) }), /^.{0,240}$/],
  ['no reason', 503, 'down', /^it answered 503: no reason given$/],
  ['a redirect', 307, '', /^it answered 307/],
  ['more than a megabyte', 200, 'x'.repeat(1024 * 1024 + 1), /^its answer is too long$/],
])('%s is an error of few words', async (_name, status, body, message) => {
  await expect(answered(status, body)).rejects.toThrow(message);
});
