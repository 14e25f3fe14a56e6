import { systemClock } from '../../src/foundation/clock.js';
import { newId } from '../../src/foundation/ids.js';
import { PgWorkingCopyStore } from '../../src/plugins/tables/store/working-copies.store.js';
import { titleOf } from '../../src/agentapi/conversations/conversations.controller.js';
import { BEGINNING } from '../../src/store/conversations.store.js';
import { refusal, useServer } from '../support/server.js';
import { deferred } from '../support/deferred.js';
import {
  calls,
  says,
  ScriptedModel,
  waitsFor,
  type ScriptTurn,
} from '../support/scripted-model.js';

const script = new ScriptedModel();
const server = useServer({ llm: script });
let token: string;
beforeEach(() => void (token = newId()));

const ROUTE = '/v1/agent/conversations';
const get = (path: string, as = token) => server.call(`GET ${path}`, undefined, as);

async function chat(message: string, turns: ScriptTurn[], conversation: string, more = {}) {
  script.play(...turns);
  const body = { message, context_type: 'workflow', conversation_id: conversation, ...more };
  return server.chat(body, { authorization: `Bearer ${token}` });
}

async function talked(message: string, answer = 'Yes.'): Promise<string> {
  const id = newId();
  await chat(message, [[says(answer)]], id);
  return id;
}

it('PUT /v1/agent/conversations/:id/title names a conversation; an empty title is its first message again', async () => {
  const id = await talked('one');
  const put = (title: unknown) => server.call(`PUT ${ROUTE}/${id}/title`, { title }, token);
  const titleNow = async () => (await get(`${ROUTE}/${id}`)).body.title as string;
  expect([(await put('  Late\nparcels ')).status, await titleNow()]).toEqual([204, 'Late parcels']);
  expect((await put('x'.repeat(81))).body.error.code).toBe('invalid_request');
  expect([(await put(' ')).status, await titleNow()]).toEqual([204, 'one']);
});

it('PUT /v1/agent/runs/:id/feedback keeps what is said of an answer: changed, taken back, gone with its conversation', async () => {
  const id = await talked('one');
  const runOf = async () => (await get(`${ROUTE}/${id}`)).body.runs[0];
  const route = `/v1/agent/runs/${(await runOf()).run_id}/feedback` as const;
  const put = (rating: unknown) => server.call(`PUT ${route}`, { rating }, token);
  const takeBack = () => server.call(`DELETE ${route}`, undefined, token);
  expect('rating' in (await runOf())).toBe(false);
  for (const rating of ['up', 'up', 'down']) {
    expect((await put(rating)).status).toBe(204);
    expect((await runOf()).rating).toBe(rating);
  }
  expect((await put('sideways')).body.error).toMatchObject({ code: 'invalid_request' });
  for (const time of ['first', 'second']) {
    expect([time, (await takeBack()).status]).toEqual([time, 204]);
    expect('rating' in (await runOf())).toBe(false);
  }
  await put('up');
  const stored = () => server.db.query('select user_id from sextant.run_feedback');
  expect(await stored()).toHaveLength(1);
  await server.call(`DELETE ${ROUTE}/${id}`, undefined, token);
  expect(await stored()).toEqual([]);
});

describe('GET /v1/agent/conversations', () => {
  it('lists the latest used first, page by page, each once', async () => {
    const ids = [await talked('one'), await talked('two'), await talked('three')];
    await chat('one again', [[says('Again.')]], ids[0] as string);
    const first = await get(`${ROUTE}?limit=2`);
    expect(first.body).toMatchObject({ total: 3, items: [{ id: ids[0] }, { id: ids[2] }] });
    const last = first.body.items.at(-1) as { id: string; updated_at: string };
    const next = `${ROUTE}?limit=2&before=${last.updated_at}`;
    const rest = await get(next);
    expect((await get(`${next}&before_id=${last.id}`)).body).toEqual(rest.body);
    const item = { id: ids[1], title: 'two', context_type: 'workflow' };
    const found = { updated_at: expect.any(String), last_run_id: expect.any(String) };
    expect(rest.body).toEqual({ items: [{ ...item, ...found }], total: 3 });
  });

  it.each([
    ...['limit=0', 'limit=101', 'limit=x', 'before=yesterday', 'before=2026-02-31T00:00:00Z'],
    ...['before=0000-01-01T00:00:00Z', 'before=2026-01-31T00:00:00Z&before_id=x', 'cursor=1'],
    'before_id=00000000-0000-4000-8000-000000000000',
  ])('refuses ?%s', async (query) => {
    expect(await get(`${ROUTE}?${query}`)).toMatchObject(refusal(400, 'invalid_request'));
  });
});

describe('GET /v1/agent/conversations?q', () => {
  const found = async (q: string, as = token) => {
    const { total, items } = (await get(`${ROUTE}?q=${encodeURIComponent(q)}`, as)).body;
    expect(total).toBe(items.length);
    return items.map((one: { title: string; found: string }) => `${one.title}: ${one.found}`);
  };

  it('finds what was asked, answered or named, all words in one text, and nobody else’s', async () => {
    const long = `${'Many things are stored. '.repeat(9)}The forklifts charge at NIGHT in hall 3.`;
    const forklifts = await talked('How do we charge?', long);
    await talked('100% of_stock', 'Über alles.');
    const [piece] = await found('night forklifts');
    expect(piece).toMatch(/^How do we charge\?: .{1,40}NIGHT in hall 3\.$/);
    expect(await found('How DO')).toEqual(['How do we charge?: How do we charge?']);
    expect(await found('über')).toEqual(['100% of_stock: Über alles.']);
    expect(await found('% _')).toHaveLength(1);
    expect([await found('charge stock'), await found('forklifts', newId())]).toEqual([[], []]);
    await server.call(`PUT ${ROUTE}/${forklifts}/title`, { title: 'Hall three' }, token);
    expect(await found('three')).toEqual(['Hall three: Hall three']);
    expect((await get(`${ROUTE}?q=${'x'.repeat(201)}`)).status).toBe(400);
  });

  it('finds what was said in a call, and takes every word, however many', async () => {
    const said = 'one two three four five six seven eight nine';
    await chat('Count', [[calls('discover', { category: said })], [says('Done.')]], newId());
    expect([await found(said), await found(`${said} ten`)]).toEqual([[`Count: ${said}`], []]);
  });
});

describe('after_run_id of a message', () => {
  const said = () => script.last.messages.map(({ content }) => content);
  const runs = async (id: string) =>
    (await get(`${ROUTE}/${id}`)).body.runs as { run_id: string; after_run_id: string | null }[];

  it('begins a branch, of which alone the model is told, and which goes on with its newest run', async () => {
    const id = await talked('one', 'First.');
    await chat('two', [[says('Second.')]], id);
    await chat('three', [[says('Third.')]], id);
    const [one, two, three] = await runs(id);
    await chat('2', [[says('Edited.')]], id, { after_run_id: one?.run_id });
    expect(said()).toEqual(['one', 'First.', '2']);
    await chat('more', [[says('More.')]], id);
    expect(said()).toEqual(['one', 'First.', '2', 'Edited.', 'more']);
    await chat('back', [[says('Back.')]], id, { after_run_id: three?.run_id });
    expect(said()).toEqual(['one', 'First.', 'two', 'Second.', 'three', 'Third.', 'back']);
    await chat('0', [[says('Zero.')]], id, { after_run_id: BEGINNING });
    expect(said()).toEqual(['0']);
    const edited = (await runs(id))[3]?.run_id;
    expect((await runs(id)).map((run) => run.after_run_id)).toEqual([
      ...[null, one?.run_id, two?.run_id, one?.run_id, edited, three?.run_id, null],
    ]);
  });

  it('is refused where the run is of another conversation, or there is none', async () => {
    const [other] = await runs(await talked('other'));
    for (const more of [{ conversation_id: await talked('one') }, {}]) {
      const body = { message: 'x', context_type: 'workflow', after_run_id: other?.run_id, ...more };
      const answer = await server.call('POST /v1/agent/chat', body, token);
      expect(answer).toMatchObject(refusal(400, 'invalid_request'));
    }
  });
});

describe('GET /v1/agent/conversations/:id', () => {
  it('names its runs in order, whose events give each again, and the messages where those are deleted', async () => {
    const id = await talked('hello');
    const input = { search: 'stock' };
    await chat('list', [[calls('list_workflow_rules', input, 'c1')], [says('These.')]], id);
    const before = await get(`${ROUTE}/${id}`);
    const ended = { state: 'completed', events_available: true };
    const runs = ['hello', 'list'].map((message) => ({ message, ...ended }));
    const head = { id, title: 'hello', context_type: 'workflow' };
    expect(before.body).toMatchObject({ ...head, messages: [], runs });
    const runId = before.body.runs[1].run_id as string;
    const headers = { authorization: `Bearer ${token}` };
    const replay = await fetch(`${server.url}/v1/agent/runs/${runId}/events`, { headers });
    expect(await replay.text()).toContain('event: tool_call_result');
    await server.db.query('delete from sextant.run_events where run_id = $1', [runId]);
    const { body } = await get(`${ROUTE}/${id}`);
    expect(body.runs).toMatchObject([{ events_available: true }, { events_available: false }]);
    const call = { tool_use_id: 'c1', name: 'list_workflow_rules' };
    const result = expect.objectContaining({ rules: expect.any(Array) });
    const messages = [
      { role: 'user', content: 'list' },
      { role: 'assistant', content: '', tool_calls: [{ ...call, input }] },
      { role: 'tool', ...call, is_error: false, result },
      { role: 'assistant', content: 'These.' },
    ];
    expect(body.messages).toEqual(messages.map((one) => ({ run_id: runId, ...one })));
  });

  it.each(['not-an-id', newId()])('404 for %s', async (id) => {
    expect((await get(`${ROUTE}/${id}`)).status).toBe(404);
  });
});

describe('DELETE /v1/agent/conversations/:id', () => {
  const remove = (id: string, as = token) => server.call(`DELETE ${ROUTE}/${id}`, undefined, as);

  it('deletes it with its runs and pending table changes, once', async () => {
    const id = await talked('bye');
    const { body } = await get(`${ROUTE}/${id}`);
    const { user_id: user } = (await get('/v1/agent/info')).body;
    const copies = new PgWorkingCopyStore(server.db, systemClock, 60_000);
    await copies.put(user, id, 'new', { config: {}, changes: [] });
    expect((await remove(id, newId())).status).toBe(404);
    expect(await remove(id)).toEqual({ status: 204, body: undefined });
    expect((await get(`${ROUTE}/${id}`)).status).toBe(404);
    expect((await get(`/v1/agent/runs/${body.runs[0].run_id}`)).status).toBe(404);
    expect(await copies.get(user, id, 'new')).toBeUndefined();
    expect((await remove(id)).status).toBe(404);
  });

  it('refuses while it is being answered, and names the run, as does what is said of its answer', async () => {
    const id = newId();
    const held = deferred();
    const answer = chat('wait', [[waitsFor(held.promise), says('Done.')]], id);
    const running = async (): Promise<string> =>
      (await get(ROUTE)).body.items[0]?.running_run_id ?? running();
    const runId = await running();
    const message = expect.stringContaining(runId);
    expect(await remove(id)).toMatchObject(refusal(409, 'conflict', { message }));
    const rating = `PUT /v1/agent/runs/${runId}/feedback` as const;
    const rated = await server.call(rating, { rating: 'up' }, token);
    expect(rated).toMatchObject(refusal(409, 'conflict'));
    held.resolve();
    await answer;
    expect((await remove(id)).status).toBe(204);
  });
});

it.each([
  ['short', 'short'],
  ['  two\n\nlines ', 'two lines'],
  [`${'word '.repeat(30)}`, `${'word '.repeat(15).trim()}…`],
  ['x'.repeat(200), `${'x'.repeat(79)}…`],
  [`${'x'.repeat(78)}😀${'x'.repeat(10)}`, `${'x'.repeat(78)}…`],
])('a title of %j', (message, title) => expect(titleOf(message)).toBe(title));
