import { afterEach, describe, expect, test } from '@jest/globals';
import type { RequestListener } from 'node:http';
import { serve, type TestServer } from '../../../../test/support/http-server.js';
import { explorerProbe } from './explorer-state.js';

const { signal } = new AbortController();

test('an explorer that has answered and crashed is down, not off', async () => {
  const server = await serve((_request, response) => void response.end('{"data":{}}'));
  const probe = explorerProbe({ explorerUrl: server.url, isExplorerUrlSet: false });
  expect(await probe(signal)).toMatchObject({ state: 'ok' });
  await server.close();
  expect(await probe(signal)).toMatchObject({
    state: 'down',
    detail: expect.stringContaining('answered before'),
  });
});

describe('explorer', () => {
  const servers: TestServer[] = [];
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close();
  });
  const explorer = async (listener: RequestListener) => {
    const server = await serve(listener);
    servers.push(server);
    return explorerProbe({ explorerUrl: server.url, isExplorerUrlSet: true })(signal);
  };

  test('that answers GraphQL is there', async () => {
    const found = await explorer(({ method, url }, response) => {
      const isAsked = method === 'POST' && url === '/graphql';
      response.end(JSON.stringify(isAsked ? { data: { __typename: 'Query' } } : {}));
    });
    expect(found).toEqual({ state: 'ok', detail: 'answers' });
  });

  test('that answers a page, or nothing, is down where it was configured', async () => {
    const down = {
      state: 'down',
      detail: expect.stringContaining('EXPLORER_URL'),
    };
    expect(await explorer((_request, response) => void response.end('<html>'))).toEqual(down);
    const law = { explorerUrl: 'http://127.0.0.1:1', isExplorerUrlSet: true };
    expect(await explorerProbe(law)(signal)).toEqual(down);
  });
});
