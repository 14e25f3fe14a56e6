import { securityHeaders } from '../../src/http/edge-policy.js';
import { pagePolicy } from '../../src/app/serve-page.js';
import { rawRequest } from '../support/http-server.js';
import { refusal, type TestServer, useServer } from '../support/server.js';

const APP = 'https://app.example.com';

const closed = useServer();
const outside = { CORS_ORIGINS: APP, ALLOWED_HOSTS: 'erp.example.com' };
const open = useServer(() => ({ env: outside, db: closed.db }));

type Call = { method?: string; path?: string; headers?: Record<string, string>; body?: unknown };

/** A request as a browser may send it: `fetch` would not let a test set Host and Origin. */
async function call({ url }: TestServer, { method = 'GET', path = '/', headers, body }: Call) {
  const payload = JSON.stringify(body) ?? '';
  const type = (payload && { 'content-type': 'application/json' }) as Record<string, string>;
  const sent = { ...type, 'content-length': `${Buffer.byteLength(payload)}`, ...headers };
  const { text, ...answer } = await rawRequest(url, method, path, sent, payload);
  const isJson = String(answer.headers['content-type']).includes('json');
  return { ...answer, body: (isJson ? JSON.parse(text) : text) as unknown };
}

const body = { message: 'hi', context_type: 'workflow' };
const CHAT = { method: 'POST', path: '/v1/agent/chat', body };

describe('a page of another origin', () => {
  test('may read nothing: no answer names its origin, no question for permission is granted', async () => {
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
    for (const server of [closed, open])
      for (const method of ['GET', 'OPTIONS']) {
        const answer = await call(server, { method, path: '/v1/agent/tools', headers });
        expect(answer.headers['access-control-allow-origin']).toBeUndefined();
      }
  });

  test('cannot get in under a name of its own that points here', async () => {
    const headers = { host: 'evil.example', origin: 'http://evil.example' };
    for (const path of ['/', '/v1/agent/tools', '/v1/workflow/rules', '/health/ready']) {
      const answer = await call(closed, { path, headers });
      expect(answer).toMatchObject(refusal(403, 'origin_refused'));
    }
    expect((await call(open, { headers: { host: 'erp.example.com' } })).status).toBe(200);
  });
});

describe('an allowed origin', () => {
  test('asks for permission and gets it for what a client needs', async () => {
    const headers = {
      origin: APP,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type,idempotency-key',
    };
    const answer = await call(open, { method: 'OPTIONS', path: CHAT.path, headers });
    expect(answer.status).toBe(204);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': APP,
      'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key, Last-Event-ID',
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, DELETE',
    });
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
  });

  test('reads JSON, errors and streams', async () => {
    const headers = { origin: APP };
    const answers = [
      await call(open, { path: '/v1/agent/tools', headers }),
      await call(open, { path: `/${'too-long-for-a-file'.repeat(300)}`, headers }),
      await call(open, { ...CHAT, headers, body: {} }),
      await call(open, { ...CHAT, headers }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 400, 200]);
    expect(answers[3]?.body).toContain('event: message_complete');
    for (const { headers: got } of answers) {
      expect(got['access-control-allow-origin']).toBe(APP);
      expect(got['vary']).toMatch(/origin/i);
    }
  });
});

test('the own page sends its chat and reads the stream', async () => {
  const headers = { origin: closed.url, 'sec-fetch-site': 'same-origin' };
  const ended = { status: 200, body: expect.stringContaining('event: message_complete') };
  expect(await call(closed, { ...CHAT, headers })).toMatchObject(ended);
});

describe('every answer carries the security headers', () => {
  const { 'cache-control': _c, 'content-security-policy': _p, ...common } = securityHeaders;

  test.each<[string, Call, number]>([
    ['JSON', { path: '/v1/agent/tools' }, 200],
    ['of the platform', { path: '/v1/workflow/rules' }, 200],
    ['not found', { path: '/nowhere' }, 404],
    ['a wrong body', { ...CHAT, body: {} }, 400],
    ['a URL that cannot be read', { path: '/v1/agent/runs/%zz' }, 400],
    ['a refused origin', { method: 'POST', headers: { origin: 'null' } }, 403],
  ])('%s', async (_name, sent, status) => {
    expect(await call(closed, sent)).toMatchObject({ status, headers: securityHeaders });
  });

  test('a stream, which is not kept either', async () => {
    const answer = await call(closed, CHAT);
    expect(answer.headers).toMatchObject(common);
    expect(answer.headers['cache-control']).toMatch(/no-cache|no-store/);
  });

  test('the page, with what a page may load', async () => {
    const answer = await call(closed, {});
    expect(answer.headers).toMatchObject(common);
    expect(answer.headers['content-security-policy']).toBe(pagePolicy);
    expect(pagePolicy).not.toMatch(/script-src[^;]*unsafe/);
  });
});
