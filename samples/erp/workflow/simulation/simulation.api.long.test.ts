import type { JsonObject } from '../../../../src/foundation/json.js';
import type { SimulationStep } from '../../../../src/platform/types.js';
import { openPlatformApp } from '../../../../test/support/platform-app.js';
import { useOpened } from '../../../../test/support/use-opened.js';
import { namedId } from '../../shared/seeder.js';

const app = useOpened(openPlatformApp);

type Walk = JsonObject & { steps: SimulationStep[] };
async function ask(rule: string, what: 'simulate' | 'estimate', body: object): Promise<Walk> {
  const path = `/v1/workflow/rules/${namedId('rule', rule)}/${what}`;
  const answer = await app.call('POST', path, body);
  expect(answer.status).toBe(200);
  return answer.body;
}
const simulate = (rule: string, body: object) => ask(rule, 'simulate', body);
const way = ({ steps }: Walk) => steps.map((step) => `${step.action}:${step.port}`);
const wayOf = async (rule: string, record: object) => way(await simulate(rule, { record }));

test('simulate200 walks the path the record decides, and stops where no edge leaves the port', async () => {
  const record = { quantity: 3, lot_number: 'L1' };
  const found = await simulate('Low Stock Alert', { record, previous: { quantity: 30 } });
  const reason = 'quantity went from 30 to 3';
  expect(found).toMatchObject({ triggered: true, reason, not_reached: [] });
  const rest = ['Create Low Stock Alert', 'Email Purchasing'];
  expect(way(found)).toEqual(['Check Quantity:true', ...rest.map((action) => `${action}:success`)]);
  expect(found.steps[0]?.reason).toBe('quantity (3) is less than 10');
  expect(found.steps[1]?.reason).toContain('Only 3 units of lot L1 are left.');
  expect(found['assumptions']).toHaveLength(2);
  const enough = { record: { quantity: 12 }, previous: { quantity: 30 } };
  const stopped = await simulate('Low Stock Alert', enough);
  expect([way(stopped), stopped['not_reached']]).toEqual([['Check Quantity:false'], rest]);
});

test.each([
  ['nothing changed', { record: { quantity: 3 }, previous: { quantity: 3 } }, 'not a change'],
  ['another event', { record: { quantity: 3 }, event: 'on_delete' }, 'on_update'],
])('simulate200 not triggered: %s', async (_name, body, sentence) => {
  const found = await simulate('Low Stock Alert', body);
  const reason = expect.stringContaining(sentence);
  const not_reached = Array(3).fill(expect.any(String));
  expect(found).toMatchObject({ triggered: false, steps: [], reason, not_reached });
});

test('simulate200 assumes an approval or an inactive rule, and says so', async () => {
  const record = { id: '1', number: 'SO-1', total_amount: 4000, status: 'pending' };
  const found = await simulate('Order Approval', { record });
  expect(way(found)).toEqual(['Ask Finance:approved', 'Confirm Order:success']);
  expect(found['assumptions']).toContain('"Ask Finance" was assumed to end in approved');
  const shipped = await wayOf('Order Approval', { ...record, status: 'shipped' });
  expect(shipped).toEqual(['Ask Finance:approved', 'Confirm Order:invalid_transition']);
  const inactive = { record: { status: 'discontinued' } };
  const { assumptions } = await simulate('Product Discontinued Notice', inactive);
  expect(assumptions).toContain('the rule is inactive; it was walked as if it were active');
});

const one = async <T extends object>(text: string) => (await app.db.query<T>(text))[0] as T;

test('simulate200 on the live data: check_inventory counts what no order has', async () => {
  const { id, units } = await one<{ id: string; units: number }>(
    `select product_id as id, sum(greatest(quantity - reserved_quantity, 0))::int as units
         from inventory.inventory_items where status = 'available' group by 1 order by 2 desc limit 1`,
  );
  const order = (record: object) => simulate('Reserve Stock for Order Line', { record });
  const enough = ['Check Stock:sufficient', 'Reserve Stock:success'];
  expect(way(await order({ product_id: id, quantity: units }))).toEqual(enough);
  const short = await order({ product_id: id, quantity: units + 1 });
  expect(way(short)).toEqual(['Check Stock:insufficient', 'Alert Shortage:success']);
  expect(short.steps[0]?.reason).toContain(`${units} available`);
  const without = await order({ quantity: 1 });
  expect(way(without)).toEqual(enough);
  const assumed = 'the record names no product that exists, so sufficient was assumed';
  expect(without['assumptions']).toContain(assumed);
});

test('simulate200 on the live data: lookup_entity finds nothing for an id nobody has, even one that is no id', async () => {
  for (const customer_id of ['11111111-1111-4111-8111-111111111111', "x' or 1=1"]) {
    const found = await wayOf('Credit Limit Watch', { customer_id, total_amount: 1 });
    expect(found).toEqual(['Find Customer:not_found']);
  }
});

test('simulate200 on the live data: a later condition compares with what the lookup found', async () => {
  const customer = 'select id, credit_limit as most from sales.customers limit 1';
  const { id, most } = await one<{ id: string; most: number }>(customer);
  const order = { customer_id: id, status: 'pending' };
  const over = await wayOf('Credit Limit Watch', { ...order, total_amount: most + 1 });
  expect(over).toContain('Compare With Limit:true');
  const within = await wayOf('Credit Limit Watch', { ...order, total_amount: most });
  expect(within).toContain('Compare With Limit:false');
});

test('simulate200 writes nothing', async () => {
  const count = () =>
    app.db.query(
      `select (select count(*) from platform.alerts) as alerts,
              (select sum(reserved_quantity) from inventory.inventory_items) as reserved,
              (select json_agg(r) from platform.rules r) as rules`,
    );
  const before = await count();
  await simulate('Order Approval', { record: { total_amount: 9000, status: 'pending' } });
  expect(await count()).toEqual(before);
});

test('an unsaved rule is simulated, also under a name that is taken; without a rule, or a wrong one, not', async () => {
  const delay = { action_type: 'delay', config: { duration: '2h' } };
  const rule = {
    name: 'Low Stock Alert',
    entity: 'inventory_items',
    trigger_type: 'on_update',
    actions: [
      { ...delay, name: 'Wait', is_active: false },
      { ...delay, name: 'Ask' },
    ],
    edges: [
      { target_action_id: 'temp:0', edge_type: 'start' },
      { source_action_id: 'temp:0', target_action_id: 'temp:1', edge_type: 'sequence' },
    ],
  };
  const post = (body: object) => app.call('POST', '/v1/workflow/rules/simulate', body);
  const { status, body } = await post({ rule, record: {} });
  const inactive = expect.stringContaining('inactive');
  expect(status).toBe(200);
  expect(body.steps).toMatchObject([
    { action: 'Wait', port: 'success', reason: inactive },
    { action: 'Ask', port: 'success', reason: 'would wait 2h' },
  ]);
  const wrong = await post({ rule: { ...rule, trigger_type: 'sometimes' }, record: {} });
  const error = { code: 'invalid_rule', details: [{ path: 'trigger_type' }] };
  expect(wrong).toMatchObject({ status: 422, body: { error } });
  expect((await post({ record: {} })).status).toBe(400);
});

test('estimate200 counts what the trigger conditions let through', async () => {
  const [truth = { all: 0, big: 0 }] = await app.db.query<{ all: number; big: number }>(
    `select count(*)::int as all, count(*) filter (where total_amount > 5000)::int as big from sales.orders
      where created_at > (select max(created_at) from sales.orders) - interval '60 days'`,
  );
  const found = await ask('Big Order Notification', 'estimate', { days: 60 });
  expect(truth.big).toBeGreaterThan(0);
  expect(found).toMatchObject({ days: 60, records_examined: truth.all, firings: truth.big });
  expect(found['per_day']).toBeCloseTo(truth.big / 60, 2);
  expect(found['note']).toContain('sales.orders added (created_at)');
});

test.each(['Supplier Removed Audit', 'Expiring Stock Review'])(
  'estimate200 of %s counts nothing and says why',
  async (rule) => {
    const note = expect.stringContaining('leaves no trace');
    const nothing = { firings: 0, records_examined: 0, sample: [], note };
    expect(await ask(rule, 'estimate', { days: 30 })).toMatchObject(nothing);
  },
);
