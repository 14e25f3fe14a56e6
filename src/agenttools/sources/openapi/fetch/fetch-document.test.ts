import { promisify } from 'node:util';
import type { RequestListener, IncomingHttpHeaders } from 'node:http';
import { defined } from '../../../../foundation/defined.js';
import { useOpened } from '../../../../../test/support/use-opened.js';
import { refused } from '../../../../../test/support/refused.js';
import { serve } from '../../../../../test/support/http-server.js';
import { defaultDocumentLimits } from '../document/parse-text.js';
import type { Credential } from '../../credentials.js';
import { fetchDocument, isPublicAddress, publicLookup, readDocument } from './fetch-document.js';

let answer: RequestListener;
let seen: IncomingHttpHeaders[] = [];
const server = useOpened(() =>
  serve((request, response) => {
    seen.push(request.headers);
    answer(request, response);
  }),
);
beforeEach(() => {
  seen = [];
  answer = (_request, response) => response.end('{"openapi":"3.0.0"}');
});

const fetchIt = (more: { timeoutMs?: number; signal?: AbortSignal }) => {
  const { signal } = new AbortController();
  const limits = { maxBytes: 1024 * 1024, timeoutMs: 5000 };
  return fetchDocument(`${server.url}/api.json?token=secret`, { signal, ...limits, ...more });
};

/** Answers with a status, leading elsewhere where it says so. */
const status =
  (code: number, location?: string): RequestListener =>
  (_request, response) =>
    response.writeHead(code, defined({ location })).end();
const begin =
  (text: string): RequestListener =>
  (_request, response) =>
    void response.write(text);

test.each<[string, RequestListener, RegExp]>([
  ['a redirect in a circle', status(301, '/api.json'), /redirected more than 3 times/],
  ['an error', status(404), /answered 404/],
  ['an answer without end', begin('x'.repeat(2 * 1024 * 1024)), /longer than 1 MB/],
  ['one byte at a time', begin('{'), /did not answer within 0\.5 s/],
  ['a query with a secret', status(500), /^http:\/\/127\.0\.0\.1:\d+\/api\.json answered 500\.$/],
])('%s is refused', async (_name, listener, message) => {
  answer = listener;
  await refused(fetchIt({ timeoutMs: 500 }), 'config_error', message);
});

test('an abort ends it', async () => {
  answer = () => {};
  const abort = new AbortController();
  const fetched = fetchIt({ signal: abort.signal });
  abort.abort();
  await expect(fetched).rejects.toMatchObject({ code: 'cancelled' });
});

test.each([
  ...'127.0.0.1 10.1.2.3 172.16.0.1 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0'.split(' '),
  ...'224.0.0.1 ::1 ::ffff:127.0.0.1 fd00::1 fe80::1 64:ff9b::7f00:1 nonsense'.split(' '),
])('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false);
  for (const open of ['93.184.216.34', '2606:2800:220:1::1'])
    expect(isPublicAddress(open)).toBe(true);
});

test('a name that resolves to a private address is not connected to', async () => {
  await expect(promisify(publicLookup)('localhost', { all: true })).rejects.toThrow(
    /^localhost resolves to .*, which is not a public address$/,
  );
});

describe('a document behind a token', () => {
  // Documents behind sign-in: the credential goes to the origin of the document's own URL, and to no other.

  const DOCUMENT = '{"openapi":"3.0.0"}';
  let seenElsewhere = 0;
  const other = useOpened(() =>
    serve((_request, response) => {
      seenElsewhere += 1;
      response.end(DOCUMENT);
    }),
  );
  beforeEach(() => {
    seenElsewhere = 0;
    answer = ({ headers }, response) =>
      headers.authorization === 'Bearer right'
        ? response.end(DOCUMENT)
        : response.writeHead(401).end();
  });

  const read = async (credentials?: Credential[], path = '/api.json') => {
    const shown = `${server.url}/${'${KEY}'}/api.json`;
    const place = { url: `${server.url}${path}`, shown, ...defined({ credentials }) };
    const { signal } = new AbortController();
    const { bytes, unsigned } = await readDocument(place, defaultDocumentLimits, signal);
    return { text: bytes.toString(), unsigned };
  };
  const token = (value: string): Credential[] => [{ in: 'header', name: 'authorization', value }];
  const [RIGHT, WRONG] = [token('Bearer right'), token('Bearer wrong')];

  test('it is read with the credential of its source', async () =>
    expect(await read(RIGHT)).toEqual({ text: DOCUMENT, unsigned: '' }));

  test('without one it says what would be sent, and names the URL as the config file writes it', () =>
    expect(read(undefined, '/secret-key/api.json')).rejects.toMatchObject({
      code: 'config_error',
      message: expect.stringMatching(
        /^http:\/\/127\.0\.0\.1:\d+\/\$\{KEY\}\/api\.json answered 401: .*read without sign-in.*bearer_env.*save the document as a file/,
      ),
    }));

  test('one that is refused by both says that of the credential', () =>
    expect(read(WRONG)).rejects.toThrow(/answered 401: it does not take the credential/));

  test.each([401, 403])('after %d what strangers may read is read, and known', async (code) => {
    answer = ({ headers }, response) =>
      headers.authorization === undefined ? response.end(DOCUMENT) : response.writeHead(code).end();
    const unsigned = `with the credential of auth its address answered ${code}`;
    expect(await read(WRONG)).toEqual({ text: DOCUMENT, unsigned });
  });

  test('another failure is no reason to read without', async () => {
    answer = status(500);
    await expect(read(RIGHT)).rejects.toThrow(/answered 500/);
    expect(seen).toHaveLength(1);
  });

  test('a redirect to another origin is not followed, with or without the credential', async () => {
    answer = status(302, other.url);
    await expect(read(RIGHT)).rejects.toThrow(/redirect to http.*not followed/);
    expect(seenElsewhere).toBe(0);
  });

  test('a redirect on the same origin keeps it', async () => {
    answer = ({ url, headers }, response) =>
      url === '/api.json'
        ? response.writeHead(301, { location: '/v2.json' }).end()
        : response.end(headers.authorization);
    expect(await read(RIGHT)).toMatchObject({ text: 'Bearer right' });
  });

  test('a page to sign in is no document', async () => {
    answer = (_request, response) => response.end('\n<!doctype html><title>Sign in</title>');
    await expect(read(RIGHT)).rejects.toThrow(/a web page in place of a document: .*sign in/);
  });

  test('keys of a query and cookies are sent where they belong', async () => {
    answer = ({ url, headers }, response) => response.end(`${url} ${headers.cookie}`);
    const key: Credential = { in: 'query', name: 'key', value: 'a b' };
    const session: Credential = { in: 'cookie', name: 'session', value: 's1' };
    const { text } = await read([key, session], '/api.json?v=3');
    expect(text).toBe('/api.json?v=3&key=a+b session=s1');
  });
});
