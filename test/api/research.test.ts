import { createHash } from 'node:crypto';
import {
  addDocument,
  answerOf,
  readEvents,
  postJson,
  useServer,
  refusal,
  type call,
  type WireEvent,
} from '../support/server.js';
import { readMetrics, seriesOf } from '../support/collector.js';
import { researchModel } from '../support/research-model.js';

const ADA = 'token-of-ada-0123456789';
const BOB = 'token-of-bob-0123456789';
const METRICS = 'token-of-metrics-0123456789';
const HANDBOOK = `# Radiation handbook

## § 1 Registration

Whoever keeps a sealed source registers it with the authority within two weeks. The registration names
the keeper, the activity and the place of the source, as § 2 says.

## § 2 Place

A source is kept in a locked room. The key is with the radiation officer. <script>alert(1)</script>

## § 3 Canteen

The canteen serves soup on Mondays.
`;

const server = useServer(() => {
  const auth = { AUTH: 'static', AUTH_TOKENS: `ada:${ADA},bob:${BOB}` };
  const env = { ...auth, MAX_RESEARCH_PER_USER: '3', METRICS_TOKEN: METRICS };
  return { env, llm: researchModel() };
});
beforeAll(() => addDocument(server.url, 'Radiation handbook', HANDBOOK, ADA));

const ask = (request: Parameters<typeof call>[1], body?: unknown, token = ADA) =>
  server.call(request, body, token);
const QUESTION = { query: 'Who registers a sealed source, and where is it kept?' };
const fetchAs = (path: string, token = ADA) =>
  fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
const conflict = refusal(409, 'conflict');

/** The events of a research from one on, until `wanted` has come. */
const eventsOf = async (id: string, wanted: (event: WireEvent) => boolean, after = 0) =>
  readEvents(await fetchAs(`/v1/research/${id}/events?after=${after}`), wanted);

/** A research that waits for its user, who has read all its events. */
async function waiting(more: object = {}) {
  const { body } = await ask('POST /v1/research', { ...QUESTION, ...more });
  const id = body.research_id as string;
  const asked = await eventsOf(id, isCheckpoint);
  const { body: now } = await ask(`GET /v1/research/${id}`);
  const rest = () => fetchAs(`/v1/research/${id}/events?after=${now.last_event_id}`);
  return { id, begun: body, asked, now, rest };
}

const isCheckpoint = ({ event }: WireEvent) => event === 'checkpoint';
const isEnd = ({ event }: WireEvent) => event === 'message_complete' || event === 'error';

async function stepsCounted(): Promise<number> {
  const text = await (await fetchAs('/metrics', METRICS)).text();
  const steps = Object.entries(seriesOf(readMetrics(text), 'research_steps_total'));
  const isDone = (labels: string) => labels.endsWith('outcome="completed"');
  return steps.reduce((sum, [labels, count]) => sum + (isDone(labels) ? count : 0), 0);
}

async function reports(id: string, kind: 'md' | 'html') {
  const response = await fetchAs(`/v1/research/${id}/report.${kind}`);
  const headers = Object.fromEntries(response.headers);
  return { status: response.status, headers, text: await response.text() };
}

test('a research from the question to the report, read by its events and again from any of them', async () => {
  const { id, begun, asked, now } = await waiting({ options: { max_iterations: 2 } });
  const first = { title: QUESTION.query, kb: 'default_kb', phase: 'clarifying', error: null };
  expect(begun).toMatchObject(first);
  const { checkpoint } = now;
  expect(asked.at(-1)?.data).toEqual(checkpoint);
  expect(now).toMatchObject({
    step: 'awaiting_reply',
    expected: expect.stringContaining('/reply'),
    state: { version: 3, options: { max_iterations: 2 }, clarification: { is_active: true } },
  });
  expect(now.state.clarification.rounds[0].chunks.length).toBeGreaterThan(0);

  const reply = { text: '/end', checkpoint_id: checkpoint.checkpoint_id };
  expect((await ask(`POST /v1/research/${id}/reply`, reply)).status).toBe(202);
  const planned = await eventsOf(id, isCheckpoint, now.last_event_id);
  expect(planned[0]?.id).toBe(now.last_event_id + 1);
  const { body: plan } = await ask(`GET /v1/research/${id}`);
  expect(plan).toMatchObject({ phase: 'awaiting_approval', checkpoint: { type: 'plan_approval' } });
  const early = await reports(id, 'md');
  expect({ status: early.status, body: JSON.parse(early.text) }).toMatchObject(conflict);

  const [{ id: taskId, task }] = plan.state.tasks;
  const tasks = [{ task: 'Where are sealed sources kept?' }, { id: taskId, task }];
  const edited = await ask(`POST /v1/research/${id}/plan`, { tasks, approve: false });
  expect(edited).toMatchObject({ status: 202, body: { step: 'awaiting_approval' } });
  expect(edited.body.state.tasks).toMatchObject([{ origin: 'user' }, { id: taskId }]);
  const stale = { approve: true, checkpoint_id: plan.checkpoint.checkpoint_id };
  expect(await ask(`POST /v1/research/${id}/plan`, stale)).toMatchObject({ status: 409 });
  expect((await ask(`POST /v1/research/${id}/plan`, { approve: true })).status).toBe(202);

  const all = await eventsOf(id, isEnd);
  expect(all.at(-1)).toMatchObject({ event: 'message_complete' });
  expect(all.map(({ id: number }) => number)).toEqual(all.map((_event, index) => index + 1));
  expect(await eventsOf(id, isEnd, all.length - 2)).toEqual(all.slice(-2));
  const { body: done } = await ask(`GET /v1/research/${id}`);
  expect(done).toMatchObject({ phase: 'complete', last_event_id: all.length, checkpoint: null });
  expect(done.ended_at).not.toBeNull();
  expect(done.state.report.sources[0]).toMatchObject({ document: 'Radiation handbook' });

  expect(await stepsCounted()).toBe(done.steps);

  const [markdown, html] = [await reports(id, 'md'), await reports(id, 'html')];
  expect(markdown).toMatchObject({
    headers: { 'content-type': 'text/markdown; charset=utf-8' },
    text: expect.stringContaining('Radiation handbook'),
  });
  const style = /<style>([\s\S]*?)<\/style>/.exec(html.text)?.[1] ?? '';
  const hash = createHash('sha256').update(style).digest('base64');
  expect(html.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  });
  expect(html.text).not.toContain('<script');
  expect((await ask(`POST /v1/research/${id}/cancel`)).status).toBe(409);
});

test('what continues while its user thinks is answered at once, though no event comes', async () => {
  const { id, now, rest } = await waiting();
  const response = await rest();
  expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
  await ask(`POST /v1/research/${id}/cancel`);
  expect(await readEvents(response)).toMatchObject([{ id: now.last_event_id + 1, event: 'error' }]);
});

test('what is deleted is gone, for readers of its events too', async () => {
  const { id, rest } = await waiting();
  const response = await rest();
  expect((await ask(`DELETE /v1/research/${id}`, undefined, BOB)).status).toBe(404);
  expect(await ask(`DELETE /v1/research/${id}`)).toEqual({ status: 204, body: undefined });
  expect(await readEvents(response)).toMatchObject([{ event: 'gap' }]);
  const path = `/v1/research/${id}`;
  for (const request of [`GET ${path}`, `GET ${path}/events`, `DELETE ${path}`] as const)
    expect((await ask(request as `GET ${string}`)).status).toBe(404);
});

test('what is sent again with its Idempotency-Key begins nothing; another request with it is refused', async () => {
  const send = async (path: string, body: object, key = 'sent-again') => {
    const headers = { authorization: `Bearer ${ADA}`, 'idempotency-key': key };
    return answerOf(await postJson(`${server.url}${path}`, body, { headers }));
  };
  const first = await send('/v1/research', QUESTION);
  const again = await send('/v1/research', { ...QUESTION, kb: null });
  const id = first.body.research_id as string;
  expect(again).toMatchObject({ status: 202, body: { research_id: id } });
  expect(await send('/v1/research', { query: 'another?' })).toMatchObject(conflict);
  const chat = { message: 'hello', context_type: 'workflow' };
  expect(await send('/v1/agent/chat', chat)).toMatchObject(conflict);
  expect((await send('/v1/research', QUESTION, 'a key')).status).toBe(400);
  expect((await ask(`DELETE /v1/research/${id}`)).status).toBe(204);
});

test('several knowledge bases are kept with a research, in its order', async () => {
  const begun = await ask('POST /v1/research', { ...QUESTION, kbs: ['house', 'law'] });
  const several = { kb: 'house', kbs: ['house', 'law'] };
  expect(begun).toMatchObject({ status: 202, body: { ...several, state: several } });
  const id = begun.body.research_id as string;
  const { items } = (await ask('GET /v1/research')).body;
  expect(items).toContainEqual(expect.objectContaining({ research_id: id, ...several }));
  expect((await ask(`DELETE /v1/research/${id}`)).status).toBe(204);
});

test('all knowledge bases that a user has are read where "*" is asked for', async () => {
  const rules = { title: 'House rules', text: 'No smoking.', kind: 'text', kb_id: 'house' };
  expect((await ask('POST /v1/documents', rules)).status).toBe(202);
  const { status, body } = await ask('POST /v1/research', { ...QUESTION, kb: '*' });
  expect([status, [...body.kbs].sort()]).toEqual([202, ['default_kb', 'house']]);
  expect((await ask(`DELETE /v1/research/${body.research_id}`)).status).toBe(204);
});

describe('refused', () => {
  test.each<[string, object, string]>([
    ['no question', {}, 'query'],
    ['an empty one', { query: ' ' }, 'query'],
    ['a long one', { query: 'x'.repeat(4001) }, 'query'],
    ['another language', { ...QUESTION, language: 'fr' }, 'language'],
    ['a strange knowledge base', { ...QUESTION, kb: '../x' }, 'kb'],
    ['a strange one of several', { ...QUESTION, kbs: ['law', '../x'] }, 'kbs'],
    ['one twice', { ...QUESTION, kbs: ['law', 'law'] }, 'kbs'],
    ['too many', { ...QUESTION, kbs: ['a', 'b', 'c', 'd', 'e', 'f'] }, 'kbs'],
    ['one and several', { ...QUESTION, kb: 'law', kbs: ['law', 'house'] }, 'kb'],
    ['no queries', { ...QUESTION, research_queries: [] }, 'research_queries'],
    ['empty queries', { ...QUESTION, research_queries: [''] }, 'research_queries'],
    ['many queries', { ...QUESTION, research_queries: Array(11).fill('q') }, 'research_queries'],
    ['too many rounds', { ...QUESTION, options: { max_iterations: 6 } }, 'options.max_iterations'],
    ['half a task', { ...QUESTION, options: { max_tasks: 1.5 } }, 'options.max_tasks'],
    ['an unknown option', { ...QUESTION, options: { speed: 1 } }, 'options.speed'],
    ['options that are a text', { ...QUESTION, options: 'fast' }, 'options'],
  ])('with 400: %s', async (_name, body, path) => {
    const refused = await ask('POST /v1/research', body);
    expect(refused).toMatchObject(refusal(400, 'invalid_request', { details: [{ path }] }));
  });

  test('with what is expected now: what comes at the wrong moment; with 400 what no plan can be', async () => {
    const { id } = await waiting({ research_queries: ['source'] });
    const late = await ask(`POST /v1/research/${id}/reply`, { text: 'me' });
    expect(late).toMatchObject(conflict);
    expect(late.body.error.message).toContain('POST /v1/research/:id/plan');
    const many = Array(16).fill({ task: 'x' });
    const wrong = [[], [{ task: '' }], [{ id: 99, task: 'x' }], many, ['x']];
    const plans = wrong.map((tasks) => ({ approve: true, tasks }));
    for (const body of [{}, { approve: 'yes' }, ...plans]) {
      const answer = await ask(`POST /v1/research/${id}/plan`, body);
      expect([body, answer.status]).toEqual([body, 400]);
    }
    for (const body of [{}, { text: '' }, { text: 'x'.repeat(10_001) }])
      expect((await ask(`POST /v1/research/${id}/reply`, body)).status).toBe(400);
    for (const [after, status] of Object.entries({ x: 400, '-1': 400, 99999: 410 })) {
      const answer = await ask(`GET /v1/research/${id}/events?after=${after}`);
      expect([after, answer.status]).toEqual([after, status]);
    }
    const cancelled = await ask(`POST /v1/research/${id}/cancel`);
    expect(cancelled).toMatchObject({ status: 200, body: { phase: 'cancelled' } });
    const events = await eventsOf(id, isEnd);
    expect(events.at(-1)).toMatchObject({ event: 'error', data: { code: 'cancelled' } });
  });

  test('the researches of others, with 404; too many of one’s own, with 429', async () => {
    const begin = async (): Promise<string> =>
      (await ask('POST /v1/research', QUESTION, BOB)).body.research_id;
    const own = [await begin(), await begin(), await begin()];
    const full = await ask('POST /v1/research', QUESTION, BOB);
    expect(full).toMatchObject(refusal(429, 'too_many_runs'));
    const id = own[0] ?? '';
    expect((await ask(`GET /v1/research/${id}`)).status).toBe(404);
    expect((await ask(`POST /v1/research/${id}/cancel`)).status).toBe(404);
    // The run behind it is no chat's, for nobody.
    expect((await ask(`GET /v1/agent/runs/${id}`, undefined, BOB)).status).toBe(404);
    const { body } = await ask('GET /v1/research?limit=2&offset=1', undefined, BOB);
    const items = own.slice(0, 2).map((research_id) => ({ research_id }));
    expect(body).toMatchObject({ total: 3, items: items.reverse() });
    expect((await ask('GET /v1/research?limit=0')).status).toBe(400);
  });
});
