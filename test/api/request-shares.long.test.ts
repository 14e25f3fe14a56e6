import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { call } from '../support/call.js';
import { deferred } from '../support/deferred.js';
import { serve, type TestServer as Platform } from '../support/http-server.js';
import { startTestServer, type TestServer } from '../support/server.js';

/** A platform that answers nobody before it is told to. */
let platform: Platform;
let server: TestServer;
const asked = deferred();
const answered = deferred();

beforeAll(async () => {
  platform = await serve((_request, response) => {
    asked.resolve();
    void answered.promise.then(() => response.writeHead(404).end('{}'));
  });
  const env = { PLATFORM_URL: platform.url, MAX_REQUESTS_PER_USER: '1', EMBEDDER: 'none' };
  server = await startTestServer({ env });
});
afterAll(async () => {
  await server.close();
  await platform.close();
});

const rule = { workflow_id: '00000000-0000-4000-8000-000000000001', record: {} };
const costly = [
  ['POST /v1/agent/tools/select', { message: 'hi', context_type: 'tables' }],
  ['GET /v1/agent/tools/check', undefined],
  ['GET /v1/documents/search?q=pallets', undefined],
  ['POST /v1/agent/library/rules/simulate', rule],
  ['POST /v1/agent/library/tables/rows', { config: {} }],
] as const;

test('a user at the limit is refused on every costly route, and nobody else on any', async () => {
  const first = call(server.url, 'POST /v1/agent/library/rules/simulate', rule, 'noisy');
  await asked.promise;
  for (const [route, body] of costly) {
    const refused = await call(server.url, route, body, 'noisy');
    expect([route, refused.status, refused.body.error?.code]).toEqual([
      route,
      429,
      'too_many_requests',
    ]);
  }
  const unread = await fetch(`${server.url}/v1/agent/tools/select`, {
    method: 'POST',
    headers: { authorization: 'Bearer noisy', 'content-type': 'application/json' },
    body: '{not JSON',
  });
  expect(unread.status).toBe(429);
  const [[select, body]] = costly;
  expect((await call(server.url, select, body, 'quiet')).status).toBe(200);
  // What costs little is answered as before.
  expect((await call(server.url, 'GET /v1/agent/tools', undefined, 'noisy')).status).toBe(200);
  answered.resolve();
  expect((await first).status).toBe(404);
  expect((await call(server.url, select, body, 'noisy')).status).toBe(200);
});
