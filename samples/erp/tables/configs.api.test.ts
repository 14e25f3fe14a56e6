import { readFile } from 'node:fs/promises';
import type { StoredConfig, TableConfig } from '../../../src/platform/types.js';
import { openPlatformApp, type PlatformApp } from '../../../test/support/platform-app.js';
import { namedId, readData } from '../shared/seeder.js';
import { useOpened } from '../../../test/support/use-opened.js';

const app = useOpened(openPlatformApp);

const sampleConfigs = readData<readonly StoredConfig[]>('platform/table_configs');
const PATH = '/v1/data/configs';
const UNKNOWN = '11111111-1111-4111-8111-111111111111';

function sample(name: string): TableConfig {
  const found = sampleConfigs.find((config) => config.name === name);
  if (found === undefined) throw new Error(`no sample config ${name}`);
  return structuredClone(found.config);
}

type Answer = Awaited<ReturnType<PlatformApp['call']>>;
const post = (path: string, body: unknown) => app.call('POST', `${PATH}${path}`, body);
const create = (name: string, config: object = sample('Products')) =>
  post('', { name, config, description: 'kept' });
const update = (id: string, body: object) =>
  app.call('PUT', `${PATH}/${id}`, { config: sample('Products'), ...body });
const query = (config: object, more: object = {}) => post('/query', { config, ...more });
const summarize = (config: object, more: object) => post('/summarize', { config, ...more });

function expectRefused({ status, body }: Answer, wanted: number, code: string, sentence = '') {
  const message = expect.stringContaining(sentence);
  expect({ status, error: body.error }).toMatchObject({ status: wanted, error: { code, message } });
}

async function countOf(from: string): Promise<number> {
  const [row] = await app.db.query<{ total: number }>(`select count(*) as total ${from}`);
  return row?.total ?? -1;
}

test('list200: all, by name; a search is text, not a pattern', async () => {
  const { status, body } = await app.call('GET', PATH);
  expect(status).toBe(200);
  const names = body.items.map((item: { name: string }) => item.name);
  expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b)));
  expect(names).toEqual(expect.arrayContaining(sampleConfigs.map((config) => config.name)));
  const id = namedId('table_config', 'Customers');
  const customers = { name: 'Customers', title: 'Customers', source: 'sales.customers' };
  expect(body.items[0]).toMatchObject({ id, ...customers, version: 1 });
  expect((await app.call('GET', `${PATH}?search=%25`)).body.total).toBe(0);
});

test('null in a body is what the field has without it', async () => {
  const config = sample('Products');
  const sent = { query: { page: null, rows: null }, summarize: { sum: null, group_by: null } };
  for (const [route, nulls] of Object.entries(sent)) {
    const plain = await post(`/${route}`, { config });
    expect(await post(`/${route}`, { config, ...nulls })).toEqual(plain);
    expect(plain.status).toBe(200);
  }
});

test.each([UNKNOWN, 'not-a-uuid', 'name/nothing'])('get404 %s', async (id) => {
  expectRefused(await app.call('GET', `${PATH}/${id}`), 404, 'not_found');
});

test('create201', async () => {
  const { status, body } = await create('Cheap products');
  const made = { name: 'Cheap products', version: 1, is_system: false };
  expect({ status, body }).toMatchObject({ status: 201, body: made });
  expect((await app.call('GET', `${PATH}/${body.id}`)).body).toEqual(body);
});
test.each([
  ['no config', { name: 'x' }, 'config must be an object'],
  ['a list for a config', { name: 'x', config: [] }, 'config must be an object'],
  ['no name', { config: {} }, 'name must be a text'],
  ['a blank name', { name: '   ', config: {} }, 'not blank'],
  ['a long name', { name: 'x'.repeat(256), config: {} }, '255'],
  ['an unknown field', { name: 'x', config: {}, colour: 'red' }, 'colour is not a known field'],
  ['a list for a body', [], 'JSON object'],
  ['a deep config', { name: 'x', config: nested(3_000) }, 'levels'],
])('create400 %s', async (_, body, sentence) => {
  expectRefused(await post('', body), 400, 'invalid_request', sentence);
});
test('create422 names every broken rule', async () => {
  const config = sample('Products');
  config.data_source[0].select.columns.push({ name: 'colour' });
  config.visual_settings.columns['sku']!.type = 'number';
  const answer = await create('broken', config);
  expectRefused(answer, 422, 'invalid_config');
  const paths = answer.body.error.details.map((detail: { path: string }) => detail.path);
  expect(paths).toContain('data_source[0].select.columns[9].name');
  expect(paths).toContain('visual_settings.columns.sku.type');
});

function nested(levels: number): object {
  return JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`) as object;
}

test('update200 raises the version and keeps what is left out', async () => {
  const { id } = (await create('To change')).body;
  const config = { ...sample('Products'), title: 'Changed' };
  const { status, body } = await update(id, { config, if_version: 1 });
  expect(status).toBe(200);
  expect(body).toMatchObject({ name: 'To change', description: 'kept', version: 2, config });
});
test('of two updates at once with a version, one wins', async () => {
  const { id } = (await create('Raced')).body;
  const answers = await Promise.all([1, 2, 3].map(() => update(id, { if_version: 1 })));
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409]);
});

test.each([
  ['Employees', 'part of the system'],
  ['Orders', 'sales'],
])('delete: delete409 for %s', async (name, sentence) => {
  const answer = await app.call('DELETE', `${PATH}/${namedId('table_config', name)}`);
  expectRefused(answer, 409, 'conflict', sentence);
});

test('validate200: warnings do not make a config invalid', async () => {
  const config = sample('Products');
  delete config.data_source[0].sort;
  config.permissions = { roles: ['astronaut'] };
  const { body } = await post('/validate', { config });
  expect(body.valid).toBe(true);
  const found = body.warnings;
  expect(found).toMatchObject([{ path: 'data_source[0].sort' }, { path: 'permissions.roles[0]' }]);
});

test('query200: what the database holds, joined, computed, sorted', async () => {
  const { body } = await query(sample('Inventory'), { rows: 500 });
  expect(body.total).toBe(await countOf('from inventory.inventory_items'));
  const names = body.rows.map((item: { product_name: string }) => item.product_name);
  const expected = await app.db.query<{ name: string }>(
    `select p.name from inventory.inventory_items i join inventory.products p on p.id = i.product_id
       order by p.name, i.quantity desc`,
  );
  expect(names).toEqual(expected.map((item) => item.name));
  expect(body.notes).toEqual([expect.stringContaining("'Warehouse' was left out")]);
});
test('query200: computed columns, columns in their order, hidden ones last', async () => {
  const { body } = await query(sample('Products'), { rows: 1 });
  const [first] = body.rows;
  expect(first.margin).toBeCloseTo(first.unit_price - first.unit_cost, 2);
  expect(body.columns[0]).toEqual({ key: 'sku', header: 'SKU', type: 'string', hidden: false });
  expect(body.columns.at(-1)).toMatchObject({ key: 'id', hidden: true });
  const [person] = (await query(sample('Employees'), { rows: 1 })).body.rows;
  expect(person.full_name).toBe(`${person.first_name} ${person.last_name}`);
});
test('query200: pages do not overlap and miss nothing', async () => {
  const config = sample('Orders');
  config.data_source[0].sort = [{ column: 'priority', direction: 'asc' }];
  const pages = await Promise.all([1, 2, 3, 4].map((page) => query(config, { page, rows: 60 })));
  const ids = pages.flatMap(({ body }) => body.rows.map((row: { id: string }) => row.id));
  expect(new Set(ids).size).toBe(200);
  expect(pages[3]?.body.rows).toHaveLength(20);
});
test('query200: the rows of the config count when the request has none', async () =>
  expect((await query(sample('Orders'))).body.rows).toHaveLength(25));

const orders = 'from sales.orders where';
const joined = 'from sales.orders o join sales.customers c on c.id = o.customer_id where';
test.each<[column: string, operator: string, value: unknown, expected: string]>([
  ['status', 'eq', 'shipped', `${orders} status = 'shipped'`],
  ['status', 'neq', 'shipped', `${orders} status <> 'shipped'`],
  ['total_amount', 'gt', 500.5, `${orders} total_amount > 500.5`],
  ['total_amount', 'lte', 500, `${orders} total_amount <= 500`],
  ['ordered_at', 'gte', '2020-01-01', `${orders} true`],
  ['required_on', 'lt', '2020-01-01T08:00:00+02:00', `${orders} false`],
  ['priority', 'in', ['high', 'urgent'], `${orders} priority in ('high', 'urgent')`],
  ['number', 'like', 'SO-2000%', `${orders} number like 'SO-2000%'`],
  ['notes', 'ilike', '%BACK ENTRANCE', `${orders} notes ilike '%back entrance'`],
  ['shipped_at', 'is_null', undefined, `${orders} shipped_at is null`],
  ['delivered_at', 'is_not_null', undefined, `${orders} delivered_at is not null`],
  ['customer_id', 'eq', UNKNOWN, `${orders} false`],
  ['customers.segment', 'eq', 'online', `${joined} c.segment = 'online'`],
  ['customer_name', 'eq', 'Toolbox24', `${joined} c.name = 'Toolbox24'`],
  ['number', 'eq', "' or true --", `${orders} false`],
])('query200: filter %s %s %j', async (column, operator, value, expected) => {
  const config = sample('Orders');
  config.data_source[0].filters = [{ column, operator: operator as 'eq', value: value as string }];
  const { status, body } = await query(config, { rows: 500 });
  const total = await countOf(expected);
  expect([status, body.total, body.rows.length]).toEqual([200, total, total]);
});

test('query200: one to many, by an alias, through another table', async () => {
  const inner = { join_type: 'inner' };
  const lines = { ...inner, alias: 'lines', columns: [{ name: 'quantity' }] };
  const config = configOf('sales.customers', [
    joinOf('sales.orders', 'id', 'customer_id', inner),
    joinOf('sales.order_lines', 'orders.id', 'order_id', lines),
  ]);
  const { status, body } = await query(config);
  expect([status, body.total]).toEqual([200, await countOf('from sales.order_lines')]);
});
test.each(['inner', 'left', 'right', 'full'] as const)('query200: %s join', async (join_type) => {
  const items = joinOf('inventory.inventory_items', 'id', 'product_id', { join_type });
  const { body } = await query(configOf('inventory.products', [items]));
  const from = `from inventory.products p ${join_type} join inventory.inventory_items i on i.product_id = p.id`;
  expect(body.total).toBe(await countOf(from));
});

function joinOf(name: string, relationship_from: string, relationship_to: string, more: object) {
  const [schema, table] = name.split('.');
  return { schema, table, relationship_from, relationship_to, columns: [], ...more };
}

/** A config of names with joins; a quantity that a join brings is shown too. */
function configOf(name: string, foreign_tables: { columns: object[] }[]): object {
  const [schema, source] = name.split('.');
  const select = { columns: [{ name: 'name' }], foreign_tables };
  const quantity = { header: 'Quantity', type: 'number' };
  const more = foreign_tables.some(({ columns }) => columns.length > 0) ? { quantity } : {};
  return {
    title: 'Joined',
    widget_type: 'table',
    visualization: 'table',
    data_source: [{ type: 'query', source, schema, select }],
    visual_settings: { columns: { name: { header: 'Name', type: 'string' }, ...more } },
  };
}

test.each([{ rows: 0 }, { rows: 501 }, { page: 0 }, { page: 'x' }, { rows: 1.5 }, { sql: '1' }])(
  'query400 %j',
  async (more) => expectRefused(await query(sample('Products'), more), 400, 'invalid_request'),
);

test('query422', async () => {
  const config = sample('Products');
  Object.assign(config.data_source[0], { schema: 'platform', source: 'table_configs' });
  const answer = await query(config);
  expectRefused(answer, 422, 'invalid_config');
  expect(answer.body.error.details[0].allowed).toContain('inventory');
});

test('summarize200 counts and sums by group', async () => {
  const by = { group_by: 'status', sum: ['total_amount'] };
  const { status, body } = await summarize(sample('Orders'), by);
  expect(status).toBe(200);
  const rows = await app.db.query<{ key: string; count: number; sum: number }>(
    `select status::text as key, count(*) as count, sum(total_amount) as sum
         from sales.orders group by status order by 2 desc, status`,
  );
  expect(body.total).toBe(200);
  const groups = rows.map(({ sum, ...row }) => ({ ...row, sums: { total_amount: sum } }));
  expect(body.groups).toEqual(groups);
  const whole = rows.reduce((sum, row) => sum + row.sum, 0);
  expect(body.sums.total_amount).toBeCloseTo(whole, 2);
});
test('summarize200: a computed column and a joined one', async () => {
  const { body } = await summarize(sample('Products'), { sum: ['margin', 'unit_price'] });
  const truth = 'select sum(unit_price - unit_cost) as margin from inventory.products';
  const [row] = await app.db.query<{ margin: number }>(truth);
  expect(body.sums.margin).toBeCloseTo(row?.margin ?? -1, 2);
  const by = { group_by: 'warehouse_name', sum: ['quantity'] };
  expect((await summarize(sample('Inventory'), by)).body.groups).toHaveLength(4);
});
test.each([
  [{ sum: ['name'] }, 'sum[0]'],
  [{ sum: ['1); drop table sales.orders; --'] }, 'sum[0]'],
  [{ group_by: 'nothing' }, 'group_by'],
])('summarize200: summarize400 %j', async (more, path) => {
  const answer = await summarize(sample('Products'), more);
  expectRefused(answer, 400, 'invalid_request');
  const found = answer.body.error.details[0];
  expect(found).toMatchObject({ path, allowed: expect.arrayContaining(['unit_price']) });
});

test('the example of the documentation is valid and has rows', async () => {
  const text = await readFile(new URL('../../../docs/table-configs.md', import.meta.url), 'utf8');
  const config = JSON.parse(/```json\n([\s\S]*?)```/.exec(text)?.[1] ?? '') as object;
  const { body } = await post('/validate', { config });
  expect(body).toEqual({ valid: true, errors: [], warnings: [] });
  expect((await query(config)).body.rows).toHaveLength(25);
});
