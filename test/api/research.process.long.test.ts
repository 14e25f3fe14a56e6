import { afterEach, describe, expect, test } from '@jest/globals';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { call } from '../support/call.js';
import { type Child, useChildren } from '../support/child.js';
import { openTestDatabase } from '../support/database.js';
import { deferred } from '../support/deferred.js';
import { addDocument } from '../support/documents.js';
import { urlOf } from '../support/postgres-template.js';
import { serveResearchModel } from '../support/research-model.js';
import { readStream, type WireEvent } from '../support/server.js';
import { useOpened } from '../support/use-opened.js';
import { useFolders } from '../support/use-folder.js';

const MAIN = new URL('../../src/main.ts', import.meta.url);
const QUERY = 'Who registers a sealed source, and where is it kept?';
const HANDBOOK = `# Handbook

## § 1 Registration

Whoever keeps a sealed source registers it with the authority, as § 2 says.

## § 2 Place

A sealed source is kept in a locked room.
`;

const model = useOpened(serveResearchModel);

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A model that takes every request and never answers: a step on it stands in the middle. */
async function silentModel() {
  const asked = deferred<void>();
  const server = createServer(() => asked.resolve());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  closers.push(async () => server.close().closeAllConnections());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const env = {
    LLM_PROVIDER: 'openai',
    OPENAI_BASE_URL: url,
    OPENAI_API_KEY: 'none',
    LLM_MODEL: 'silent',
  };
  return { env, asked: asked.promise };
}

const folder = useFolders('platform');
const spawnServer = useChildren(MAIN, () => ({
  ...{ PORT: '0', EMBEDDER: 'none', LOG_LEVEL: 'silent', SAMPLE_DOCUMENTS: 'off' },
  ...{ RESEARCH_LEASE_S: '2', ...model.env },
}));
async function start(env: Record<string, string>): Promise<{ child: Child; url: string }> {
  const child = spawnServer(env);
  return { child, url: await child.ready() };
}

async function begin(url: string): Promise<string> {
  const { status, body } = await call(url, 'POST /v1/research', { query: QUERY });
  expect(status).toBe(202);
  return (body as { research_id: string }).research_id;
}

/** The events of a research until its user is asked after event `after`, or to its end. */
async function eventsUntilAsked(url: string, id: string, after = 0): Promise<WireEvent[]> {
  const events: WireEvent[] = [];
  for await (const event of readStream(
    await fetch(`${url}/v1/research/${id}/events?after=${after}`),
  )) {
    events.push(event);
    if (event.event === 'checkpoint') break;
  }
  return events;
}

/** Answers what is asked until the end; answers all events. */
async function carryOn(url: string, id: string): Promise<WireEvent[]> {
  await call(url, `POST /v1/research/${id}/reply`, { text: '/end' });
  const { body } = await call(url, `GET /v1/research/${id}`);
  const { last_event_id: last } = body as { last_event_id: number };
  await eventsUntilAsked(url, id, last);
  await call(url, `POST /v1/research/${id}/plan`, { approve: true });
  const all = readStream(await fetch(`${url}/v1/research/${id}/events`));
  const events: WireEvent[] = [];
  for await (const event of all) events.push(event);
  return events;
}

/** One end, the last of all, and no number missing or twice. */
function expectWhole(events: WireEvent[]): void {
  const ends = events.filter(({ event }) => event === 'message_complete' || event === 'error');
  expect(ends).toEqual([expect.objectContaining({ event: 'message_complete' })]);
  expect(events.at(-1)).toBe(ends[0]);
  expect(events.map(({ id }) => id)).toEqual(events.map((_event, index) => index + 1));
}

test('a server is killed: what waited for its user still does, and what had just started continues', async () => {
  const first = await start({ DATA_DIR: folder.path });
  await addDocument(first.url, 'Handbook', HANDBOOK);
  const waits = await begin(first.url);
  await eventsUntilAsked(first.url, waits);
  const { body: waiting } = await call(first.url, `GET /v1/research/${waits}`);
  expect(waiting.step).toBe('awaiting_reply');
  const begun = await begin(first.url);
  await first.child.kill();

  const second = await start({ DATA_DIR: folder.path });
  expect((await call(second.url, `GET /v1/research/${waits}`)).body).toEqual(waiting);
  const asked = await eventsUntilAsked(second.url, begun);
  expect(asked.at(-1)).toMatchObject({ data: { type: 'clarification' } });
  expectWhole(await carryOn(second.url, waits));
  const { body: done } = await call(second.url, `GET /v1/research/${waits}`);
  expect(done.state.report.sources[0]).toMatchObject({ document: 'Handbook' });
});

const onPostgres = process.env['TEST_DATABASE_URL'] ? describe : describe.skip;

onPostgres('two servers on one PostgreSQL (needs TEST_DATABASE_URL)', () => {
  test('of which one is killed in the middle of a step: the other finishes, and tells its readers', async () => {
    const db = await openTestDatabase();
    closers.push(() => db.close());
    const [named] = await db.query<{ name: string }>('select current_database() as name');
    const env = { DATABASE_URL: urlOf(named?.name ?? '') };
    const silent = await silentModel();
    const a = await start({ ...env, ...silent.env });
    await addDocument(a.url, 'Handbook', HANDBOOK);
    const id = await begin(a.url);
    await silent.asked;
    const b = await start(env);
    const onB = eventsUntilAsked(b.url, id);
    await a.child.kill();
    expect((await onB).at(-1)).toMatchObject({ data: { type: 'clarification' } });
    expectWhole(await carryOn(b.url, id));
  });
});
