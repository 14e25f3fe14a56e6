import { afterEach, describe, expect, test } from '@jest/globals';
import type { OutgoingHttpHeaders } from 'node:http';
import { serve } from '../../../../test/support/http-server.js';
import { startHttpMcp, startSessionMcp } from '../../../../test/support/mcp/http-mcp.js';
import {
  callTool,
  closeSources,
  openMcp,
  toolsOf,
  untilStatus,
} from '../../../../test/support/mcp/open-mcp.js';
import type { McpAddress } from './connect/server-place.js';
import { defaultMcpLimits } from './mcp-limits.js';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  await closeSources();
  for (const close of closers.splice(0)) await close();
});

const get = { name: 'get', description: 'Gets it.', inputSchema: { type: 'object' as const } };
const patterns = { reads: ['*'] };
const place = (url: string, headers: McpAddress['headers'] = {}): McpAddress => ({ url, headers });

describe('a server over Streamable HTTP', () => {
  test('of 2026 is asked in its own protocol, with the headers of the operator and no token of the caller', async () => {
    const server = await startHttpMcp([get]);
    closers.push(() => server.close());
    const source = openMcp(place(server.url, { 'x-api-key': 'of-the-operator' }), { patterns });
    const { protocolVersion } = await untilStatus(source, ({ state }) => state === 'ready');
    expect(protocolVersion).toBe('2026-07-28');
    expect(await callTool(source, 's_get', { a: 1 })).toEqual({ result: { a: 1 } });
    for (const { headers } of server.requests) {
      expect(headers['x-api-key']).toBe('of-the-operator');
      expect(JSON.stringify(headers)).not.toContain('of-the-caller');
    }
  });

  test('that says that its tools have changed is listed again', async () => {
    const server = await startHttpMcp([get]);
    closers.push(() => server.close());
    const source = openMcp(place(server.url), { patterns });
    await untilStatus(source, ({ state }) => state === 'ready');
    server.tools = [get, { ...get, name: 'more' }];
    server.changed();
    const tools = await toolsOf(source, ({ length }) => length === 2);
    expect(tools.map(({ name }) => name)).toEqual(['s_get', 's_more']);
  });

  test('of 2025 that forgets a session gets a new one, and the call once', async () => {
    const server = await startSessionMcp([get]);
    closers.push(() => server.close());
    const source = openMcp(place(server.url), { patterns });
    expect(await callTool(source, 's_get')).toEqual({ result: { text: 'session 1' } });
    server.forget();
    expect(await callTool(source, 's_get')).toEqual({ result: { text: 'session 102' } });
    expect(server.calls).toEqual(['get', 'get']);
  });
});

describe('an address that is no such server', () => {
  const answering = async (status: number, headers: OutgoingHttpHeaders = {}, body = '') => {
    const server = await serve((_request, response) => {
      response.writeHead(status, headers).end(body);
    });
    closers.push(() => server.close());
    return `${server.url}/mcp`;
  };
  const reasonOf = async (url: string, limits = defaultMcpLimits) => {
    const source = openMcp(place(url, { 'x-api-key': 'k' }), { limits });
    return (await untilStatus(source, ({ state }) => state === 'down')).reason;
  };

  test('is told with what it answered', async () => {
    expect(await reasonOf('http://127.0.0.1:1/mcp')).toMatch(/ECONNREFUSED|fetch failed|bad port/);
    expect(await reasonOf(await answering(401))).toMatch(
      /other credentials .* on the page, under Sources/,
    );
    const page = await answering(200, { 'content-type': 'text/html' }, '<h1>Hi</h1>');
    expect(await reasonOf(page)).toContain('did not answer as an MCP server');
  });

  test('a redirect to another host is not followed with key', async () => {
    let visits = 0;
    const other = await serve((_request, response) => {
      visits += 1;
      response.end();
    });
    closers.push(() => other.close());
    const url = await answering(307, { location: other.url });
    expect(await reasonOf(url)).toBeDefined();
    expect(visits).toBe(0);
  });

  test('an answer without end is not read on', async () => {
    const headers = { 'content-type': 'application/json' };
    const url = await answering(200, headers, 'x'.repeat(300_000));
    const reason = await reasonOf(url, { ...defaultMcpLimits, messageBytes: 100_000 });
    expect(reason).toContain('more than 100000 bytes');
  });
});
