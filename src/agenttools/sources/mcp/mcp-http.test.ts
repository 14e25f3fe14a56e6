import fc from 'fast-check';
import type { OutgoingHttpHeaders } from 'node:http';
import { VirtualTimeScheduler } from 'rxjs';
import { serve } from '../../../../test/support/http-server.js';
import {
  startHttpMcp,
  startRawMcp,
  startSessionMcp,
} from '../../../../test/support/mcp/http-mcp.js';
import {
  callTool,
  closeSources,
  openMcp,
  toolsOf,
  untilStatus,
} from '../../../../test/support/mcp/open-mcp.js';
import { KnownSecrets } from '../../../foundation/secrets.js';
import { boundedFetch } from './connect/bounded-fetch.js';
import { type McpAddress, defaultMcpLimits } from './connect/server-place.js';

const closers: (() => Promise<void>)[] = [];
/** Closes it after the test. */
const closed = async <T extends { close: () => Promise<void> }>(
  starting: Promise<T>,
): Promise<T> => {
  const started = await starting;
  closers.push(() => started.close());
  return started;
};
afterEach(async () => {
  await closeSources();
  for (const close of closers.splice(0)) await close();
});

const get = { name: 'get', description: 'Gets it.', inputSchema: { type: 'object' as const } };
const patterns = { reads: ['*'] };
const place = (url: string, headers: McpAddress['headers'] = {}): McpAddress => ({ url, headers });

describe('a server over Streamable HTTP', () => {
  test('of 2026 is asked in its own protocol, with the headers of the operator and no token of the caller', async () => {
    const server = await closed(startHttpMcp([get]));
    const source = openMcp(place(server.url, { 'x-api-key': 'of-the-operator' }), { patterns });
    const { protocolVersion } = await untilStatus(source, ({ state }) => state === 'ready');
    expect(protocolVersion).toBe('2026-07-28');
    expect(await callTool(source, 's_get', { a: 1 })).toEqual({ result: { a: 1 } });
    for (const { headers } of server.requests) {
      expect(headers['x-api-key']).toBe('of-the-operator');
      expect(JSON.stringify(headers)).not.toContain('of-the-caller');
    }
  });

  test('is asked for its list again when that has come to its end, no sooner than after a minute', async () => {
    const tools = [get];
    const server = await closed(startRawMcp(tools, { ttlMs: 5 }));
    const scheduler = new VirtualTimeScheduler();
    const source = openMcp(place(server.url), { patterns, scheduler });
    await untilStatus(source, ({ state }) => state === 'ready');
    tools.push({ ...get, name: 'other' });
    scheduler.flush();
    const { length } = await toolsOf(source, ({ length: now }) => now > 1);
    expect([length, scheduler.frame >= 60_000]).toEqual([2, true]);
  });

  test.each(['2026-07-28', '2025-11-25'])('of %s gives no secret back', async (version) => {
    const server = await closed(startHttpMcp([get]));
    if (version < '2026')
      server.odd.set('server/discover', () => new Response('', { status: 400 }));
    const more = { patterns, secrets: new KnownSecrets(['of-the-database-1']) };
    const source = openMcp(place(server.url), more);
    const { protocolVersion } = await untilStatus(source, ({ state }) => state === 'ready');
    const input = { a: 'of-the-caller', b: btoa('me:of-the-database-1'), c: 'ü' };
    const { result } = await callTool(source, 's_get', input);
    expect(protocolVersion).toBe(version);
    const b = expect.stringMatching(/^.{2,4}\[redacted].{0,4}$/);
    expect(result).toEqual({ a: '[redacted]', b, c: 'ü' });
  });

  test('gives the token of a user’s sign-in back neither', async () => {
    const server = await closed(
      serve(({ headers }, response) => response.end(JSON.stringify(headers))),
    );
    const headers = { authorization: 'Bearer of-the-sign-in' };
    const answer = await boundedFetch(defaultMcpLimits, (text) => text)(server.url, { headers });
    expect(await answer.json()).toMatchObject({ authorization: 'Bearer [redacted]' });
  });

  test('that says that its tools have changed is listed again', async () => {
    const server = await closed(startHttpMcp([get]));
    const source = openMcp(place(server.url), { patterns });
    await untilStatus(source, ({ state }) => state === 'ready');
    server.tools = [get, { ...get, name: 'more' }];
    server.changed();
    const tools = await toolsOf(source, ({ length }) => length === 2);
    expect(tools.map(({ name }) => name)).toEqual(['s_get', 's_more']);
  });

  test('that says so without end is listed no more often, and then ended', async () => {
    const server = await closed(startHttpMcp([get]));
    const limits = { ...defaultMcpLimits, floodLines: 1_000 };
    const source = openMcp(place(server.url), { patterns, limits });
    await untilStatus(source, ({ state }) => state === 'ready');
    const lists = () => server.requests.filter(({ body }) => body.includes('tools/list')).length;
    const before = lists();
    const ended = untilStatus(source, ({ state }) => state === 'down');
    for (let at = 0; at < 2_000; at += 1) server.changed();
    expect((await ended).reason).toMatch(/wrote more than 1000 lines within 5 s/);
    expect(lists() - before).toBeLessThan(5);
  });

  test('of 2025 that forgets a session gets a new one, and the call once', async () => {
    const server = await closed(startSessionMcp([get]));
    const source = openMcp(place(server.url), { patterns });
    expect(await callTool(source, 's_get')).toEqual({ result: { text: 'session 1' } });
    server.forget();
    expect(await callTool(source, 's_get')).toEqual({ result: { text: 'session 102' } });
    expect(server.calls).toEqual(['get', 'get']);
  });
});

describe('an address that is no such server', () => {
  const answering = async (status: number, headers: OutgoingHttpHeaders = {}, body = '') =>
    (await closed(serve((_, response) => response.writeHead(status, headers).end(body)))).url;
  const reasonOf = async (url: string, limits = defaultMcpLimits) => {
    const source = openMcp(place(url, { 'x-api-key': 'k' }), { limits });
    return (await untilStatus(source, ({ state }) => state === 'down')).reason;
  };

  test('is told with what it answered', async () => {
    expect(await reasonOf('http://127.0.0.1:1/mcp')).toMatch(/ECONNREFUSED|fetch failed|bad port/);
    expect(await reasonOf(await answering(401))).toMatch(/other credentials .* under Sources/);
    const page = await answering(200, { 'content-type': 'text/html' }, '<h1>Hi</h1>');
    expect(await reasonOf(page)).toContain('did not answer as an MCP server');
  });

  test('a redirect to another host is not followed with key', async () => {
    let visits = 0;
    const other = await closed(
      serve((_request, response) => void response.end(`${(visits += 1)}`)),
    );
    const url = await answering(307, { location: other.url });
    expect(await reasonOf(url)).toBeDefined();
    expect(visits).toBe(0);
  });

  test('an answer without end is not read on', async () => {
    const url = await answering(200, { 'content-type': 'application/json' }, 'x'.repeat(300_000));
    const reason = await reasonOf(url, { ...defaultMcpLimits, messageBytes: 100_000 });
    expect(reason).toContain('more than 100000 bytes');
  });
});

describe('one broken tool costs that tool', () => {
  const good = (name: string) => ({ ...get, name });
  type Start = (tools: unknown[]) => Promise<{ url: string; close(): Promise<void> }>;
  type Versions = Record<string, Start>;
  const versions: Versions = { '2026-07-28': startRawMcp, '2025-11-25': startSessionMcp };
  const listOf = async (start: Start, tools: unknown[]) => {
    const source = openMcp(place((await closed(start(tools))).url));
    const listed = await untilStatus(source, ({ state }) => state !== 'connecting');
    const { refused, protocolVersion } = listed;
    return { offered: (await toolsOf(source)).map(({ name }) => name), refused, protocolVersion };
  };

  const bad: [string, string, object, RegExp][] = [
    ['no type', 'x', { inputSchema: {} }, /inputSchema is not of type "object"/],
    ['properties alone', 'x', { inputSchema: { properties: {} } }, /not of type "object"/],
    ['another type', 'x', { inputSchema: { type: 'string' } }, /not of type "object"/],
    ['no inputSchema', 'x', { inputSchema: null }, /has no inputSchema/],
    ['a $schema', 'x', { inputSchema: { type: 'object', $schema: 7 } }, /\$schema .* a text/],
    ['a union of texts', 'x', { inputSchema: { anyOf: [{ type: 'string' }] } }, /not of type/],
    ['readOnlyHint', 'x', { annotations: { readOnlyHint: 'yes' } }, /annotations\.readOnlyHint .*/],
    ['annotations', 'x', { annotations: ['read'] }, /Its annotations is not .* expected object/],
    ['title', 'x', { title: 5 }, /Its title .* expected string/],
    ['description', 'x', { description: ['a'] }, /Its description .* expected string/],
    ['outputSchema', 'x', { outputSchema: 'text' }, /Its outputSchema/],
    ['icons', 'x', { icons: [{ src: 1 }] }, /Its icons\.0\.src .* expected string/],
    ['_meta', 'x', { _meta: 'm' }, /Its _meta/],
    ['execution', 'x', { execution: true }, /Its execution/],
    ['a name', '#2', { name: 7 }, /no name/],
  ];
  describe.each(Object.entries(versions))('with the protocol of %s', (version, start) => {
    test('and the source names it and says why', async () => {
      const tools = bad.map(([, name, member], at) => ({
        ...good(name === 'x' ? `x${at}` : name),
        ...member,
      }));
      const list = [good('first'), ...tools, null, good('last')];
      const { offered, refused, protocolVersion } = await listOf(start, list);
      expect(protocolVersion).toBe(version);
      expect(offered).toEqual(['s_first', 's_last']);
      expect(refused.map(({ tool, reason }) => [tool, reason])).toEqual([
        ...bad.map(([, name, , reason], at) => [
          name === 'x' ? `x${at}` : `#${at + 2}`,
          expect.stringMatching(reason),
        ]),
        [`#${bad.length + 2}`, 'It is no object.'],
      ]);
    });

    test('a union of objects says in its alternatives what its root leaves out', async () => {
      const inputSchema = { anyOf: [{ type: 'object' }, { oneOf: [{ type: 'object' }] }] };
      const { offered, refused } = await listOf(start, [{ ...get, inputSchema }]);
      expect([offered, refused]).toEqual([['s_get'], []]);
    });
  });

  test('any value in the place of any member costs no other tool, in either protocol', async () => {
    const members = Object.keys({ ...get, title: 1, outputSchema: 1, annotations: 1, icons: 1 });
    const paths = [...members, '_meta', 'execution', 'inputSchema.type', 'inputSchema.properties'];
    const hints = ['title', 'readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'];
    const path = fc.constantFrom(...paths, ...hints.map((hint) => `annotations.${hint}`));
    const broken = fc.tuple(path, fc.jsonValue()).map(([where, value]) => {
      const [member = '', inner] = where.split('.');
      const own: Record<string, unknown> = { ...good('broken'), annotations: {} };
      const whole = inner === undefined ? value : { ...(own[member] as object), [inner]: value };
      return { ...own, [member]: whole };
    });
    const property = fc.asyncProperty(fc.array(broken, { maxLength: 5 }), async (tools) => {
      const list = [good('first'), ...tools, good('last')];
      for (const start of Object.values(versions)) {
        const { offered, refused } = await listOf(start, list);
        expect([offered[0], offered.at(-1)]).toEqual(['s_first', 's_last']);
        // Nothing is dropped in silence.
        expect(offered.length + refused.length).toBe(list.length);
      }
    });
    await fc.assert(property, { numRuns: 25 });
  });

  test('what is wrong with the rest of a list of 2026 costs nothing', async () => {
    const { offered } = await listOf((tools) => startRawMcp(tools, { ttlMs: 'x' }), [get]);
    expect(offered).toEqual(['s_get']);
  });
});
