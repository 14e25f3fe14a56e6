import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { defined } from '../../src/foundation/defined.js';
import { useChildren } from '../support/child.js';
import { serveKnowing } from '../support/knowing-model.js';
import { readStream, type WireEvent } from '../support/server.js';
import { useOpened } from '../support/use-opened.js';
import { useFolders } from '../support/use-folder.js';

const MAIN = new URL('../../src/main.ts', import.meta.url);

const RULES = 'which workflow rules do we have?';
const CHANGE = 'watch big orders';
const DRAFTS = 'list my drafts';
const newRule = {
  name: 'Big orders',
  entity: 'sales.orders',
  trigger_type: 'on_create',
};
const action = {
  name: 'Tell finance',
  action_type: 'send_email',
  config: { recipients: ['finance@example.com'], subject: 'Big order', body: 'Look at it.' },
};

const model = useOpened(() =>
  serveKnowing({
    [RULES]: { calls: [['list_workflow_rules', {}]], says: 'These.' },
    [CHANGE]: {
      calls: [
        ['start_draft', newRule],
        ['add_draft_action', action],
        ['preview_draft', {}],
      ],
      says: 'It waits.',
    },
    [DRAFTS]: { calls: [['list_drafts', {}]], says: 'These.' },
  }),
);

const folder = useFolders('platform');
/** The server as its own process; without an embedder it starts quickly and offers everything. */
const spawnServer = useChildren(MAIN, () => ({
  ...{ DATA_DIR: folder.path, PORT: '0', EMBEDDER: 'none', LOG_LEVEL: 'silent' },
  ...{ SAMPLE_DOCUMENTS: 'off', ...model.env },
}));
const platforms: Server[] = [];
afterEach(() => {
  for (const platform of platforms.splice(0)) platform.close().closeAllConnections();
});

function chat(url: string, message: string, signal?: AbortSignal): Promise<Response> {
  return fetch(`${url}/v1/agent/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ message, context_type: 'workflow' }),
    ...defined({ signal }),
  });
}

async function collect(response: Response): Promise<WireEvent[]> {
  const events: WireEvent[] = [];
  for await (const event of readStream(response)) events.push(event);
  return events;
}

/** A platform that takes every request and never answers; closed after the test. */
async function silentPlatform(): Promise<{ url: string; asked: Promise<unknown>; server: Server }> {
  const server = createServer(() => {});
  platforms.push(server);
  const asked = once(server, 'request');
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, server };
}

describe('the server as a process', () => {
  it('ends open streams with a terminal event and exits 0 within 5 s on SIGTERM', async () => {
    const platform = await silentPlatform();
    const child = spawnServer({ PLATFORM_URL: platform.url });
    const events = collect(await chat(await child.ready(), RULES));
    await platform.asked;
    child.signal('SIGTERM');
    expect((await events).at(-1)).toMatchObject({
      event: 'error',
      data: { code: 'shutting_down', retryable: true },
    });
    // It gives itself 4.5 s: past them it ends with another code.
    expect(await child.exitCode()).toBe(0);
  });

  it('continues chatting when the platform is down, and says which service and what to do', async () => {
    const gone = await silentPlatform();
    await new Promise((resolve) => gone.server.close(resolve));
    const child = spawnServer({ PLATFORM_URL: gone.url });
    const events = await collect(await chat(await child.ready(), RULES));
    const result = events.find(({ event }) => event === 'tool_call_result');
    expect(JSON.stringify(result?.data)).toContain('platform service is down');
    expect(events.at(-1)?.event).toBe('message_complete');
  });

  it('refuses a second server on the same directory and names the process that holds it', async () => {
    const first = spawnServer();
    await first.ready();
    const second = spawnServer();
    await expect(second.rest()).resolves.toBeDefined();
    expect(await second.exitCode()).toBe(1);
    expect(second.errorText).toContain(String(first.pid));
    expect(second.errorText).toContain('DATA_DIR');
  });

  it('loses nothing that was shown when it is killed: drafts and previews are there after a restart', async () => {
    const first = spawnServer();
    const url = await first.ready();
    const client = new AbortController();
    let preview: WireEvent | undefined;
    for await (const event of readStream(await chat(url, CHANGE, client.signal))) {
      if (event.event !== 'workflow_preview') continue;
      preview = event;
      break;
    }
    await first.kill();
    client.abort();
    expect(preview).toBeDefined();
    const again = await spawnServer().ready();
    const events = await collect(await chat(again, DRAFTS));
    const drafts = events.find(({ event }) => event === 'tool_call_result');
    expect(JSON.stringify(drafts?.data)).toContain('"total":1');
  });
});
