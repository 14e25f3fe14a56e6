import { useServer } from '../support/server.js';
import { rawRequest } from '../support/http-server.js';

const APP = 'https://app.example.com';
const TOKEN = 'token-of-mara-0123456789';
const ID = '00000000-0000-4000-8000-000000000001';
/** What a page of another site can make a browser post without asking first. */
const FORMS = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
];

/** Every route that changes something, the platform's too. */
let changing: { method: string; path: string }[];

const server = useServer({
  env: { AUTH: 'static', AUTH_TOKENS: `mara:${TOKEN}:operator`, CORS_ORIGINS: APP },
});
beforeAll(() => {
  changing = server.routes
    .filter(({ method }) => !['GET', 'HEAD', 'OPTIONS'].includes(method))
    .map(({ method, path }) => ({ method, path: path.replace(/:[a-z_]+/gi, ID) }));
});

const send = (method: string, path: string, more: Record<string, string>, body = '') => {
  const length = { 'content-length': String(Buffer.byteLength(body)) };
  const headers = { authorization: `Bearer ${TOKEN}`, ...length, ...more };
  return rawRequest(server.url, method, path, headers, body);
};

test('every route that changes something refuses a page of another site', async () => {
  expect(changing.length).toBeGreaterThan(20);
  const pages: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: `${APP}.evil.example` },
    { 'sec-fetch-site': 'cross-site' },
    { host: 'evil.example', origin: 'http://evil.example' },
  ];
  for (const { method, path } of changing)
    for (const page of pages) {
      const { status, text, headers } = await send(method, path, page);
      expect([method, path, page, status]).toEqual([method, path, page, 403]);
      expect(text).toContain('"origin_refused"');
      expect(headers['access-control-allow-origin']).toBeUndefined();
    }
});

test('no route takes a form, but the one for files, which no other site reaches', async () => {
  const taken: string[] = [];
  const fields = '{"message":"hi","context_type":"workflow","x":"="}';
  for (const { method, path } of changing)
    for (const type of FORMS) {
      const { status } = await send(method, path, { 'content-type': type }, fields);
      if (status !== 415) taken.push(`${method} ${path} ${type.split(';')[0]} ${status}`);
    }
  expect(taken).toEqual(['POST /v1/documents multipart/form-data 400']);
});

test('a caller without a token is told so in a way that a page of an allowed origin can read, and no other', async () => {
  const ask = (origin: string) => rawRequest(server.url, 'GET', '/v1/agent/tools', { origin });
  const allowed = await ask(APP);
  expect([allowed.status, allowed.headers['access-control-allow-origin']]).toEqual([401, APP]);
  const other = await ask('https://evil.example');
  expect([other.status, other.headers['access-control-allow-origin']]).toEqual([401, undefined]);
});
