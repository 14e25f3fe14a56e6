import { readStream, startTestServer, type TestServer, type WireEvent } from '../support/server.js';
import { openTestDatabaseOn, testDatabaseKinds } from '../support/database.js';
import { researchModel } from '../support/research-model.js';
import { loadRelease } from './stored-rows.js';
import { useOpened } from '../support/use-opened.js';

/** Researches of the release: one whose user was asked, and one that was at its first step. */
const waitsForReply = '130791f3-ad41-49bd-b7fe-be1d2293eaf0';
const underWay = '89635f20-89e1-4817-851a-09d7d26ba22b';

describe.each(testDatabaseKinds)('a server on what a released one wrote, %s', (kind) => {
  let server: TestServer;
  const db = useOpened(() => openTestDatabaseOn(kind, 'store'));
  beforeAll(async () => {
    await loadRelease(db);
    server = await startTestServer({ db, llm: researchModel() });
  });
  afterAll(async () => {
    await server.close();
  });

  const get = async (path: string) => (await server.call(`GET ${path}`)).body;

  /** The events of a research after the given one, up to one of this name, or to its end. */
  async function eventsOf(id: string, after = 0, last = 'checkpoint'): Promise<WireEvent[]> {
    const events: WireEvent[] = [];
    const response = await fetch(`${server.url}/v1/research/${id}/events?after=${after}`);
    for await (const event of readStream(response)) {
      events.push(event);
      if (event.event === last) break;
    }
    return events;
  }

  /** Answers what a research asks, from where it waits for a reply, and reads the whole of it. */
  async function finish(id: string): Promise<void> {
    await server.call(`POST /v1/research/${id}/reply`, { text: '/end' });
    await eventsOf(id, (await get(`/v1/research/${id}`)).last_event_id);
    await server.call(`POST /v1/research/${id}/plan`, { approve: true });
    const events = await eventsOf(id, 0, 'message_complete');
    expect(events.at(-1)).toMatchObject({ event: 'message_complete' });
    expect(events.map(({ id: number }) => number)).toEqual(events.map((_, index) => index + 1));
    const { state } = await get(`/v1/research/${id}`);
    expect(state.report.sources[0]).toMatchObject({ document: 'Handbook' });
  }

  test('lists drafts, tables in the making, cases and documents, and shows conversations', async () => {
    const drafts = await get('/v1/agent/drafts');
    const kinds = drafts.items.map((draft: { kind: string }) => draft.kind).sort();
    expect(kinds).toEqual(['table', 'workflow', 'workflow', 'workflow']);
    expect((await get('/v1/cases')).items).toContainEqual(
      expect.objectContaining({ number: 'K-17', sample: false, deadlines: expect.any(Array) }),
    );
    const documents = await get('/v1/documents');
    expect(documents.items).toMatchObject([{ title: 'Handbook', state: 'ready' }]);
    const conversations = await get('/v1/agent/conversations');
    expect(conversations.total).toBe(5);
    for (const { id } of conversations.items) {
      const { messages, runs } = await get(`/v1/agent/conversations/${id}`);
      expect(runs).toMatchObject([{ state: 'completed' }]);
      // Events are kept for a week; after that the messages tell what was said.
      expect(runs[0].events_available || messages.length > 1).toBe(true);
    }
  });

  test('accepts the previews that waited, and still knows what became of the others', async () => {
    const { items } = await get('/v1/agent/previews');
    const states = items.map((preview: { state: string }) => preview.state).sort();
    expect(states).toEqual(['accepted', 'rejected', 'waiting', 'waiting']);
    for (const { id, state } of items) {
      const { status, body } = await server.call(`POST /v1/agent/previews/${id}/accept`, {});
      if (state === 'rejected') expect([status, body.error.code]).toEqual([409, 'preview_decided']);
      else expect([status, body.state]).toEqual([200, 'accepted']);
    }
    expect((await get('/v1/agent/drafts')).items).not.toContainEqual(
      expect.objectContaining({ kind: 'table' }),
    );
  });

  test('continues with a research that waited for its user', async () => {
    expect(await get(`/v1/research/${waitsForReply}`)).toMatchObject({ step: 'awaiting_reply' });
    await finish(waitsForReply);
  });

  test('takes up a research that a killed server was at work on', async () => {
    expect((await eventsOf(underWay)).at(-1)).toMatchObject({ data: { type: 'clarification' } });
    await finish(underWay);
  });
});
