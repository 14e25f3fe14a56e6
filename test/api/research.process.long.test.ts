import { call, addDocument, readEvents, type WireEvent } from '../support/server.js';
import { useServers } from '../support/child.js';
import { openTestDatabase } from '../support/database.js';
import { deferred } from '../support/deferred.js';
import { serve } from '../support/http-server.js';
import { urlOfOpen } from '../support/postgres-template.js';
import { serveResearchModel } from '../support/research-model.js';
import { useOpened } from '../support/use-opened.js';

const QUERY = 'Who registers a sealed source, and where is it kept?';
const HANDBOOK = `# Handbook

## § 1 Registration

Whoever keeps a sealed source registers it with the authority, as § 2 says.

## § 2 Place

A sealed source is kept in a locked room.
`;

const model = useOpened(serveResearchModel);

/** A model that takes every request and never answers: a step on it stands in the middle. */
const asked = deferred<void>();
const silent = useOpened(() => serve(() => asked.resolve()));
const db = useOpened(() => openTestDatabase());

const spawnServer = useServers(() => ({ RESEARCH_LEASE_S: '2', ...model.env }));

async function begin(url: string): Promise<string> {
  const { status, body } = await call(url, 'POST /v1/research', { query: QUERY });
  expect(status).toBe(202);
  return (body as { research_id: string }).research_id;
}

/** The events of a research until its user is asked after event `after`, or to its end. */
async function eventsUntilAsked(url: string, id: string, after = 0): Promise<WireEvent[]> {
  const response = await fetch(`${url}/v1/research/${id}/events?after=${after}`);
  return readEvents(response, ({ event }) => event === 'checkpoint');
}

async function carryOn(url: string, id: string): Promise<WireEvent[]> {
  await call(url, `POST /v1/research/${id}/reply`, { text: '/end' });
  const { body } = await call(url, `GET /v1/research/${id}`);
  const { last_event_id: last } = body as { last_event_id: number };
  await eventsUntilAsked(url, id, last);
  await call(url, `POST /v1/research/${id}/plan`, { approve: true });
  return readEvents(await fetch(`${url}/v1/research/${id}/events`));
}

/** One end, the last of all, and no number missing or twice. */
function expectWhole(events: WireEvent[]): void {
  const ends = events.filter(({ event }) => event === 'message_complete' || event === 'error');
  expect(ends).toEqual([expect.objectContaining({ event: 'message_complete' })]);
  expect(events.at(-1)).toBe(ends[0]);
  expect(events.map(({ id }) => id)).toEqual(events.map((_event, index) => index + 1));
}

const onPostgres = process.env['TEST_DATABASE_URL'] ? describe : describe.skip;

onPostgres('two servers on one PostgreSQL (needs TEST_DATABASE_URL)', () => {
  test('of which one is killed in the middle of a step: the other finishes, and tells its readers', async () => {
    const env = { DATABASE_URL: await urlOfOpen(db) };
    const slow = { LLM_PROVIDER: 'openai', OPENAI_BASE_URL: silent.url, LLM_MODEL: 'silent' };
    const a = spawnServer({ ...env, ...slow });
    const urlOfA = await a.ready();
    await addDocument(urlOfA, 'Handbook', HANDBOOK);
    const id = await begin(urlOfA);
    await asked.promise;
    const b = await spawnServer(env).ready();
    const onB = eventsUntilAsked(b, id);
    await a.kill();
    expect((await onB).at(-1)).toMatchObject({ data: { type: 'clarification' } });
    expectWhole(await carryOn(b, id));
  });
});
