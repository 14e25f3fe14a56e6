import { beforeEach, expect, test } from '@jest/globals';
import { useOpened } from '../../../../../test/support/use-opened.js';
import { refused } from '../../../../../test/support/refused.js';
import type { RequestListener } from 'node:http';
import { serve } from '../../../../../test/support/http-server.js';
import { fetchDocument } from './fetch-document.js';
import { isPublicAddress, publicLookup } from './public-address.js';

let answer: RequestListener;
const server = useOpened(() => serve((request, response) => answer(request, response)));
beforeEach(() => {
  answer = (_request, response) => response.end('{"openapi":"3.0.0"}');
});

const fetchIt = (
  path = '',
  more: { maxBytes?: number; timeoutMs?: number; signal?: AbortSignal } = {},
) =>
  fetchDocument(`${server.url}/api.json${path}`, {
    signal: new AbortController().signal,
    maxBytes: 1024 * 1024,
    timeoutMs: 5000,
    ...more,
  });

test.each<[string, RequestListener, RegExp]>([
  [
    'a redirect in a circle',
    (_request, response) => response.writeHead(301, { location: '/api.json' }).end(),
    /redirected more than 3 times/,
  ],
  ['an error', (_request, response) => response.writeHead(404).end(), /answered 404/],
  [
    'an answer without end',
    (_request, response) => void response.write('x'.repeat(2 * 1024 * 1024)),
    /longer than 1 MB/,
  ],
])('%s is refused', async (_name, listener, message) => {
  answer = listener;
  await refused(fetchIt(), 'config_error', message);
});

test('a query with a secret in it is in no message', async () => {
  answer = (_request, response) => response.writeHead(500).end();
  await expect(fetchIt('?token=secret')).rejects.toThrow(
    /^http:\/\/127\.0\.0\.1:\d+\/api\.json answered 500\.$/,
  );
});

test('one byte at a time takes no longer than the limit', async () => {
  answer = (_request, response) => void response.write('{');
  await expect(fetchIt('', { timeoutMs: 100 })).rejects.toThrow(/did not answer within 0\.1 s/);
});

test('an abort ends it', async () => {
  answer = () => {};
  const abort = new AbortController();
  const fetched = fetchIt('', { signal: abort.signal });
  abort.abort();
  await expect(fetched).rejects.toMatchObject({ code: 'cancelled' });
});

test.each<[string, boolean]>([
  ['93.184.216.34', true],
  ['2606:2800:220:1::1', true],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['172.16.0.1', false],
  ['192.168.1.1', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['0.0.0.0', false],
  ['224.0.0.1', false],
  ['::1', false],
  ['::ffff:127.0.0.1', false],
  ['fd00::1', false],
  ['fe80::1', false],
  ['64:ff9b::7f00:1', false],
  ['nonsense', false],
])('%s is public: %s', (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected);
});

test('a name that resolves to a private address is not connected to', async () => {
  const found = await new Promise((resolve) => {
    publicLookup('localhost', { all: true }, (error, addresses) => resolve(error ?? addresses));
  });
  expect(found).toMatchObject({
    message: expect.stringMatching(/^localhost resolves to .*, which is not a public address$/),
  });
});
