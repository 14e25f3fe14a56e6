import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  openPlatformApp,
  type Method,
  type PlatformApp,
} from '../../../../test/support/platform-app.js';
import { ruleId } from '../seed/seed-workflow.js';

let app: PlatformApp;
beforeAll(async () => {
  app = await openPlatformApp();
});
afterAll(() => app.close());

const LOW_STOCK = ruleId('Low Stock Alert');
const NOBODY = '11111111-1111-4111-8111-111111111111';

const condition = {
  name: 'Is It Big',
  action_type: 'evaluate_condition',
  config: { conditions: [{ field_name: 'total_amount', operator: 'greater_than', value: 100 }] },
};
const alert = {
  name: 'Tell',
  action_type: 'create_alert',
  after: 'Is It Big:true',
  config: { alert_type: 'big', severity: 'high', title: 'Big', message: 'Order {{number}}' },
};

function rule(name: string, changes: object = {}): object {
  const base = { name, entity: 'orders', trigger_type: 'ON_CREATE', actions: [condition, alert] };
  return { ...base, ...changes };
}

test('list200', async () => {
  const { status, body } = await app.call('GET', '/v1/workflow/rules?rows=5');
  expect(status).toBe(200);
  expect(body).toMatchObject({ page: 1, rows: 5 });
  expect(body.total).toBeGreaterThanOrEqual(8);
  expect(body.items).toHaveLength(5);
});

describe('list200 by filter', () => {
  const cases = [
    ['search=low%20stock', ['Low Stock Alert']],
    ['entity=sales.customers', ['New Customer Welcome']],
    ['entity=CUSTOMERS', ['New Customer Welcome']],
    ['trigger_type=on_delete', ['Supplier Removed Audit']],
    ['is_active=false', ['Product Discontinued Notice']],
    ['search=100%25', []],
    ['entity=no.such', []],
  ] as const;
  test.each(cases)('%s', async (query, names) => {
    const { body } = await app.call('GET', `/v1/workflow/rules?${query}`);
    expect(body.items.map((item: { name: string }) => item.name)).toEqual(names);
    expect(body.total).toBe(names.length);
  });
});

test('get200', async () => {
  const { status, body } = await app.call('GET', `/v1/workflow/rules/${LOW_STOCK}`);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    id: LOW_STOCK,
    name: 'Low Stock Alert',
    entity: 'inventory.inventory_items',
    trigger_type: 'on_update',
    action_count: 3,
    version: 1,
    trigger_conditions: [{ field_name: 'quantity', operator: 'changed' }],
  });
  const [check, raise, mail] = body.actions;
  expect(body.edges).toMatchObject([
    { source_action_id: null, source_output: null, target_action_id: check.id, edge_type: 'start' },
    { source_action_id: check.id, source_output: 'true', target_action_id: raise.id },
    { source_action_id: raise.id, source_output: 'success', target_action_id: mail.id },
  ]);
});

describe('404', () => {
  const cases: [Method, string, object | undefined][] = [
    ['GET', NOBODY, undefined],
    ['GET', 'not-an-id', undefined],
    ['GET', `${NOBODY}/alerts`, undefined],
    ['DELETE', NOBODY, undefined],
    ['PUT', `${NOBODY}/full`, rule('x')],
    ['PUT', `${NOBODY}/full?dry_run=true`, rule('x')],
    ['POST', `${NOBODY}/simulate`, { record: {} }],
    ['POST', `${NOBODY}/estimate`, { days: 3 }],
  ];
  test.each(cases)('%s %s', async (method, path, body) => {
    const answer = await app.call(method, `/v1/workflow/rules/${path}`, body);
    expect(answer.status).toBe(404);
    expect(answer.body.error.code).toBe('not_found');
  });
});

describe('400', () => {
  const cases: [string, Method, string, object | undefined][] = [
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
  ];
  test.each(cases)('%s', async (field, method, path, body) => {
    const { status, body: answer } = await app.call(method, `/v1/workflow/rules${path}`, body);
    expect(status).toBe(400);
    expect(answer.error.code).toBe('invalid_request');
    expect(answer.error.details.map((detail: { path: string }) => detail.path)).toContain(field);
  });
});

test('create201 writes shorthand out', async () => {
  const { status, body } = await app.call('POST', '/v1/workflow/rules/full', rule('Created'));
  expect(status).toBe(201);
  expect(body).toMatchObject({ entity: 'sales.orders', trigger_type: 'on_create', version: 1 });
  expect(body.edges.map((edge: { source_output: string }) => edge.source_output)).toEqual([
    null,
    'true',
  ]);
  expect((await app.call('GET', `/v1/workflow/rules/${body.id}`)).body).toEqual(body);
});

test('create201 with edges and temp ids', async () => {
  const { after: _after, ...plainAlert } = alert;
  const { status, body } = await app.call('POST', '/v1/workflow/rules/full', {
    ...rule('With Edges'),
    actions: [
      { ...condition, id: 'temp:0' },
      { ...plainAlert, id: 'temp:1' },
    ],
    edges: [
      { target_action_id: 'temp:0', edge_type: 'start' },
      { source_action_id: 'temp:0', target_action_id: 'temp:1', edge_type: 'sequence' },
    ],
  });
  expect(status).toBe(201);
  expect(body.edges[1].source_output).toBe('true');
});

test('create409 for a name that differs only in case', async () => {
  const { status, body } = await app.call(
    'POST',
    '/v1/workflow/rules/full',
    rule('LOW stock alert'),
  );
  expect(status).toBe(409);
  expect(body.error).toMatchObject({ code: 'conflict', details: [{ path: 'name' }] });
});

test('create409 for one of two at once', async () => {
  const answers = await Promise.all(
    [1, 2, 3].map(() => app.call('POST', '/v1/workflow/rules/full', rule('Race'))),
  );
  expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409, 409]);
});

test('create422 names every fault', async () => {
  const { status, body } = await app.call('POST', '/v1/workflow/rules/full', {
    ...rule('Broken', { entity: 'ordrs' }),
    actions: [condition, { ...alert, config: { ...alert.config, severity: 'urgent' } }],
  });
  expect(status).toBe(422);
  expect(body.error.code).toBe('invalid_rule');
  expect(body.error.details).toMatchObject([
    { path: 'entity', allowed: expect.arrayContaining(['sales.orders']) },
    { path: 'actions[1].config.severity', allowed: ['low', 'medium', 'high', 'critical'] },
  ]);
});

test('create422 for numbers no database column holds', async () => {
  const { status, body } = await app.call('POST', '/v1/workflow/rules/full', {
    ...rule('Far'),
    actions: [{ ...condition, id: 'temp:0' }],
    edges: [{ target_action_id: 'temp:0', edge_type: 'start', edge_order: 9e9 }],
  });
  expect(status).toBe(422);
  expect(body.error.details).toMatchObject([{ path: 'edges[0].edge_order' }]);
});

describe('dry run', () => {
  test('tryCreate200 valid, and nothing is written', async () => {
    const before = await contents();
    const { status, body } = await app.call(
      'POST',
      '/v1/workflow/rules/full?dry_run=true',
      rule('Dry'),
    );
    expect(status).toBe(200);
    expect(body).toEqual({ valid: true, errors: [], action_count: 2, edge_count: 2 });
    expect(await contents()).toEqual(before);
  });

  test('tryCreate200 invalid says what create says', async () => {
    const broken = rule('Low Stock Alert', { trigger_type: 'weekly' });
    const dry = await app.call('POST', '/v1/workflow/rules/full?dry_run=true', broken);
    expect(dry.body.valid).toBe(false);
    expect(dry.body.errors.map((error: { path: string }) => error.path)).toEqual([
      'trigger_type',
      'name',
    ]);
    const wet = await app.call('POST', '/v1/workflow/rules/full', broken);
    expect(wet.body.error.details).toEqual(dry.body.errors.slice(0, 1));
  });

  test('tryCreate200 without name and actions', async () => {
    const { body } = await app.call('POST', '/v1/workflow/rules/full?dry_run=true', {});
    expect(body).toMatchObject({ valid: false, action_count: 0, edge_count: 0 });
    expect(body.errors.map((error: { path: string }) => error.path)).toEqual(['name', 'actions']);
  });

  test('tryUpdate200 keeps the stored rule', async () => {
    const before = await contents();
    const path = `/v1/workflow/rules/${LOW_STOCK}/full?dry_run=true`;
    const { status, body } = await app.call(
      'PUT',
      path,
      rule('Low Stock Alert', { if_version: 7 }),
    );
    expect(status).toBe(200);
    expect(body.errors).toMatchObject([{ path: 'if_version', allowed: [1] }]);
    expect(await contents()).toEqual(before);
  });
});

describe('update', () => {
  test('update200 keeps ids of kept actions, by id and by name', async () => {
    const created = (await app.call('POST', '/v1/workflow/rules/full', rule('To Change'))).body;
    const [first, second] = created.actions;
    const { status, body } = await app.call('PUT', `/v1/workflow/rules/${created.id}/full`, {
      name: 'Changed',
      actions: [
        { ...condition, id: first.id, name: 'Renamed' },
        { ...alert, after: 'Renamed:true' },
        {
          name: 'Wait',
          action_type: 'delay',
          config: { duration: '2h' },
          after: 'Renamed:false',
          description: 'a pause',
        },
      ],
      if_version: 1,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ version: 2, name: 'Changed', entity: 'sales.orders' });
    expect(body.actions[0]).toMatchObject({ id: first.id, name: 'Renamed' });
    expect(body.actions[1].id).toBe(second.id);
    expect(body.actions[2]).toMatchObject({ description: 'a pause', is_active: true });
    expect(body.edges).toHaveLength(3);
  });

  test('update200 swaps names without a clash', async () => {
    const created = (await app.call('POST', '/v1/workflow/rules/full', rule('To Swap'))).body;
    const [first, second] = created.actions;
    const { status, body } = await app.call('PUT', `/v1/workflow/rules/${created.id}/full`, {
      name: 'To Swap',
      actions: [
        { ...condition, id: first.id, name: 'Tell' },
        { ...alert, id: second.id, name: 'Is It Big', after: 'Tell:true' },
      ],
    });
    expect(status).toBe(200);
    expect(body.actions.map((action: { id: string }) => action.id)).toEqual([first.id, second.id]);
  });

  test('update200 takes what get answered', async () => {
    const created = (await app.call('POST', '/v1/workflow/rules/full', rule('Round Trip'))).body;
    const { name, actions, edges, trigger_conditions } = created;
    const answer = await app.call('PUT', `/v1/workflow/rules/${created.id}/full`, {
      name,
      actions,
      edges,
      trigger_conditions,
    });
    expect(answer.status).toBe(200);
    expect(answer.body.actions).toEqual(actions);
  });

  test('update200 keeps an inactive action inactive', async () => {
    const made = rule('Half Off', { actions: [condition, { ...alert, is_active: false }] });
    const created = (await app.call('POST', '/v1/workflow/rules/full', made)).body;
    const { body } = await app.call(
      'PUT',
      `/v1/workflow/rules/${created.id}/full`,
      rule('Half Off'),
    );
    expect(body.actions[1].is_active).toBe(false);
  });

  test('update200 keeps what the head leaves out, but no conditions on another table', async () => {
    const conditions = [{ field_name: 'status', operator: 'equals', value: 'pending' }];
    const made = rule('Headed', { trigger_conditions: conditions, is_active: false });
    const { id } = (await app.call('POST', '/v1/workflow/rules/full', made)).body;
    const path = `/v1/workflow/rules/${id}/full`;
    const kept = (await app.call('PUT', path, { actions: [condition] })).body;
    expect(kept).toMatchObject({
      name: 'Headed',
      is_active: false,
      trigger_conditions: conditions,
      actions: [{ name: 'Is It Big' }],
    });
    const moved = { entity: 'purchase_orders', actions: [condition] };
    expect((await app.call('PUT', path, moved)).body.trigger_conditions).toEqual([]);
  });

  test('update409 for an old version', async () => {
    const created = (await app.call('POST', '/v1/workflow/rules/full', rule('Versioned'))).body;
    const path = `/v1/workflow/rules/${created.id}/full`;
    const answers = await Promise.all(
      [1, 2].map(() => app.call('PUT', path, rule('Versioned', { if_version: 1 }))),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
  });

  test('update409 for the name of another rule', async () => {
    const path = `/v1/workflow/rules/${LOW_STOCK}/full`;
    expect((await app.call('PUT', path, rule('order approval'))).status).toBe(409);
  });

  test("update422 for an action of another rule, which stays another rule's", async () => {
    const created = (await app.call('POST', '/v1/workflow/rules/full', rule('Thief'))).body;
    const stolen = (await app.call('GET', `/v1/workflow/rules/${LOW_STOCK}`)).body.actions[0];
    const { status, body } = await app.call('PUT', `/v1/workflow/rules/${created.id}/full`, {
      ...rule('Thief'),
      actions: [{ ...condition, id: stolen.id }, alert],
    });
    expect(status).toBe(422);
    expect(body.error.details[0].path).toBe('actions[0].id');
  });
});

test('remove204, then get404; its alerts stay', async () => {
  const id = ruleId('Expiring Stock Review');
  const { body: before } = await app.call('GET', `/v1/workflow/rules/${id}/alerts`);
  const answer = await app.call('DELETE', `/v1/workflow/rules/${id}`);
  expect(answer).toEqual({ status: 204, body: undefined });
  expect((await app.call('GET', `/v1/workflow/rules/${id}`)).status).toBe(404);
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
