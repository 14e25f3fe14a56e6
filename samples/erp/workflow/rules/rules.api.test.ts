import { openPlatformApp, type Method } from '../../../../test/support/platform-app.js';
import { namedId } from '../../shared/seeder.js';
import { useOpened } from '../../../../test/support/use-opened.js';

const app = useOpened(openPlatformApp);

const RULES = '/v1/workflow/rules';
const LOW_STOCK = namedId('rule', 'Low Stock Alert');
const NOBODY = '11111111-1111-4111-8111-111111111111';

const conditions = [{ field_name: 'total_amount', operator: 'greater_than', value: 100 }];
const condition = { name: 'Is It Big', action_type: 'evaluate_condition', config: { conditions } };
const big = { alert_type: 'big', severity: 'high', title: 'Big', message: 'Order {{number}}' };
const alert = { name: 'Tell', action_type: 'create_alert', config: big };
const start = (id = 'temp:0') => ({ target_action_id: id, edge_type: 'start' });
const edge = (source_action_id: string, target_action_id: string, source_output?: string) => {
  return { source_action_id, target_action_id, source_output, edge_type: 'sequence' };
};
const actions = [condition, alert];
const edges = [start(), edge('temp:0', 'temp:1')];

function rule(name: string, changes: object = {}): object {
  return { name, entity: 'orders', trigger_type: 'ON_CREATE', actions, edges, ...changes };
}

const create = (body: object, query = '') => app.call('POST', `${RULES}/full${query}`, body);
const update = (id: string, body: object, query = '') =>
  app.call('PUT', `${RULES}/${id}/full${query}`, body);
const created = async (name: string, changes?: object) => (await create(rule(name, changes))).body;

test.each([
  ['search=low%20stock', ['Low Stock Alert']],
  ['entity=sales.customers', ['New Customer Welcome']],
  ['entity=CUSTOMERS', ['New Customer Welcome']],
  ['trigger_type=on_delete', ['Supplier Removed Audit']],
  ['is_active=false', ['Product Discontinued Notice']],
  ['search=100%25', []],
  ['entity=no.such', []],
])('list200 by filter %s', async (query, names) => {
  const { body } = await app.call('GET', `${RULES}?${query}`);
  expect(body.items.map((item: { name: string }) => item.name)).toEqual(names);
  expect(body.total).toBe(names.length);
});

test.each<[Method, string, object | undefined]>([
  ['GET', 'not-an-id', undefined],
  ['PUT', `${NOBODY}/full`, rule('x')],
  ['PUT', `${NOBODY}/full?dry_run=true`, rule('x')],
  ['POST', `${NOBODY}/simulate`, { record: {} }],
  ['POST', `${NOBODY}/estimate`, { days: 3 }],
])('404 for %s %s', async (method, path, body) => {
  const answer = await app.call(method, `${RULES}/${path}`, body);
  expect([answer.status, answer.body.error.code]).toEqual([404, 'not_found']);
});

test.each<[string, Method, string, object | undefined]>([
  ['rows', 'GET', '?rows=0', undefined],
  ['is_active', 'GET', '?is_active=maybe', undefined],
  ['actions', 'POST', '/full', { name: 'x', actions: 'none' }],
  ['colour', 'POST', '/full', { ...rule('x'), colour: 'red' }],
  ['dry_run', 'POST', '/full?dry_run=perhaps', rule('x')],
  ['if_version', 'POST', '/full', { ...rule('x'), if_version: 'one' }],
  ['name', 'POST', '/full', rule('half \ud800')],
  ['actions[0].name', 'POST', '/full', rule('x', { actions: [{ name: 'a\u0000' }] })],
  ['record.id', 'POST', `/${LOW_STOCK}/simulate`, { record: { id: '\u0000' } }],
  ['record', 'POST', `/${LOW_STOCK}/simulate`, { record: 3 }],
  ['event', 'POST', `/${LOW_STOCK}/simulate`, { record: {}, event: 'sometimes' }],
  ['days', 'POST', `/${LOW_STOCK}/estimate`, { days: 0 }],
])('400 for %s', async (field, method, path, body) => {
  const { status, body: answer } = await app.call(method, `${RULES}${path}`, body);
  expect([status, answer.error.code]).toEqual([400, 'invalid_request']);
  expect(answer.error.details.map((detail: { path: string }) => detail.path)).toContain(field);
});

test('create201 fills in names, ports and order', async () => {
  const taken = { ...alert, id: 'temp:0' };
  const placed = [{ ...start('temp:1'), source_output: 'x' }, edge('temp:1', 'temp:0')];
  const changes = { entity: ' Orders ', actions: [condition, taken], edges: placed };
  const { status, body } = await create(rule('Created', changes));
  expect(status).toBe(201);
  expect(body).toMatchObject({ entity: 'sales.orders', trigger_type: 'on_create', version: 1 });
  expect(body.edges).toMatchObject([
    { source_output: null, target_action_id: body.actions[0].id, edge_order: 0 },
    { source_output: 'true', target_action_id: body.actions[1].id, edge_order: 1 },
  ]);
  expect((await app.call('GET', `${RULES}/${body.id}`)).body).toEqual(body);
});

test('create409 for one of two at once', async () => {
  const answers = await Promise.all([1, 2, 3].map(() => create(rule('Race'))));
  expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409, 409]);
});

test('create422 for numbers no database column holds', async () => {
  const far = { ...start(), edge_order: 9e9 };
  const { status, body } = await create(rule('Far', { actions: [condition], edges: [far] }));
  expect(status).toBe(422);
  expect(body.error.details).toMatchObject([{ path: 'edges[0].edge_order' }]);
});

test('tryCreate200 valid, and nothing is written', async () => {
  const before = await contents();
  const { status, body } = await create(rule('Dry'), '?dry_run=true');
  expect(status).toBe(200);
  expect(body).toEqual({ valid: true, errors: [], action_count: 2, edge_count: 2 });
  expect(await contents()).toEqual(before);
});

test('tryCreate200 invalid says what create says', async () => {
  const broken = rule('Low Stock Alert', { trigger_type: 'weekly' });
  const dry = await create(broken, '?dry_run=true');
  expect(dry.body.valid).toBe(false);
  expect(dry.body.errors).toMatchObject([{ path: 'trigger_type' }, { path: 'name' }]);
  expect((await create(broken)).body.error.details).toEqual(dry.body.errors.slice(0, 1));
});

test('tryUpdate200 keeps the stored rule', async () => {
  const before = await contents();
  const change = rule('Low Stock Alert', { if_version: 7 });
  const { status, body } = await update(LOW_STOCK, change, '?dry_run=true');
  expect(status).toBe(200);
  expect(body.errors).toMatchObject([{ path: 'if_version', allowed: [1] }]);
  expect(await contents()).toEqual(before);
});

test('update200 keeps ids of kept actions, by id and by name', async () => {
  const stored = await created('To Change');
  const [first, second] = stored.actions;
  const wait = { name: 'Wait', action_type: 'delay', config: { duration: '2h' } };
  const renamed = { ...condition, id: first.id, name: 'Renamed' };
  const { status, body } = await update(stored.id, {
    name: 'Changed',
    if_version: 1,
    actions: [renamed, alert, { ...wait, description: 'a pause' }],
    edges: [start(first.id), edge(first.id, 'temp:0'), edge(first.id, 'temp:1', 'false')],
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({ version: 2, name: 'Changed', entity: 'sales.orders' });
  expect(body.actions[0]).toMatchObject({ id: first.id, name: 'Renamed' });
  expect(body.actions[1].id).toBe(second.id);
  expect(body.actions[2]).toMatchObject({ description: 'a pause', is_active: true });
  expect(body.edges).toHaveLength(3);
});

test('update200 takes what get answered', async () => {
  const { id, name, actions, edges, trigger_conditions } = await created('Round Trip');
  const answer = await update(id, { name, actions, edges, trigger_conditions });
  expect(answer.status).toBe(200);
  expect(answer.body.actions).toEqual(actions);
});

test('update200 keeps what the head leaves out, but no conditions on another table', async () => {
  const trigger_conditions = [{ field_name: 'status', operator: 'equals', value: 'pending' }];
  const { id } = await created('Headed', { trigger_conditions, is_active: false });
  const change = { actions: [condition], edges: [start()] };
  const kept = { name: 'Headed', is_active: false, trigger_conditions };
  const changed = { ...kept, actions: [{ name: 'Is It Big' }] };
  expect((await update(id, change)).body).toMatchObject(changed);
  const moved = await update(id, { ...change, entity: 'purchase_orders' });
  expect(moved.body.trigger_conditions).toEqual([]);
});

test("update422 for an action of another rule, which stays another rule's", async () => {
  const { id } = await created('Thief');
  const [stolen] = (await app.call('GET', `${RULES}/${LOW_STOCK}`)).body.actions;
  const { status, body } = await update(id, {
    actions: [{ ...condition, id: stolen.id }, alert],
    edges: [start(stolen.id), edge(stolen.id, 'temp:0')],
  });
  expect(status).toBe(422);
  expect(body.error.details[0].path).toBe('actions[0].id');
});

test('remove204, then get404; its alerts stay', async () => {
  const id = namedId('rule', 'Expiring Stock Review');
  const { body: before } = await app.call('GET', `${RULES}/${id}/alerts`);
  expect(await app.call('DELETE', `${RULES}/${id}`)).toEqual({ status: 204, body: undefined });
  expect((await app.call('GET', `${RULES}/${id}`)).status).toBe(404);
  const { body } = await app.call('GET', `/v1/workflow/alerts/${before.items[0].id}`);
  expect(body).toMatchObject({ rule_id: null, rule_name: 'Expiring Stock Review' });
});

async function contents(): Promise<unknown> {
  return app.db.query(
    `select (select json_agg(r order by id) from platform.rules r) as rules,
            (select json_agg(a order by id) from platform.rule_actions a) as actions,
            (select json_agg(e order by id) from platform.rule_edges e) as edges`,
  );
}
