import { useOpened } from '../../../test/support/use-opened.js';
import { refused, rejectionOf } from '../../../test/support/refused.js';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { holds } from '../../../test/support/property.js';
import { AppError } from '../../foundation/errors.js';
import { serve } from '../../../test/support/http-server.js';
import {
  requestPlace,
  createReadClient,
  createWriteClient,
  refusalStatus,
} from './backend-client.js';
import { JsonText, type BackendRequest, type WriteClient } from './clients.js';
import { createBackend } from './backend.js';
import { readsOf } from './read-rules.js';
import { writeClientOf } from './write-access.js';

/** One request as the server saw it. */
interface Seen {
  method: string | undefined;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

type Answer = (response: ServerResponse, seen: Seen) => void;

let seen: Seen[] = [];
let answer: Answer;

const server = useOpened(() =>
  serve((request, response) => {
    void text(request).then((body) => {
      const { method, url = '', headers } = request;
      seen.push({ method, url, headers, body });
      answer(response, { method, url, headers, body });
    });
  }),
);
beforeEach(() => {
  seen = [];
  answer = json(200, { ok: true });
});

/** An answer of JSON, or of `body` as it is when it is a text. */
function json(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
}

function platform(parts: Partial<Parameters<typeof createWriteClient>[0]> = {}): WriteClient {
  const signal = new AbortController().signal;
  return createWriteClient({ baseUrl: server.url, signal, ...parts });
}

describe('a request', () => {
  test('carries method, path, query and body', async () => {
    const query = { search: 'a&b=ü', page: 2, is_active: false, left_out: undefined };
    expect(await platform().get(['v1', 'rules'], query)).toEqual({ ok: true });
    const post = { method: 'POST', segments: ['v1', 'rules', 'full'] };
    await platform().send({ ...post, body: { name: 'ü' }, query: { dry_run: true } });
    await platform().send({ method: 'PUT', segments: ['v1', 'rules', '7'], body: [] });
    await platform().send({ method: 'POST', segments: ['v1', 'empty'] });
    expect(seen.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['GET', '/v1/rules?search=a%26b%3D%C3%BC&page=2&is_active=false', ''],
      ['POST', '/v1/rules/full?dry_run=true', '{"name":"ü"}'],
      ['PUT', '/v1/rules/7', '[]'],
      ['POST', '/v1/empty', ''],
    ]);
    const types = seen.map(({ headers }) => headers['content-type'] ?? '');
    expect(types).toEqual(['', 'application/json', 'application/json', '']);
  });

  test('carries a text as it stands, to the byte', async () => {
    const exact = '{ "z":1,\n"a":"ü\\u0000😀" , "10":1,"9":1e2}';
    const body = new JsonText(exact);
    await platform().send({ method: 'POST', segments: ['v1', 'rules'], body });
    await platform().send({ method: 'PUT', segments: ['v1', 'rules', '7'], body });
    expect(seen.map(({ body }) => body)).toEqual([exact, exact]);
    expect(seen[0]?.headers['content-type']).toBe('application/json');
  });

  test('carries the token of its caller, and of nobody when there is none', async () => {
    await platform({ authorization: 'Bearer mine' }).get(['a']);
    await platform().get(['a']);
    expect(seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer mine', undefined]);
  });

  test('goes below the base path', async () => {
    await platform({ baseUrl: `${server.url}/erp/api` }).get(['v1', 'rules']);
    expect(seen[0]?.url).toBe('/erp/api/v1/rules');
  });
});

test.each([
  ['an empty segment', ''],
  ['one dot', '.'],
  ['two dots', '..'],
  ['half of a surrogate pair', 'a\ud83d'],
])('%s is refused and nothing is sent', async (_name, segment) => {
  const read = platform().get(['v1', segment, 'actions']);
  await refused(read, 'invalid_arguments', 'cannot be used as an id or name');
  expect(seen).toEqual([]);
  expect(() => requestPlace({ segments: [segment] })).toThrow(AppError);
});

const nasty = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1 }),
  fc.constantFrom(...'%2e%2e %2E%2e/ ..%2f.. %252e%252e ..; ..;/x ..\\.. \0'.split(' ')),
  fc.constantFrom(' ..', '.. ', ...'.\t. \n.. ．． 。。 ․․ ／ ＼ //evil.example @x'.split(' ')),
  fc.constantFrom('?a=1', '#', '&a=1', '+', '%', '%zz', 'http://evil.example', 'a'.repeat(5000)),
);

test('property: the path has as many parts as were given, and the query as many values', async () => {
  const base = 'http://erp.example/api/v1';
  await holds(
    [fc.array(nasty, { minLength: 1, maxLength: 4 }), nasty],
    { numRuns: 500 },
    (segments, value) => {
      let url: URL;
      try {
        url = new URL(`${base}${requestPlace({ segments, query: { q: value, page: 1 } })}`);
      } catch (error) {
        // Only what no URL can carry is refused.
        expect(error).toBeInstanceOf(AppError);
        expect(segments.some((part) => dotsOnly(part) || !canEncode(part))).toBe(true);
        return;
      }
      expect(url.origin).toBe('http://erp.example');
      const parts = url.pathname.split('/').slice(1);
      expect(parts).toHaveLength(2 + segments.length);
      expect(parts.slice(2).map(decodeURIComponent)).toEqual(segments);
      expect([...url.searchParams.keys()]).toEqual(['q', 'page']);
      if (canEncode(value)) expect(url.searchParams.get('q')).toBe(value);
      expect(url.hash).toBe('');
    },
  );
});

const dotsOnly = (part: string) => part === '.' || part === '..';
const canEncode = (part: string) => !/\p{Cs}/u.test(part);

describe('a path that is encoded already', () => {
  test.each([
    ['/flags/', '', '/flags/'],
    ['/a%2Fb;v=1,2', 'tag=x&tag=%5B1%5D', '/a%2Fb;v=1,2?tag=x&tag=%5B1%5D'],
    ['//other.example/x', '', '//other.example/x'],
  ])('%s stays as it is', (path, query, place) => {
    expect(requestPlace({ path, query })).toBe(place);
  });

  const bad = 'flags /a/../b /a/%2e%2E/b /a/. /a?b /a#b /a\\b /a\t/b /%zz /ü'.split(' ');
  test.each([...bad, '/a b'])('%j is refused', (path) => {
    expect(() => requestPlace({ path })).toThrow(AppError);
  });

  test('is refused beside segments, and so is a query that is not encoded', () => {
    expect(() => requestPlace({ path: '/a', segments: ['a'] })).toThrow(/either/);
    expect(() => requestPlace({})).toThrow(/either/);
    expect(() => requestPlace({ path: '/a', query: 'b=c#d' })).toThrow(/encoded/);
  });

  test('property: what is taken stays below the base path', async () => {
    const part = fc.constantFrom(...'/ . .. %2e %2F \\ @ : a ? # %5c'.split(' '));
    const paths = fc.array(part, { maxLength: 8 }).map((parts) => `/${parts.join('')}`);
    await holds([paths], { numRuns: 1000 }, (path) => {
      let place = '';
      try {
        place = requestPlace({ path });
      } catch {
        return;
      }
      const url = new URL(`http://erp.example/api${place}`);
      expect([url.origin, url.pathname]).toEqual(['http://erp.example', `/api${path}`]);
    });
  });
});

test.each([301, 302, 303, 307, 308])('a redirect by %d is not followed', async (status) => {
  const reached: unknown[] = [];
  const other = await serve((request, response) => {
    reached.push(request.headers);
    response.end('{}');
  });
  answer = json(status, '', { location: `${other.url}/steal` });
  const read = platform({ authorization: 'Bearer mine' }).get(['v1']);
  await refused(read, 'platform_error', 'redirect');
  await other.close();
  expect(reached).toEqual([]);
});

describe('an answer', () => {
  test('that holds too much to be parsed is refused', async () => {
    answer = json(200, `[${'{},'.repeat(100_000)}{}]`);
    const said = 'JSON that has more than 80000 values, so it was not read';
    await refused(platform().get(['items']), 'platform_error', said);
  });

  test('without a body is undefined', async () => {
    answer = (response) => response.writeHead(204).end();
    expect(await platform().send({ method: 'POST', segments: ['v1'], body: {} })).toBeUndefined();
  });

  test('cut in the middle of a character is put together', async () => {
    answer = (response) => {
      const bytes = Buffer.from('{"name":"ü😀"}');
      response.write(bytes.subarray(0, 10));
      setImmediate(() => response.end(bytes.subarray(10)));
    };
    expect(await platform().get(['v1'])).toEqual({ name: 'ü😀' });
  });

  const details = [{ path: 'actions.0', message: 'unknown port', allowed: ['yes', 'no'] }];
  const shape = { error: { code: 'invalid_rule', message: 'The rule is not valid.', details } };

  const CODES = { not_found: [404], conflict: [409], platform_error: [400, 401, 422] };
  const statuses = Object.entries({ ...CODES, platform_unavailable: [500, 502, 503] }).flatMap(
    ([code, all]) => all.map((status) => [status, code] as const),
  );
  test.each(statuses)('of %d in the common shape is %s in its own words', async (status, code) => {
    answer = json(status, shape);
    const error = await rejectionOf(platform().get(['v1']));
    expect(error).toMatchObject({ code, message: 'The rule is not valid.', details });
  });

  test.each<[string, unknown]>([
    ['another shape', { message: 'no' }],
    ['an error that is a text', { error: 'no' }],
    ['null', null],
    ['nothing', ''],
    ['HTML', '<html>Bad gateway</html>'],
  ])('of an error with %s names its status', async (_name, body) => {
    for (const [status, code] of statuses) {
      answer = json(status, body);
      const error = await rejectionOf(platform().get(['v1']));
      expect([error.code, error.message]).toEqual([code, `The platform answered ${status}.`]);
    }
  });

  test('of success that is not JSON is refused', async () => {
    answer = json(200, '<html>Sign in</html>');
    const said = 'The platform answered 200 with something that is not JSON.';
    await refused(platform().get(['v1']), 'platform_error', said);
  });

  test('that is too long is cut off instead of read', async () => {
    const closed = new Promise<void>((resolve) => {
      answer = (response) => {
        response.once('close', () => resolve());
        response.write(`"${'x'.repeat(5 * 1024 * 1024)}`);
        // Never ended: only the reader can end it.
      };
    });
    await refused(platform().get(['v1']), 'platform_error', 'more than 4 MB');
    await closed;
  });
});

describe('a platform that does not answer', () => {
  test.each(['127.0.0.1', 'localhost'])('at %s: down, and what to do', async (host) => {
    const gone = await serve(() => {});
    await gone.close();
    const baseUrl = `http://${host}:${gone.port}`;
    const said = /^The business backend cannot be reached: .*ECONNREFUSED.*Check that it runs/;
    await refused(platform({ baseUrl }).get(['v1']), 'platform_unavailable', said);
  });

  test.each<[string, Answer]>([
    ['before its headers', () => {}],
    ['in the middle of its answer', (response) => void response.write('{"half":')],
  ])('in the time limit, %s', async (_name, stops) => {
    answer = stops;
    const read = platform({ timeoutMs: 50 }).get(['v1']);
    await refused(read, 'platform_unavailable', 'did not answer within 0.05 s');
  });

  test('to the end: it hangs up half way', async () => {
    answer = (response) => {
      response.write('{"half":');
      setImmediate(() => response.destroy());
    };
    expect((await rejectionOf(platform().get(['v1']))).code).toBe('platform_unavailable');
  });
});

test('an abort before the call sends nothing', async () => {
  const error = await rejectionOf(platform({ signal: AbortSignal.abort() }).get(['v1']));
  expect([error.code, seen]).toEqual(['cancelled', []]);
});

test.each([
  ['headers', () => {}],
  ['body', (response: ServerResponse) => void response.write('{"half":')],
])('an abort while waiting for the %s ends the call and its connection', async (_name, begin) => {
  const abort = new AbortController();
  let left: Promise<unknown> = Promise.resolve();
  answer = (response) => {
    left = once(response, 'close');
    begin(response);
    setTimeout(() => abort.abort(new Error('the client went away')), 10);
  };
  const error = await rejectionOf(platform({ signal: abort.signal }).get(['v1']));
  expect(error.code).toBe('cancelled');
  await left;
});

test.each<[string, Answer, number | undefined]>([
  ['a refusal', json(403, {}), 403],
  ['a redirect', json(307, {}, { location: '/elsewhere' }), 307],
  ['a failure', json(500, {}), 500],
  ['an answer that cannot be read', json(200, 'no JSON'), undefined],
])('the status of %s is told only where the platform refused', async (_name, answers, status) => {
  answer = answers;
  const sent = platform().send({ method: 'POST', segments: ['a'], body: {} });
  expect(refusalStatus(await rejectionOf(sent))).toBe(status);
});

describe('a client that only reads', () => {
  const reads = ['POST /v1/search', 'PUT /v1/rules/*/full?dry_run=true'];
  const read = () =>
    createReadClient({ baseUrl: server.url, signal: new AbortController().signal }, readsOf(reads));
  const segments = ['v1', 'rules', '7', 'full'];

  test.each<[string, BackendRequest]>([
    ['GET', { method: 'GET', segments }],
    ['HEAD', { method: 'HEAD', segments }],
    ['a search that is declared', { method: 'POST', segments: ['v1', 'search'], body: {} }],
    ['a dry run that is declared', { method: 'PUT', segments, query: { dry_run: true } }],
  ])('sends %s', async (_name, request) => {
    await read().exchange(request);
    expect(seen).toHaveLength(1);
  });

  const write = { method: 'PUT', segments };
  test.each<[string, unknown]>([
    ['PUT', write],
    ['POST', { method: 'POST', segments }],
    ['DELETE', { method: 'DELETE', segments }],
    ['PATCH', { method: 'PATCH', segments }],
    ['a method in small letters', { method: 'post', segments }],
    ['a dry run without its parameter', { ...write, query: {} }],
    ['a dry run that is none', { ...write, query: { dry_run: false } }],
    ['a dry run that is there twice', { ...write, query: { dry_run: ['true', 'false'] } }],
    ['a read of one segment more', { method: 'POST', segments: ['v1', 'search', 'x'] }],
    ['a read whose path is one segment', { method: 'POST', segments: ['v1/search'] }],
    ['an absolute address', { method: 'GET', url: 'http://127.0.0.1:1/', segments }],
    ['a base of its own', { method: 'GET', segments, baseUrl: 'http://127.0.0.1:1' }],
    ['redirects to follow', { method: 'GET', segments, redirect: 'follow' }],
    ['a fetch of its own', { method: 'GET', segments, fetch: globalThis.fetch }],
    ['another method', { method: 'GET', segments, headers: { 'X-HTTP-Method': 'PUT' } }],
    ['credentials of its own', { method: 'GET', segments, headers: { Authorization: 'x' } }],
    ['another host', { method: 'GET', segments, headers: { host: 'evil.example' } }],
  ])('refuses %s, and sends nothing', async (_name, request) => {
    const error = await rejectionOf(read().exchange(request as BackendRequest));
    expect(error).toMatchObject({ code: 'write_refused' });
    expect(error.message).toMatch(/nothing was sent|was not sent/);
    expect(seen).toEqual([]);
  });

  test('what was checked is what is sent, whatever becomes of it in the meantime', async () => {
    const changing = { method: 'POST', segments: ['v1', 'search'] };
    const sent = read().exchange(changing);
    changing.segments = ['v1', 'rules'];
    changing.method = 'DELETE';
    await sent;
    expect(seen.map(({ method, url }) => [method, url])).toEqual([['POST', '/v1/search']]);
  });

  test('shows nothing that could be changed or called around it', () => {
    const client = read();
    expect(Object.keys(client).sort()).toEqual(['access', 'exchange', 'get', 'send']);
    expect(Object.isFrozen(client)).toBe(true);
  });

  test('property: nothing but a read arrives', async () => {
    const method = fc.constantFrom(...'GET HEAD POST PUT PATCH DELETE get OPTIONS'.split(' '));
    const segment = fc.constantFrom('v1', 'search', 'rules', '7', 'full', '..', 'v1/search');
    const query = fc.dictionary(fc.constantFrom('dry_run', 'Dry_Run'), fc.boolean().map(String));
    await holds(
      [method, fc.array(segment, { maxLength: 5 }), query],
      { numRuns: 300 },
      async (verb, path, asked) => {
        seen = [];
        await read()
          .exchange({ method: verb, segments: path, query: asked })
          .catch(() => undefined);
        for (const { method: arrived, url } of seen) {
          expect(`${arrived} ${url}`).toMatch(
            /^(GET|HEAD) |^POST \/v1\/search(\?|$)|^PUT \/v1\/rules\/[^/]+\/full\?(.*&)?dry_run=true/,
          );
        }
      },
    );
  });
});

const caller = { userId: 'u', authorization: 'Bearer own' };

test('a backend gives who holds it no way to a client that writes', () => {
  const backend = createBackend({ baseUrl: () => server.url });
  expect([Object.keys(backend), Object.isFrozen(backend)]).toEqual([['readFor'], true]);
  expect(() => writeClientOf({ ...backend }, caller)).toThrow('was not made by createBackend');
});

test('a backend is written to with the caller’s own token, or with the one of the server', async () => {
  const put = { method: 'PUT', segments: ['a'], body: {} };
  await writeClientOf(createBackend({ baseUrl: () => server.url }), caller).send(put);
  const keyed = createBackend({ baseUrl: () => server.url, authorization: () => 'Bearer key' });
  await writeClientOf(keyed, caller).send(put);
  const sent = seen.map(({ method, url, headers }) => [method, url, headers.authorization]);
  expect(sent).toEqual(['own', 'key'].map((token) => ['PUT', '/a', `Bearer ${token}`]));
});
