import { openPlatformApp, type Method } from '../../test/support/platform-app.js';
import { useOpened } from '../../test/support/use-opened.js';
import type { Alert } from '../../src/platform/types.js';
import { businessSchemas } from './introspection/catalog.store.js';
import { namedId, readData } from './shared/seeder.js';

/* What the platform only reads, over one database: people, alerts, schemas and the words of rules. */

const app = useOpened(openPlatformApp);
const NOBODY = '11111111-1111-4111-8111-111111111111';

async function get(path: string, token?: string) {
  const { status, body } = await app.call('GET', `/v1/${path}`, undefined, token);
  expect([path, status]).toEqual([path, 200]);
  return body;
}
const namesOf = (items: { name: string }[]) => items.map(({ name }) => name);

describe('404', () => {
  test.each<[string, string]>([
    ['introspection/schemas/sextant/tables', 'inventory'],
    ['introspection/schemas/platform/tables', 'inventory'],
    ['introspection/schemas/pg_catalog/tables', 'inventory'],
    ['introspection/tables/sales/nothing/columns', 'customers'],
    ['introspection/tables/sales/nothing/relationships', 'customers'],
    ['introspection/tables/nowhere/orders/columns', 'sales'],
    ['introspection/enums/nowhere', 'sales'],
    ['introspection/enums/sales/nothing', 'order_status'],
    ["introspection/tables/sales/orders'; drop table sales.orders;--/columns", 'customers'],
    ['workflow/action-types/send_fax/schema', 'send_email'],
  ])('%s names what there is', async (path, offered) => {
    const { status, body } = await app.call('GET', `/v1/${path}`);
    expect([status, body.error.code]).toEqual([404, 'not_found']);
    expect(body.error.message).toContain(offered);
    expect(body.error.details[0].allowed).toContain(offered);
  });

  test.each([`alerts/${NOBODY}`, 'alerts/none', `rules/${NOBODY}/alerts`])('%s', async (path) => {
    const { status, body } = await app.call('GET', `/v1/workflow/${path}`);
    expect([status, body.error.code]).toEqual([404, 'not_found']);
  });
});

test.each<[Method, string, string]>([
  ['GET', 'core/users?rows=501', 'rows'],
  ['GET', 'core/roles?page=0', 'page'],
  ['GET', 'core/users?colour=red', 'colour'],
  ['GET', 'workflow/alerts/mine?status=open', 'status'],
  ['GET', 'workflow/alerts/mine?severity=urgent', 'severity'],
])('400 for %s %s', async (method, path, field) => {
  const { status, body } = await app.call(method, `/v1/${path}`);
  expect([status, body.error.code]).toEqual([400, 'invalid_request']);
  expect(body.error.details[0].path).toBe(field);
});

test('people: users with their roles, page by page without a gap', async () => {
  const pages = await Promise.all([1, 2, 3].map((n) => get(`core/users?rows=10&page=${n}`)));
  const users = pages.flatMap(({ items }) => items);
  expect(new Set(users.map(({ id }: { id: string }) => id)).size).toBe(25);
  const maria = { username: 'maria.keller', roles: ['operations_manager'] };
  expect(users).toContainEqual(expect.objectContaining(maria));
});

test.each([
  ['Maria Keller', ['maria.keller']],
  ['pieter.de.vries', ['pieter.de.vries']],
  ['OPERATIONS manager', ['maria.keller', 'karin.vogel']],
  ['administrator', ['oliver.grant', 'aisha.rahman']],
  ['100%', []],
])('people: found by %s', async (search, usernames) => {
  const { items, total } = await get(`core/users?search=${encodeURIComponent(search)}`);
  expect(items.map((user: { username: string }) => user.username)).toEqual(usernames);
  expect(total).toBe(usernames.length);
});

const mine = async (query = '', token?: string): Promise<Alert[]> =>
  (await get(`workflow/alerts/mine?rows=500${query}`, token)).items;
const stored = readData<readonly Alert[]>('platform/alerts');
type Recipient = { alert_id: string; recipient_id: string };
const recipients = readData<readonly Recipient[]>('platform/alert_recipients');
const titles = (alerts: readonly { title: string }[]) => alerts.map(({ title }) => title).sort();

test.each<[string | undefined, string, string[]]>([
  [undefined, 'maria.keller', ['operations_manager']],
  ['abc', 'maria.keller', ['operations_manager']],
  ['sample-nobody', 'maria.keller', ['operations_manager']],
  ['sample-anna.lindqvist', 'anna.lindqvist', ['purchasing_agent', 'finance_controller']],
  ['sample-nina.kovac', 'nina.kovac', []],
])('alerts with the token %s are those of %s and the roles %j', async (token, username, roles) => {
  const alerts = await mine('', token);
  const ids = [namedId('user', username), ...roles.map((role) => namedId('role', role))];
  const theirs = recipients.filter(({ recipient_id }) => ids.includes(recipient_id));
  const expected = stored.filter(({ id }) => theirs.some(({ alert_id }) => alert_id === id));
  expect(titles(alerts)).toEqual(titles(expected));
  const times = alerts.map((alert) => alert.created_at);
  expect(times).toEqual([...times].sort().reverse());
});

test('alerts: by status and severity, each with its rule and people', async () => {
  const alerts = await mine('&status=active&severity=critical');
  expect(new Set(alerts.map((a) => `${a.status} ${a.severity}`)).size).toBe(1);
  expect(await get(`workflow/alerts/${alerts[0]?.id}`)).toEqual(alerts[0]);
  const users = [{ id: namedId('user', 'maria.keller'), name: 'Maria Keller' }];
  const roles = [{ id: namedId('role', 'purchasing_agent'), name: 'purchasing_agent' }];
  expect(alerts[0]).toMatchObject({
    rule_id: namedId('rule', 'Low Stock Alert'),
    rule_name: 'Low Stock Alert',
    recipients: { users, roles },
    acknowledged_at: null,
    acknowledged_by: null,
  });
});

test('introspection: schemas and tables are those of the business, and nothing else', async () => {
  const schemas = await get('introspection/schemas');
  expect(namesOf(schemas.items)).toEqual([...businessSchemas]);
  expect(schemas.items[2]).toEqual({ name: 'inventory', table_count: 4 });
  const tables = await get('introspection/schemas/sales/tables');
  const orders = { schema: 'sales', name: 'orders', column_count: 16, row_estimate: 200 };
  expect(tables.items).toContainEqual({ ...orders, comment: 'Orders of customers' });
});

test('introspection: columns with types, keys, enums and references', async () => {
  const { items } = await get('introspection/tables/inventory/inventory_items/columns');
  expect(Object.fromEntries(items.map((one: { name: string }) => [one.name, one]))).toMatchObject({
    id: { type: 'uuid', pg_type: 'uuid', nullable: false, is_primary_key: true },
    product_id: { references: { schema: 'inventory', table: 'products', column: 'id' } },
    status: { type: 'status', enum: 'stock_status' },
    quantity: { type: 'number', comment: 'Units on hand' },
    unit_cost: { type: 'number', pg_type: 'numeric' },
    expires_on: { type: 'datetime', nullable: true },
    last_counted_at: { type: 'datetime' },
    lot_number: { type: 'string' },
  });
});

test('introspection: relationships in both directions, also of a table that refers to itself', async () => {
  const briefly = async (table: string) =>
    (await get(`introspection/tables/${table}/relationships`)).items.map(
      (one: Record<string, string>) =>
        `${one['direction']} ${one['column']} ${one['table']}.${one['foreign_column']}`,
    );
  const orders = await briefly('sales/orders');
  expect(orders).toContain('outgoing customer_id customers.id');
  expect(orders).toContain('incoming id order_lines.order_id');
  const own = (await briefly('hr/employees')).filter((line: string) => / employees\./.test(line));
  expect(own.map((line: string) => line.split(' ')[0])).toEqual(['outgoing', 'incoming']);
});

test.each([
  ['trigger-types', 4, { name: 'on_create' }],
  ['templates', 11, { tags: expect.any(Array), config: expect.any(Object) }],
])('the words of rules: %s', async (path, total, first) => {
  const { items, ...page } = await get(`workflow/${path}`);
  expect(page).toEqual({ total, page: 1, rows: 50 });
  expect(items[0]).toMatchObject(first);
});

test('the words of rules: entities are the tables of the business, and each can be used in a rule', async () => {
  const { items } = await get('workflow/entities?rows=500');
  const names = namesOf(items);
  expect(names).toEqual(expect.arrayContaining(['inventory.inventory_items', 'sales.orders']));
  expect(names.filter((name) => /^(platform|sextant|pg_)/.test(name))).toEqual([]);
  const [schema, table] = names[0]?.split('.') ?? [];
  const id = expect.stringMatching(/^[0-9a-f-]{36}$/);
  expect(items[0]).toEqual({ id, name: names[0], schema, table });
  const wait = { name: 'Wait', action_type: 'delay', config: { duration: '1h' } };
  const edges = [{ target_action_id: 'temp:0', edge_type: 'start' }];
  for (const entity of names) {
    const rule = { name: 'By Name', entity, trigger_type: 'on_create', actions: [wait], edges };
    const { body } = await app.call('POST', '/v1/workflow/rules/full?dry_run=true', rule);
    expect(body).toMatchObject({ valid: true, errors: [] });
  }
});
