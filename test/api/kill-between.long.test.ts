import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { newId } from '../../src/foundation/ids.js';
import type { JsonObject } from '../../src/foundation/json.js';
import { openEmbedded } from '../../src/store/embedded.js';
import { call } from '../support/call.js';
import { Child } from '../support/child.js';
import { copyTemplate } from '../support/embedded-template.js';
import { serve } from '../support/http-server.js';
import { openPlatformApp, type Method } from '../support/platform-app.js';
import { writtenRule } from '../support/previews.js';
import { readStream } from '../support/server.js';
import { useOpened } from '../support/use-opened.js';

const SERVER = new URL('./kills.child.ts', import.meta.url);

let dataDir: string;
let child: Child | undefined;
/** Whether the server is killed when the backend has made a write and is about to answer it. */
let isDeadly = false;
const writes: string[] = [];

/** The backend as the server reaches it. */
async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = 'GET', url = '/', headers } = request;
  const sent = await text(request);
  const body = sent === '' ? undefined : (JSON.parse(sent) as unknown);
  const token = headers.authorization?.replace('Bearer ', '');
  const answer = await platform.call(method as Method, url, body, token);
  if (method !== 'GET' && !url.includes('preview') && !url.includes('dry')) {
    writes.push(`${method} ${url}`);
    // The answer is given when nobody is there any more to note it.
    if (isDeadly) await child?.kill();
  }
  response.writeHead(answer.status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(answer.body));
}

async function start(): Promise<string> {
  child = new Child(SERVER, [], {
    PORT: '0',
    EMBEDDER: 'none',
    SAMPLE_DOCUMENTS: 'off',
    DATA_DIR: dataDir,
    PLATFORM_URL: backend.url,
  });
  return child.line();
}

const platform = useOpened(openPlatformApp);
const backend = useOpened(() => serve((request, response) => void pass(request, response)));
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sextant-kill-'));
  await copyTemplate('platform', dataDir);
});
afterAll(async () => {
  await child?.kill();
  await rm(dataDir, { recursive: true, force: true });
});

test('a server killed between the backend’s answer and its mark finds the change made, and makes it once', async () => {
  const workflow = writtenRule(`Killed ${newId()}`);
  const first = await start();
  const message = JSON.stringify([
    { words: 0, call: { name: 'preview_workflow', input: { workflow } } },
    { words: 1 },
  ]);
  const answer = await fetch(`${first}/v1/agent/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ message, context_type: 'workflow' }),
  });
  let id = '';
  for await (const { event, data } of readStream(answer)) {
    if (event === 'workflow_preview') id = String((data as JsonObject)['preview_id']);
  }
  isDeadly = true;
  writes.length = 0;
  await expect(call(first, `POST /v1/agent/previews/${id}/accept`, {})).rejects.toThrow();
  isDeadly = false;
  expect(writes).toHaveLength(1);
  // As if the minute had gone by in which a server that lives may still be at it.
  const db = await openEmbedded(dataDir);
  const [taken] = await db.query<{ state: string }>(
    `update sextant.previews set applying_since = applying_since - interval '10 minutes'
     where id = $1 returning state`,
    [id],
  );
  await db.close();
  expect(taken?.state).toBe('applying');
  const second = await start();
  const accepted = await call(second, `POST /v1/agent/previews/${id}/accept`, {});
  expect(accepted).toMatchObject({ status: 200, body: { state: 'accepted' } });
  expect(writes).toHaveLength(1);
  const found = await platform.call(
    'GET',
    `/v1/workflow/rules?search=${encodeURIComponent(String(workflow['name']))}`,
  );
  expect(found.body).toMatchObject({ total: 1 });
});
