import type { SimulationStep } from '../../../../src/platform/types.js';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openPlatformApp, type PlatformApp } from '../../../../test/support/platform-app.js';
import type { JsonObject } from '../../../../src/foundation/json.js';
import { ruleId } from '../seed/seed-workflow.js';

let app: PlatformApp;
beforeAll(async () => {
  app = await openPlatformApp();
});
afterAll(() => app.close());

async function simulate(
  rule: string,
  body: object,
): Promise<JsonObject & { steps: SimulationStep[] }> {
  const path = `/v1/workflow/rules/${ruleId(rule)}/simulate`;
  const answer = await app.call('POST', path, body);
  expect(answer.status).toBe(200);
  return answer.body;
}

const way = ({ steps }: { steps: SimulationStep[] }): string[] =>
  steps.map((step) => `${step.action}:${step.port}`);

test('simulate200 walks the path the record decides', async () => {
  const found = await simulate('Low Stock Alert', {
    record: { quantity: 3, lot_number: 'L1' },
    previous: { quantity: 30 },
  });
  expect(found).toMatchObject({
    triggered: true,
    reason: 'quantity went from 30 to 3',
    not_reached: [],
  });
  expect(way(found)).toEqual([
    'Check Quantity:true',
    'Create Low Stock Alert:success',
    'Email Purchasing:success',
  ]);
  expect(found.steps[0]?.reason).toBe('quantity (3) is less than 10');
  expect(found.steps[1]?.reason).toContain('Only 3 units of lot L1 are left.');
  expect(found.assumptions).toHaveLength(2);
});

test('simulate200 stops where no edge leaves the port', async () => {
  const found = await simulate('Low Stock Alert', {
    record: { quantity: 12 },
    previous: { quantity: 30 },
  });
  expect(way(found)).toEqual(['Check Quantity:false']);
  expect(found.not_reached).toEqual(['Create Low Stock Alert', 'Email Purchasing']);
});

describe('simulate200 not triggered', () => {
  const cases: [string, object, string][] = [
    ['nothing changed', { record: { quantity: 3 }, previous: { quantity: 3 } }, 'not a change'],
    ['another event', { record: { quantity: 3 }, event: 'on_delete' }, 'on_update'],
  ];
  test.each(cases)('%s', async (_name, body, reason) => {
    const found = await simulate('Low Stock Alert', body);
    expect(found).toMatchObject({
      triggered: false,
      steps: [],
      reason: expect.stringContaining(reason),
    });
    expect(found.not_reached).toHaveLength(3);
  });
});

test('simulate200 assumes an approval and says so', async () => {
  const record = { id: '1', number: 'SO-1', total_amount: 4000, status: 'pending' };
  const found = await simulate('Order Approval', { record });
  expect(way(found)).toEqual(['Ask Finance:approved', 'Confirm Order:success']);
  expect(found.assumptions).toContain('"Ask Finance" was assumed to end in approved');
  const shipped = await simulate('Order Approval', { record: { ...record, status: 'shipped' } });
  expect(way(shipped)).toEqual(['Ask Finance:approved', 'Confirm Order:invalid_transition']);
});

test('simulate200 says when a rule is inactive', async () => {
  const found = await simulate('Product Discontinued Notice', {
    record: { status: 'discontinued' },
  });
  expect(found.assumptions).toContain('the rule is inactive; it was walked as if it were active');
});

describe('simulate200 on the live data', () => {
  test('check_inventory counts what no order has', async () => {
    const [plenty] = await app.db.query<{ id: string; units: number }>(
      `select product_id as id, sum(greatest(quantity - reserved_quantity, 0))::int as units
         from inventory.inventory_items where status = 'available' group by 1 order by 2 desc limit 1`,
    );
    const order = (quantity = 0): Promise<{ steps: SimulationStep[] }> =>
      simulate('Reserve Stock for Order Line', { record: { product_id: plenty?.id, quantity } });
    expect(way(await order(plenty?.units))).toEqual([
      'Check Stock:sufficient',
      'Reserve Stock:success',
    ]);
    const short = await order((plenty?.units ?? 0) + 1);
    expect(way(short)).toEqual(['Check Stock:insufficient', 'Alert Shortage:success']);
    expect(short.steps[0]?.reason).toContain(`${plenty?.units} available`);
  });

  test('check_inventory states its assumption without a product', async () => {
    const found = await simulate('Reserve Stock for Order Line', { record: { quantity: 1 } });
    expect(way(found)).toEqual(['Check Stock:sufficient', 'Reserve Stock:success']);
    expect(found.assumptions).toContain(
      'the record names no product that exists, so sufficient was assumed',
    );
  });

  test('check_reorder_point and lookup_entity read the product', async () => {
    const [scarce] = await app.db.query<{ id: string; sku: string }>(
      `select p.id, p.sku from inventory.products p
        where p.reorder_point > (select coalesce(sum(i.quantity), 0) from inventory.inventory_items i
                                  where i.product_id = p.id and i.status = 'available') limit 1`,
    );
    const found = await simulate('Reorder Point Check', {
      record: { product_id: scarce?.id, status: 'available' },
    });
    expect(way(found)).toEqual([
      'Check Reorder Point:needs_reorder',
      'Find Product:found',
      'Notify Purchasing:success',
    ]);
    expect(found.steps[2]?.reason).toContain(`Reorder ${scarce?.sku}`);
  });

  test('lookup_entity finds nothing for an id nobody has, even one that is no id', async () => {
    for (const customer_id of ['11111111-1111-4111-8111-111111111111', "x' or 1=1"]) {
      const found = await simulate('Credit Limit Watch', {
        record: { customer_id, total_amount: 1 },
      });
      expect(way(found)).toEqual(['Find Customer:not_found']);
    }
  });

  test('a later condition compares with what the lookup found', async () => {
    const [customer] = await app.db.query<{ id: string; credit_limit: number }>(
      'select id, credit_limit from sales.customers limit 1',
    );
    const record = { customer_id: customer?.id, status: 'pending' };
    const over = { ...record, total_amount: (customer?.credit_limit ?? 0) + 1 };
    expect(way(await simulate('Credit Limit Watch', { record: over }))).toContain(
      'Compare With Limit:true',
    );
    const within = { ...record, total_amount: customer?.credit_limit };
    expect(way(await simulate('Credit Limit Watch', { record: within }))).toContain(
      'Compare With Limit:false',
    );
  });
});

test('simulate200 writes nothing', async () => {
  const count = (): Promise<object[]> =>
    app.db.query(
      `select (select count(*) from platform.alerts) as alerts,
              (select sum(reserved_quantity) from inventory.inventory_items) as reserved,
              (select json_agg(r) from platform.rules r) as rules`,
    );
  const before = await count();
  await simulate('Order Approval', { record: { total_amount: 9000, status: 'pending' } });
  expect(await count()).toEqual(before);
});

describe('simulate an unsaved rule', () => {
  const rule = {
    name: 'Low Stock Alert',
    entity: 'inventory_items',
    trigger_type: 'on_update',
    actions: [
      { name: 'Wait', action_type: 'delay', config: { duration: '1h' }, is_active: false },
      { name: 'Ask', action_type: 'delay', config: { duration: '2h' } },
    ],
    edges: [
      { target_action_id: 'temp:0', edge_type: 'start' },
      { source_action_id: 'temp:0', target_action_id: 'temp:1', edge_type: 'sequence' },
    ],
  };

  test('simulateUnsaved200, also under a name that is taken', async () => {
    const { status, body } = await app.call('POST', '/v1/workflow/rules/simulate', {
      rule,
      record: {},
    });
    expect(status).toBe(200);
    expect(body.steps).toMatchObject([
      { action: 'Wait', port: 'success', reason: expect.stringContaining('inactive') },
      { action: 'Ask', port: 'success', reason: 'would wait 2h' },
    ]);
  });

  test('simulateUnsaved422', async () => {
    const broken = { ...rule, trigger_type: 'sometimes' };
    const { status, body } = await app.call('POST', '/v1/workflow/rules/simulate', {
      rule: broken,
      record: {},
    });
    expect(status).toBe(422);
    expect(body.error).toMatchObject({ code: 'invalid_rule', details: [{ path: 'trigger_type' }] });
  });

  test('simulateUnsaved400 without a rule', async () => {
    expect((await app.call('POST', '/v1/workflow/rules/simulate', { record: {} })).status).toBe(
      400,
    );
  });
});

describe('estimate', () => {
  const estimate = async (rule: string, days: number): Promise<JsonObject> => {
    const answer = await app.call('POST', `/v1/workflow/rules/${ruleId(rule)}/estimate`, { days });
    expect(answer.status).toBe(200);
    return answer.body;
  };

  test('estimate200 counts what the trigger conditions let through', async () => {
    const [truth] = await app.db.query<{ all: number; big: number }>(
      `select count(*)::int as all, count(*) filter (where total_amount > 5000)::int as big from sales.orders
        where created_at > (select max(created_at) from sales.orders) - interval '60 days'`,
    );
    const found = await estimate('Big Order Notification', 60);
    expect(found).toMatchObject({ days: 60, records_examined: truth?.all, firings: truth?.big });
    expect(truth?.big).toBeGreaterThan(0);
    expect(found.per_day).toBeCloseTo((truth?.big ?? 0) / 60, 2);
    expect(found.note).toContain('sales.orders added (created_at)');
  });

  test('estimate200 of a longer time never counts less', async () => {
    const counts = [];
    for (const days of [1, 10, 50, 400])
      counts.push(Number((await estimate('Low Stock Alert', days)).firings));
    expect(counts).toEqual([...counts].sort((one, other) => one - other));
    expect(counts.at(-1)).toBeGreaterThan(0);
  });

  test.each(['Supplier Removed Audit', 'Expiring Stock Review'])(
    'estimate200 of %s counts nothing and says why',
    async (rule) => {
      const found = await estimate(rule, 30);
      expect(found).toMatchObject({ firings: 0, records_examined: 0, sample: [] });
      expect(found.note).toContain('leaves no trace');
    },
  );
});
