import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import { serve, type TestServer } from '../../../../../test/support/http-server.js';
import { defaultDocumentLimits } from '../document/document-limits.js';
import { readDocumentText } from './read-document-text.js';

// Documents behind sign-in: the credential goes to the origin of the document's own URL, and to no other.

const DOCUMENT = '{"openapi":"3.0.0"}';
let server: TestServer;
let other: TestServer;
let answer: RequestListener;
let seen: IncomingHttpHeaders[] = [];
let seenElsewhere = 0;
beforeAll(async () => {
  server = await serve((request, response) => {
    seen.push(request.headers);
    answer(request, response);
  });
  other = await serve((_request, response) => {
    seenElsewhere += 1;
    response.end(DOCUMENT);
  });
});
afterAll(() => Promise.all([server.close(), other.close()]));
beforeEach(() => {
  [seen, seenElsewhere] = [[], 0];
  answer = ({ headers }, response) =>
    headers.authorization === 'Bearer right'
      ? response.end(DOCUMENT)
      : response.writeHead(401).end();
});

const read = (authorization?: string, path = '/api.json') =>
  readDocumentText(
    {
      url: `${server.url}${path}`,
      shown: `${server.url}/${'${KEY}'}/api.json`,
      ...(authorization !== undefined && {
        credentials: [{ in: 'header', name: 'authorization', value: authorization }],
      }),
    },
    defaultDocumentLimits,
    new AbortController().signal,
  );

test('it is read with the credential of its source', async () => {
  expect(await read('Bearer right')).toEqual({ text: DOCUMENT, unsigned: '' });
});

test('without one it says what would be sent, and names the URL as the config file writes it', async () => {
  await expect(read(undefined, '/secret-key/api.json')).rejects.toMatchObject({
    code: 'config_error',
    message: expect.stringMatching(
      /^http:\/\/127\.0\.0\.1:\d+\/\$\{KEY\}\/api\.json answered 401: .*read without sign-in.*bearer_env.*save the document as a file/,
    ),
  });
});

test('one that is refused by both says that of the credential', async () => {
  await expect(read('Bearer wrong')).rejects.toThrow(
    /answered 401: it does not take the credential/,
  );
});

test.each([401, 403])(
  'after %d what strangers may read is read, and that is known',
  async (status) => {
    answer = ({ headers }, response) =>
      headers.authorization === undefined
        ? response.end(DOCUMENT)
        : response.writeHead(status).end();
    expect(await read('Bearer wrong')).toEqual({
      text: DOCUMENT,
      unsigned: `with the credential of auth its address answered ${status}`,
    });
  },
);

test('another failure is no reason to read without', async () => {
  answer = (_request, response) => response.writeHead(500).end();
  await expect(read('Bearer right')).rejects.toThrow(/answered 500/);
  expect(seen).toHaveLength(1);
});

test('a redirect to another origin is not followed, with or without the credential', async () => {
  answer = (_request, response) => response.writeHead(302, { location: other.url }).end();
  await expect(read('Bearer right')).rejects.toThrow(/redirect to http.*not followed/);
  expect(seenElsewhere).toBe(0);
});

test('a redirect on the same origin keeps it', async () => {
  answer = ({ url, headers }, response) =>
    url === '/api.json'
      ? response.writeHead(301, { location: '/v2.json' }).end()
      : response.end(headers.authorization);
  expect(await read('Bearer right')).toMatchObject({ text: 'Bearer right' });
});

test('a page to sign in is no document', async () => {
  answer = (_request, response) => response.end('\n<!doctype html><title>Sign in</title>');
  await expect(read('Bearer right')).rejects.toThrow(
    /a web page in place of a document: .*sign in/,
  );
});

test('keys of a query and cookies are sent where they belong', async () => {
  answer = ({ url, headers }, response) => response.end(`${url} ${headers.cookie}`);
  const place = { url: `${server.url}/api.json?v=3` };
  const credentials = [
    { in: 'query', name: 'key', value: 'a b' },
    { in: 'cookie', name: 'session', value: 's1' },
  ] as const;
  const { signal } = new AbortController();
  const { text } = await readDocumentText({ ...place, credentials }, defaultDocumentLimits, signal);
  expect(text).toBe('/api.json?v=3&key=a+b session=s1');
});
