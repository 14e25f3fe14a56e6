import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createPublicFetch, type PublicFetch, type PublicFetchOptions } from './public-fetch.js';
import { isPublicAddress } from './public-address.js';

/** In these tests 127.0.0.1 stands for the public internet, and 127.0.0.2 for the inside. */
const PUBLIC = '127.0.0.1';
const INSIDE = '127.0.0.2';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

let open: Server[];
let fetches: PublicFetch[];
beforeEach(() => {
  open = [];
  fetches = [];
});
afterEach(async () => {
  for (const fetch of fetches) await fetch.close();
  for (const server of open) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function serve(handler: Handler, host = PUBLIC, port = 0): Promise<number> {
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  open.push(server);
  return (server.address() as AddressInfo).port;
}

function fetchFor(ports: number[], options: PublicFetchOptions = {}): PublicFetch {
  const isPublic = (address: string) => address === PUBLIC || isPublicAddress(address);
  const made = createPublicFetch({
    rules: { ports, isPublic },
    resolve: async () => [PUBLIC],
    timeoutMs: 5_000,
    ...options,
  });
  fetches.push(made);
  return made;
}

const never = new AbortController().signal;

test('gets a page, and says nothing of the server or its users', async () => {
  const seen: IncomingMessage['headers'][] = [];
  const port = await serve((request, response) => {
    seen.push(request.headers);
    response.setHeader('content-type', 'text/plain').end('hello');
  });
  const answer = await fetchFor([port]).get(`http://www.example.com:${port}/a`, never);
  expect({ ...answer, body: Buffer.from(answer.body).toString() }).toEqual({
    url: `http://www.example.com:${port}/a`,
    status: 200,
    contentType: 'text/plain',
    body: 'hello',
  });
  expect(Object.keys(seen[0] ?? {})).not.toEqual(expect.arrayContaining(['authorization']));
  expect(seen[0]).not.toHaveProperty('cookie');
  expect(seen[0]).not.toHaveProperty('referer');
});

describe('a name that leads inside', () => {
  test.each([
    ['at once', [INSIDE]],
    ['beside a public address', [PUBLIC, INSIDE]],
    ['as IPv4 in IPv6', ['::ffff:127.0.0.2']],
    ['to the metadata service', ['169.254.169.254']],
    ['nowhere', []],
  ])('%s is not called', async (_name, addresses) => {
    let asked = 0;
    const port = await serve((_request, response) => {
      asked += 1;
      response.end();
    });
    const call = fetchFor([port], { resolve: async () => addresses });
    await expect(call.get(`http://www.example.com:${port}/`, never)).rejects.toMatchObject({
      code: 'invalid_arguments',
      message: expect.stringContaining('its host'),
    });
    expect(asked).toBe(0);
  });

  test('at the second question only (DNS rebinding) has no say: the checked address is called', async () => {
    let inside = 0;
    let resolved = 0;
    const port = await serve((_request, response) => response.end('public'));
    await serve(
      (_request, response) => {
        inside += 1;
        response.end('secret');
      },
      INSIDE,
      port,
    );
    const resolve = async () => [(resolved += 1) === 1 ? PUBLIC : INSIDE];
    const call = fetchFor([port], { resolve });
    const answer = await call.get(`http://rebind.example.com:${port}/`, never);
    expect(Buffer.from(answer.body).toString()).toBe('public');
    expect(resolved).toBe(1);
    // A new connection asks again, and is refused.
    const other = fetchFor([port], { resolve });
    await expect(other.get(`http://rebind.example.com:${port}/`, never)).rejects.toMatchObject({
      code: 'invalid_arguments',
    });
    expect(inside).toBe(0);
  });
});

describe('a redirect', () => {
  const to =
    (location: string): Handler =>
    (request, response) => {
      if (request.url === '/end') response.end('there');
      else response.writeHead(302, { location }).end();
    };

  test('to a public place is followed', async () => {
    const port = await serve(to('/end'));
    const answer = await fetchFor([port]).get(`http://a.example.com:${port}/`, never);
    expect([answer.status, answer.url]).toEqual([200, `http://a.example.com:${port}/end`]);
  });

  test.each([
    'http://127.0.0.2/',
    'http://169.254.169.254/latest/',
    'http://[::1]/',
    'http://localhost/',
    'file:///etc/passwd',
    'http://user:pw@www.example.com/',
    'http://www.example.com:22/',
    '//0x7f.2/',
    'http://[',
  ])('to %s is not followed', async (location) => {
    const port = await serve(to(location));
    const call = fetchFor([port, 80]).get(`http://a.example.com:${port}/`, never);
    await expect(call).rejects.toMatchObject({ code: 'invalid_arguments' });
  });

  test('to a name that leads inside is not followed', async () => {
    let inside = 0;
    const port = await serve((request, response) =>
      to(`http://in.example.com:${port}/`)(request, response),
    );
    await serve(() => (inside += 1), INSIDE, port);
    const resolve = async (name: string) => [name.startsWith('in.') ? INSIDE : PUBLIC];
    const call = fetchFor([port], { resolve }).get(`http://a.example.com:${port}/`, never);
    await expect(call).rejects.toMatchObject({ code: 'invalid_arguments' });
    expect(inside).toBe(0);
  });

  test('without end is given up', async () => {
    let asked = 0;
    const port = await serve((_request, response) => {
      asked += 1;
      response.writeHead(302, { location: `/${asked}` }).end();
    });
    const call = fetchFor([port]).get(`http://a.example.com:${port}/`, never);
    await expect(call).rejects.toThrow(/redirects more than 5 times/);
    expect(asked).toBe(6);
  });
});

describe('an answer', () => {
  test('that is too long is cut off, also when it is packed', async () => {
    const { gzipSync } = await import('node:zlib');
    const bomb = gzipSync(Buffer.alloc(2_000_000));
    const port = await serve((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    );
    const call = fetchFor([port], { maxBytes: 100_000 });
    await expect(call.get(`http://a.example.com:${port}/`, never)).rejects.toMatchObject({
      code: 'tool_failed',
      message: expect.stringContaining('more than 100000 bytes'),
    });
  });

  test('that does not come in time, or is not waited for, ends the call', async () => {
    const port = await serve(() => {});
    const url = `http://a.example.com:${port}/`;
    const slow = fetchFor([port], { timeoutMs: 50 });
    await expect(slow.get(url, never)).rejects.toThrow(/did not answer in time/);
    const gone = fetchFor([port]).get(url, AbortSignal.abort());
    await expect(gone).rejects.toMatchObject({ code: 'cancelled' });
  });

  test('that breaks off is said so', async () => {
    const port = await serve((request) => request.socket.destroy());
    await expect(
      fetchFor([port]).get(`http://a.example.com:${port}/`, never),
    ).rejects.toMatchObject({
      code: 'tool_failed',
      message: expect.stringContaining('cannot be reached'),
    });
  });
});
