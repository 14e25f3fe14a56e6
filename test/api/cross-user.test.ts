import { newId } from '../../src/foundation/ids.js';
import {
  postJson,
  readStream,
  refusal,
  useServer,
  dataOf,
  type Route,
  type WireEvent,
} from '../support/server.js';
import {
  calls,
  says,
  ScriptedModel,
  waitsFor,
  type ScriptTurn,
} from '../support/scripted-model.js';

/** Two users; `id` is always Ada's, and Bob is the one who tries. */
const ADA = 'token-of-ada-0123456789';
const BOB = 'token-of-bob-0123456789';
const OPERATOR = 'token-of-olga-0123456789';
const as = (token: string) => ({ authorization: `Bearer ${token}` });

const script = new ScriptedModel();

const tokens = `ada:${ADA}:lead,bob:${BOB},olga:${OPERATOR}:operator`;
// No step of a research asks the model behind the tests' back.
const env = { AUTH: 'static', AUTH_TOKENS: tokens, RESEARCH_WORKERS: '0' };
const server = useServer({ env, llm: script });

/** What Ada has, by the part of the path that its routes begin with. */
let ids: Record<string, string>;
beforeAll(async () => void (ids = await adasThings()));

async function chat(token: string, body: object, ...turns: ScriptTurn[]): Promise<WireEvent[]> {
  script.play(...turns);
  const message = { message: 'watch orders', context_type: 'workflow', ...body };
  const events = await server.chat(message, as(token));
  script.expectUsedUp();
  return events;
}

function dataIn(events: WireEvent[], type: WireEvent['event']) {
  const [found] = dataOf(events, type);
  if (found === undefined) throw new Error(`no ${type} in ${JSON.stringify(events)}`);
  return found as unknown as Record<string, unknown>;
}

/** A conversation, a run, a draft, a waiting preview, a form, and a research that has ended. */
async function adasThings(): Promise<Record<string, string>> {
  const draft = { name: 'Big orders', entity: 'sales.orders', trigger_type: 'on_create' };
  const config = { recipients: ['ops@example.com'], subject: 'Look', body: 'Please look.' };
  const action = { name: 'Tell operations', action_type: 'send_email', config };
  const building = [calls('start_draft', draft), calls('add_draft_action', action)];
  const turns = [...building, calls('preview_draft'), says('See.')];
  const events = await chat(ADA, {}, ...turns.map((step) => [step]));
  const operations = [{ tool: 'list_workflow_rules', values: [], notUsed: [] }];
  const offered = await chat(ADA, {}, [{ type: 'form', form: { operations, opens: true } }]);
  const start = dataIn(events, 'run_start');
  const shown = dataIn(events, 'workflow_preview');
  const begun = await server.call('POST /v1/research', { query: 'who?' }, ADA);
  const research = String(begun.body.research_id);
  await server.call(`POST /v1/research/${research}/cancel`, undefined, ADA);
  // As a policy would: those with the role see it, and Bob has none.
  await server.db.query("update sextant.previews set approver_role = 'lead'");
  const [stored] = await server.db.query<{ id: string }>('select id from sextant.drafts');
  return {
    research,
    runs: String(start['run_id']),
    conversations: String(start['conversation_id']),
    previews: String(shown['preview_id']),
    approvals: String(shown['preview_id']),
    'change-sets': String(shown['change_set_id']),
    drafts: String(stored?.id),
    forms: String(dataIn(offered, 'operation_form')['form_id']),
  };
}

/** What a route with an id needs as a body, where `{}` is not enough. */
const bodies: Record<string, object> = {
  'POST /v1/research/:id/reply': { text: 'me' },
  'POST /v1/research/:id/plan': { approve: true },
  // No operation of the form: its owner is told so, and anybody else that there is no such form.
  'POST /v1/agent/forms/:id': { tool: 'start_draft', arguments: {} },
  'PUT /v1/agent/conversations/:id/title': { title: 'mine' },
  'PUT /v1/agent/runs/:id/feedback': { rating: 'down' },
};

const OWN = ['/v1/agent/', '/v1/research'];
const isOwn = ({ path }: Route) => OWN.some((root) => path.startsWith(root));

/** The name under which {@link adasThings} has the id in a path. */
const thingIn = (path: string) => path.split('/').at(path.startsWith('/v1/agent/') ? 3 : 2) ?? '';

/**
 * What is the platform's, which judges the caller's token itself, the graph, and sources and tools, which are the operator's:
 * their ids are nobody's own here. Questions wait only while a server of tools asks one.
 */
const NOBODYS = /^\/v1\/agent\/(library|graph|sources|tools|questions)\//;

/** The routes with an id in their path, and the path with Ada's; what deletes comes last, conversations behind their runs. */
function routesWithIds(): { request: `GET ${string}`; asked: string; body: object | undefined }[] {
  return server.routes
    .filter(({ method, path }) => path.includes(':') && method !== 'HEAD')
    .filter((route) => isOwn(route) && !NOBODYS.test(route.path))
    .sort((a, b) => b.path.localeCompare(a.path))
    .sort((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'))
    .map(({ method, path }) => {
      const asked = `${method} ${path}`;
      const id = ids[thingIn(path)];
      if (id === undefined) throw new Error(`whose id is in ${path}? Add it to adasThings`);
      const request = `${method} ${path.replace(/:[a-z_]+/i, id)}` as `GET ${string}`;
      return { request, asked, body: method === 'GET' ? undefined : (bodies[asked] ?? {}) };
    });
}

async function expectRoleNeeded(...request: Parameters<typeof server.call>) {
  const refused = await server.call(request[0], request[1], ADA);
  expect(refused).toMatchObject(refusal(403, 'role_needed'));
}

test('the log of what all users did, and what they asked for in vain, is for operators alone', async () => {
  const log = ['/v1/agent/audit', '/v1/agent/audit/verify', '/v1/agent/audit/receipts'];
  for (const path of [...log, '/v1/agent/tools/unmet']) await expectRoleNeeded(`GET ${path}`);
  const { body } = await server.call('GET /v1/agent/audit?limit=1', undefined, OPERATOR);
  const facts = { action: 'proposed', actor: 'static:ada' };
  expect(body).toMatchObject({ items: [{ seq: 1, facts }] });
  const { seq, hash } = body.head as { seq: number; hash: string };
  const verify = async (noted: string) => {
    const path = `/v1/agent/audit/verify?seq=${seq}&hash=${noted}`;
    return (await server.call(`GET ${path}`, undefined, OPERATOR)).body;
  };
  expect(await verify(hash)).toMatchObject({ ok: true, entries: seq });
  expect(await verify('0'.repeat(64))).toMatchObject({ ok: false });
});

test('the examples of tools are for operators to edit', async () => {
  const route = 'PUT /v1/agent/tools/list_workflow_rules/examples' as const;
  const edit = { examples: ['x'], was: [] };
  await expectRoleNeeded(route, edit);
  expect(await server.call(route, edit, OPERATOR)).toMatchObject(refusal(409, 'conflict'));
  const tooMany = { ...edit, examples: Array.from({ length: 9 }, () => 'x') };
  expect((await server.call(route, tooMany, OPERATOR)).status).toBe(400);
});

test('no body is read of who is not signed in, and none for operators of who is not one', async () => {
  const writes = server.routes.filter(
    ({ method, open }) => !open && /^(POST|PUT|DELETE)$/.test(method),
  );
  const asked = async (token: string, { method, path }: Route) => {
    const url = `${server.url}${path.replaceAll(/:\w+/g, newId())}`;
    return (await postJson(url, '{not JSON', { method, headers: as(token) })).status;
  };
  const operators: string[] = [];
  for (const route of writes) {
    const name = `${route.method} ${route.path}`;
    expect([name, await asked('of-nobody', route)]).toEqual([name, 401]);
    if ((await asked(BOB, route)) === 403) operators.push(name);
  }
  expect(operators.sort()).toEqual([
    'DELETE /v1/agent/model',
    'DELETE /v1/agent/sources/:id',
    'POST /v1/agent/sources',
    'POST /v1/agent/sources/:id/approve',
    'PUT /v1/agent/model',
    'PUT /v1/agent/sources/:id',
    'PUT /v1/agent/tools/:name/examples',
  ]);
});

test('what was learned from all is an operator’s to delete, one’s own anybody’s', async () => {
  const all = 'DELETE /v1/agent/learned?of=all' as const;
  await expectRoleNeeded(all);
  expect((await server.call(all, undefined, OPERATOR)).body).toEqual({ deleted: 0 });
  const own = await server.call('DELETE /v1/agent/learned', undefined, ADA);
  expect(own.body).toEqual({ deleted: 0 });
  const left = await server.call('GET /v1/agent/learned', undefined, ADA);
  expect(left.body).toEqual({ examples: 0 });
});

describe('with an id of somebody else', () => {
  test('every route answers as if there were no such thing', async () => {
    const tried = routesWithIds();
    const known = {
      'agent/runs': ['GET', 'GET /events', 'POST /cancel', 'PUT /feedback', 'DELETE /feedback'],
      'agent/previews': ['GET', 'POST /accept', 'POST /reject'],
      'agent/change-sets': ['GET', 'POST /accept', 'POST /reject', 'POST /undo'],
      research: [
        ...['GET', 'GET /events', 'POST /reply', 'POST /plan', 'POST /cancel', 'DELETE'],
        ...['GET /report.md', 'GET /report.html'],
      ],
    };
    const routes = Object.entries(known).flatMap(([thing, all]) =>
      all.map((one) => one.replace(/^\w+ ?/, (method) => `${method.trim()} /v1/${thing}/:id`)),
    );
    expect(tried.map(({ asked }) => asked)).toEqual(expect.arrayContaining(routes));
    for (const { request, asked, body } of tried) {
      const refused = await server.call(request, body, BOB);
      expect([asked, refused.status]).toEqual([asked, 404]);
      expect(refused.body.error.code).toMatch(/not_found$/);
    }
  });

  test('a message into the conversation is refused, and shows nothing of it', async () => {
    const { conversations: conversation_id } = ids;
    const body = { message: 'continue', context_type: 'workflow', conversation_id };
    const refused = await server.call('POST /v1/agent/chat', body, BOB);
    expect(refused).toMatchObject(refusal(404, 'not_found'));
  });

  test.each<[string, (id: string) => Record<string, string | object>]>([
    ['add_draft_action', (draft_id) => ({ draft_id, name: 'x', action_type: 'delay', config: {} })],
    ['remove_draft_action', (draft_id) => ({ draft_id, name: 'Tell operations' })],
    ['preview_draft', (draft_id) => ({ draft_id })],
    ['simulate_workflow', (draft_id) => ({ draft_id, record: { total: 1 } })],
  ])('a model that tries %s finds no such draft', async (tool, input) => {
    const events = await chat(BOB, {}, [calls(tool, input(ids['drafts'] ?? ''))], [says('No.')]);
    const { is_error, result } = dataIn(events, 'tool_call_result');
    const text = JSON.stringify(result);
    expect([is_error, text]).toEqual([true, expect.stringContaining('draft_not_found')]);
    expect(text).not.toContain('Big orders');
  });
});

test('no list shows what belongs to somebody else, and shows its owner', async () => {
  const lists = server.routes.filter(
    (route) => route.method === 'GET' && isOwn(route) && !route.path.includes(':'),
  );
  const paths = lists.map(({ path }) => path);
  expect(paths).toEqual(expect.arrayContaining(['/v1/agent/previews', '/v1/research']));
  for (const { path } of lists) {
    const text = await (await fetch(`${server.url}${path}`, { headers: as(BOB) })).text();
    for (const id of Object.values(ids)) expect(text).not.toContain(id);
  }
  const own = await server.call('GET /v1/agent/previews', undefined, ADA);
  expect(own.body.items.map(({ id }: { id: string }) => id)).toEqual([ids['previews']]);
});

test('a key for sending again is a key of its user only', async () => {
  const headers = (token: string) => ({ ...as(token), 'idempotency-key': 'the-same' });
  const body = { message: 'hello', context_type: 'workflow' };
  const runs: unknown[] = [];
  for (const token of [ADA, BOB, BOB]) {
    script.play([says('Hello.')]);
    runs.push(dataIn(await server.chat(body, headers(token)), 'run_start')['run_id']);
  }
  expect(runs[1]).not.toBe(runs[0]);
  expect(runs[2]).toBe(runs[1]);
});

test('a run that continues is neither read nor stopped by somebody else', async () => {
  script.play([says('Hold on'), waitsFor(new Promise(() => {}))]);
  const body = { message: 'hello', context_type: 'workflow', conversation_id: newId() };
  const stream = readStream(await server.post(body, { headers: as(ADA) }));
  const first = (await stream.next()).value as WireEvent;
  const path = `/v1/agent/runs/${String(dataIn([first], 'run_start')['run_id'])}`;
  for (const request of [`GET ${path}/events`, `POST ${path}/cancel`, `GET ${path}`] as const)
    expect((await server.call(request as `GET ${string}`, undefined, BOB)).status).toBe(404);
  expect((await server.call(`GET ${path}`, undefined, ADA)).body.state).toBe('running');
  const { body: ended } = await server.call(`POST ${path}/cancel`, undefined, ADA);
  expect(ended.state).toBe('cancelled');
  for await (const event of stream) expect(event.event).toBeDefined();
});

test('the owner is let in everywhere, so the ids above were right', async () => {
  for (const { request, asked, body } of routesWithIds()) {
    const [method = '', path = ''] = request.split(' ');
    const init = { method, headers: as(ADA) };
    const url = `${server.url}${path}`;
    const response = await (body === undefined ? fetch(url, init) : postJson(url, body, init));
    await response.text();
    expect([asked, response.status]).not.toEqual([asked, 404]);
  }
});
