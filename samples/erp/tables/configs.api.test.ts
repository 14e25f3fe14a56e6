import type { TableConfig } from '../../../src/platform/types.js';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openPlatformApp, type PlatformApp } from '../../../test/support/platform-app.js';
import { sampleConfigs, tableConfigId } from './seed-configs.js';
import { cpuMs } from '../../../test/support/cpu-time.js';

let app: PlatformApp;
beforeAll(async () => {
  app = await openPlatformApp();
});
afterAll(() => app.close());

const PATH = '/v1/data/configs';
const UNKNOWN = '11111111-1111-4111-8111-111111111111';

function sample(name: string): TableConfig {
  const found = sampleConfigs.find((config) => config.name === name);
  if (found === undefined) throw new Error(`no sample config ${name}`);
  return structuredClone(found.config);
}

async function create(name: string, config: object = sample('Products')) {
  return app.call('POST', PATH, { name, config });
}

const query = (config: object, more: object = {}) =>
  app.call('POST', `${PATH}/query`, { config, ...more });

describe('list200', () => {
  test('all, by name', async () => {
    const { status, body } = await app.call('GET', PATH);
    expect(status).toBe(200);
    const names = body.items.map((item: { name: string }) => item.name);
    expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b)));
    expect(names).toEqual(expect.arrayContaining(sampleConfigs.map((config) => config.name)));
    expect(body.items[0]).toMatchObject({
      id: tableConfigId('Customers'),
      name: 'Customers',
      title: 'Customers',
      source: 'sales.customers',
      version: 1,
    });
  });
  test('search and paging', async () => {
    const found = await app.call('GET', `${PATH}?search=SUPPL`);
    expect(found.body.items.map((item: { name: string }) => item.name)).toEqual(['Suppliers']);
    const second = await app.call('GET', `${PATH}?rows=1&page=2`);
    expect(second.body.items).toHaveLength(1);
    expect(second.body.total).toBeGreaterThanOrEqual(sampleConfigs.length);
  });
  test('a search is text, not a pattern', async () => {
    expect((await app.call('GET', `${PATH}?search=%25`)).body.total).toBe(0);
  });
});

test('null in a body is what the field has without it', async () => {
  const config = sample('Products');
  for (const [route, nulls] of [
    ['query', { page: null, rows: null }],
    ['summarize', { sum: null, group_by: null }],
  ] as const) {
    const plain = await app.call('POST', `${PATH}/${route}`, { config });
    expect(await app.call('POST', `${PATH}/${route}`, { config, ...nulls })).toEqual(plain);
    expect(plain.status).toBe(200);
  }
});

describe('get200', () => {
  test('by id and by name, whatever the case', async () => {
    const byId = await app.call('GET', `${PATH}/${tableConfigId('Products')}`);
    const byName = await app.call('GET', `${PATH}/name/pRoDuCtS`);
    expect(byId.status).toBe(200);
    expect(byId.body).toEqual(byName.body);
    expect(byId.body.config).toEqual(sample('Products'));
  });
});

describe('get404', () => {
  test.each([UNKNOWN, 'not-a-uuid', 'name/nothing'])('%s', async (id) => {
    const { status, body } = await app.call('GET', `${PATH}/${id}`);
    expect([status, body.error.code]).toEqual([404, 'not_found']);
  });
});

describe('create', () => {
  test('create201', async () => {
    const { status, body } = await create('Cheap products');
    expect(status).toBe(201);
    expect(body).toMatchObject({ name: 'Cheap products', version: 1, is_system: false });
    expect((await app.call('GET', `${PATH}/${body.id}`)).body).toEqual(body);
  });
  test('create409 for a name that differs only in case', async () => {
    const { status, body } = await create('PRODUCTS');
    expect([status, body.error.code]).toEqual([409, 'conflict']);
    expect(body.error.details[0].path).toBe('name');
  });
  test.each([
    ['no config', { name: 'x' }, 'config must be an object'],
    ['a list for a config', { name: 'x', config: [] }, 'config must be an object'],
    ['no name', { config: {} }, 'name must be a text'],
    ['a blank name', { name: '   ', config: {} }, 'not blank'],
    ['a long name', { name: 'x'.repeat(256), config: {} }, '255'],
    ['an unknown field', { name: 'x', config: {}, colour: 'red' }, 'colour is not a known field'],
    ['a list for a body', [], 'JSON object'],
  ])('create400 %s', async (_, body, sentence) => {
    const answer = await app.call('POST', PATH, body);
    expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_request']);
    expect(answer.body.error.message).toContain(sentence);
  });
  test('create400 a config nested 3,000 levels deep', async () => {
    const config = JSON.parse(`${'{"a":'.repeat(3_000)}1${'}'.repeat(3_000)}`) as object;
    const { status, body } = await create('deep', config);
    expect([status, body.error.code]).toEqual([400, 'invalid_request']);
    expect(body.error.message).toContain('levels');
  });
  test('create422 names every broken rule', async () => {
    const config = sample('Products');
    config.data_source[0].select.columns.push({ name: 'colour' });
    config.visual_settings.columns['sku']!.type = 'number';
    const { status, body } = await create('broken', config);
    expect([status, body.error.code]).toEqual([422, 'invalid_config']);
    const paths = body.error.details.map((detail: { path: string }) => detail.path);
    expect(paths).toContain('data_source[0].select.columns[9].name');
    expect(paths).toContain('visual_settings.columns.sku.type');
  });
});

describe('update', () => {
  test('update200 raises the version and keeps what is left out', async () => {
    const { body: made } = await app.call('POST', PATH, {
      name: 'To change',
      description: 'kept',
      config: sample('Products'),
    });
    const config = { ...sample('Products'), title: 'Changed' };
    const { status, body } = await app.call('PUT', `${PATH}/${made.id}`, { config, if_version: 1 });
    expect(status).toBe(200);
    expect(body).toMatchObject({ name: 'To change', description: 'kept', version: 2 });
    expect(body.config.title).toBe('Changed');
  });
  test('update409 for an older version', async () => {
    const { body: made } = await create('Moved on');
    const config = sample('Products');
    await app.call('PUT', `${PATH}/${made.id}`, { config });
    const { status, body } = await app.call('PUT', `${PATH}/${made.id}`, { config, if_version: 1 });
    expect([status, body.error.code]).toEqual([409, 'conflict']);
    expect(body.error.message).toContain('version 2');
  });
  test('update409 for a taken name', async () => {
    const { body: made } = await create('Renamed');
    const config = sample('Products');
    const { status } = await app.call('PUT', `${PATH}/${made.id}`, { config, name: 'orders' });
    expect(status).toBe(409);
  });
  test('of two changes at once with a version, one wins', async () => {
    const { body: made } = await create('Raced');
    const config = sample('Products');
    const answers = await Promise.all(
      [1, 2, 3].map(() => app.call('PUT', `${PATH}/${made.id}`, { config, if_version: 1 })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409]);
  });
  test('update404', async () => {
    const answer = await app.call('PUT', `${PATH}/${UNKNOWN}`, { config: sample('Products') });
    expect(answer.status).toBe(404);
  });
  test('update422', async () => {
    const { body: made } = await create('Stays valid');
    const answer = await app.call('PUT', `${PATH}/${made.id}`, { config: {} });
    expect(answer.status).toBe(422);
    expect((await app.call('GET', `${PATH}/${made.id}`)).body.version).toBe(1);
  });
});

describe('delete', () => {
  test('delete204, then 404', async () => {
    const { body: made } = await create('Short-lived');
    expect((await app.call('DELETE', `${PATH}/${made.id}`)).status).toBe(204);
    expect((await app.call('DELETE', `${PATH}/${made.id}`)).status).toBe(404);
  });
  test('delete409 for a system config', async () => {
    const { status, body } = await app.call('DELETE', `${PATH}/${tableConfigId('Employees')}`);
    expect([status, body.error.message]).toEqual([
      409,
      expect.stringContaining('part of the system'),
    ]);
  });
  test('delete409 for a config on a page', async () => {
    const { status, body } = await app.call('DELETE', `${PATH}/${tableConfigId('Orders')}`);
    expect([status, body.error.message]).toEqual([409, expect.stringContaining('sales')]);
  });
});

describe('validate200', () => {
  test.each(sampleConfigs.map((config): [string, TableConfig] => [config.name, config.config]))(
    '%s',
    async (_, config) => {
      const { status, body } = await app.call('POST', `${PATH}/validate`, { config });
      expect(status).toBe(200);
      expect(body).toEqual({ valid: true, errors: [], warnings: [] });
    },
  );
  test('warnings do not make it invalid', async () => {
    const config = sample('Products');
    delete config.data_source[0].sort;
    config.permissions = { roles: ['astronaut'] };
    const { body } = await app.call('POST', `${PATH}/validate`, { config });
    expect(body.valid).toBe(true);
    expect(body.warnings.map((warning: { path: string }) => warning.path)).toEqual([
      'data_source[0].sort',
      'permissions.roles[0]',
    ]);
  });
});

describe('query200', () => {
  test.each(sampleConfigs.map((config): [string, TableConfig] => [config.name, config.config]))(
    '%s has rows',
    async (_, config) => {
      const { status, body } = await query(config, { page: 1, rows: 5 });
      expect(status).toBe(200);
      expect(body.total).toBeGreaterThan(0);
      expect(body.rows).toHaveLength(5);
      const keys = body.columns.map((column: { key: string }) => column.key);
      expect(Object.keys(body.rows[0]).sort()).toEqual(keys.sort());
    },
  );
  test('what the database holds, joined, computed, sorted', async () => {
    const config = sample('Inventory');
    const { body } = await query(config, { rows: 500 });
    const [row] = await app.db.query<{ total: number }>(
      'select count(*) as total from inventory.inventory_items',
    );
    expect(body.total).toBe(row?.total);
    const names = body.rows.map((item: { product_name: string }) => item.product_name);
    const expected = await app.db.query<{ name: string }>(
      `select p.name from inventory.inventory_items i join inventory.products p on p.id = i.product_id
       order by p.name, i.quantity desc`,
    );
    expect(names).toEqual(expected.map((item) => item.name));
    expect(body.notes).toEqual([expect.stringContaining("'Warehouse' was left out")]);
  });
  test('computed columns, columns in their order, hidden ones last', async () => {
    const { body } = await query(sample('Products'), { rows: 1 });
    const [first] = body.rows;
    expect(first.margin).toBeCloseTo(first.unit_price - first.unit_cost, 2);
    expect(body.columns[0]).toEqual({ key: 'sku', header: 'SKU', type: 'string', hidden: false });
    expect(body.columns.at(-1)).toMatchObject({ key: 'id', hidden: true });
    const people = await query(sample('Employees'), { rows: 1 });
    const [person] = people.body.rows;
    expect(person.full_name).toBe(`${person.first_name} ${person.last_name}`);
  });
  test('pages do not overlap and miss nothing', async () => {
    const config = sample('Orders');
    config.data_source[0].sort = [{ column: 'priority', direction: 'asc' }];
    const pages = await Promise.all([1, 2, 3, 4].map((page) => query(config, { page, rows: 60 })));
    const ids = pages.flatMap(({ body }) => body.rows.map((row: { id: string }) => row.id));
    expect(new Set(ids).size).toBe(200);
    expect(pages[3]?.body.rows).toHaveLength(20);
  });
  test('the rows of the config count when the request has none', async () => {
    expect((await query(sample('Orders'))).body.rows).toHaveLength(25);
  });

  const orders = 'from sales.orders where';
  test.each([
    ['eq', { column: 'status', operator: 'eq', value: 'shipped' }, `${orders} status = 'shipped'`],
    [
      'neq',
      { column: 'status', operator: 'neq', value: 'shipped' },
      `${orders} status <> 'shipped'`,
    ],
    [
      'gt on a fraction',
      { column: 'total_amount', operator: 'gt', value: 500.5 },
      `${orders} total_amount > 500.5`,
    ],
    [
      'lte',
      { column: 'total_amount', operator: 'lte', value: 500 },
      `${orders} total_amount <= 500`,
    ],
    [
      'gte on a time',
      { column: 'ordered_at', operator: 'gte', value: '2020-01-01' },
      `${orders} true`,
    ],
    [
      'lt on a day',
      { column: 'required_on', operator: 'lt', value: '2020-01-01T08:00:00+02:00' },
      `${orders} false`,
    ],
    [
      'in',
      { column: 'priority', operator: 'in', value: ['high', 'urgent'] },
      `${orders} priority in ('high', 'urgent')`,
    ],
    [
      'like',
      { column: 'number', operator: 'like', value: 'SO-2000%' },
      `${orders} number like 'SO-2000%'`,
    ],
    [
      'ilike',
      { column: 'notes', operator: 'ilike', value: '%BACK ENTRANCE' },
      `${orders} notes ilike '%back entrance'`,
    ],
    ['is_null', { column: 'shipped_at', operator: 'is_null' }, `${orders} shipped_at is null`],
    [
      'is_not_null',
      { column: 'delivered_at', operator: 'is_not_null' },
      `${orders} delivered_at is not null`,
    ],
    ['uuid', { column: 'customer_id', operator: 'eq', value: UNKNOWN }, `${orders} false`],
    [
      'a joined column',
      { column: 'customers.segment', operator: 'eq', value: 'online' },
      `from sales.orders o join sales.customers c on c.id = o.customer_id where c.segment = 'online'`,
    ],
    [
      'the key of a joined column',
      { column: 'customer_name', operator: 'eq', value: 'Toolbox24' },
      `from sales.orders o join sales.customers c on c.id = o.customer_id where c.name = 'Toolbox24'`,
    ],
    [
      'a quote in a value',
      { column: 'number', operator: 'eq', value: "' or true --" },
      `${orders} false`,
    ],
  ])('filter %s', async (_, filter, expected) => {
    const config = sample('Orders');
    config.data_source[0].filters = [filter as never];
    const { status, body } = await query(config, { rows: 500 });
    const [row] = await app.db.query<{ total: number }>(`select count(*) as total ${expected}`);
    expect([status, body.total, body.rows.length]).toEqual([200, row?.total, row?.total]);
  });

  test('one to many, by an alias, through another table', async () => {
    const config: object = {
      title: 'What customers bought',
      widget_type: 'table',
      visualization: 'table',
      data_source: [
        {
          type: 'query',
          source: 'customers',
          schema: 'sales',
          select: {
            columns: [{ name: 'name' }],
            foreign_tables: [
              {
                table: 'orders',
                schema: 'sales',
                relationship_from: 'id',
                relationship_to: 'customer_id',
                join_type: 'inner',
                columns: [],
              },
              {
                table: 'order_lines',
                schema: 'sales',
                alias: 'lines',
                relationship_from: 'orders.id',
                relationship_to: 'order_id',
                join_type: 'inner',
                columns: [{ name: 'quantity' }],
              },
            ],
          },
        },
      ],
      visual_settings: {
        columns: {
          name: { header: 'Customer', type: 'string' },
          quantity: { header: 'Quantity', type: 'number' },
        },
      },
    };
    const { status, body } = await query(config);
    const [row] = await app.db.query<{ total: number }>(
      'select count(*) as total from sales.order_lines',
    );
    expect([status, body.total]).toEqual([200, row?.total]);
  });
  test.each(['inner', 'left', 'right', 'full'] as const)('%s join', async (kind) => {
    const config = sample('Products');
    config.data_source[0].select.foreign_tables = [
      {
        table: 'inventory_items',
        schema: 'inventory',
        relationship_from: 'id',
        relationship_to: 'product_id',
        join_type: kind,
        columns: [],
      },
    ];
    const { body } = await query(config);
    const [row] = await app.db.query<{ total: number }>(
      `select count(*) as total from inventory.products p ${kind} join inventory.inventory_items i on i.product_id = p.id`,
    );
    expect(body.total).toBe(row?.total);
  });
});

test('the widest join a config can ask for is answered in time', async () => {
  const twice = ['a', 'b'].map((alias) => ({
    table: 'inventory_items',
    schema: 'inventory',
    alias,
    relationship_from: 'id',
    relationship_to: 'warehouse_id',
    columns: [],
  }));
  const config = {
    title: 'Wide',
    widget_type: 'table',
    visualization: 'table',
    data_source: [
      {
        type: 'query',
        source: 'warehouses',
        schema: 'inventory',
        select: { columns: [{ name: 'name' }], foreign_tables: twice },
      },
    ],
    visual_settings: { columns: { name: { header: 'Name', type: 'string' } } },
  };
  const took = await cpuMs(async () => {
    const { body } = await query(config, { rows: 500 });
    expect(body.total).toBeGreaterThan(20_000);
  });
  // Measured at 0.1 s; nothing else can use the embedded database in the meantime.
  expect(took).toBeLessThan(3000);
});

describe('query400', () => {
  test.each([{ rows: 0 }, { rows: 501 }, { page: 0 }, { page: 'x' }, { rows: 1.5 }, { sql: '1' }])(
    '%j',
    async (more) => {
      const { status, body } = await query(sample('Products'), more);
      expect([status, body.error.code]).toEqual([400, 'invalid_request']);
    },
  );
});

test('query422', async () => {
  const config = sample('Products');
  config.data_source[0].schema = 'platform';
  config.data_source[0].source = 'table_configs';
  const { status, body } = await query(config);
  expect([status, body.error.code]).toEqual([422, 'invalid_config']);
  expect(body.error.details[0].allowed).toContain('inventory');
});

describe('summarize200', () => {
  const summarize = (config: object, more: object) =>
    app.call('POST', `${PATH}/summarize`, { config, ...more });
  test('counts and sums by group', async () => {
    const { status, body } = await summarize(sample('Orders'), {
      group_by: 'status',
      sum: ['total_amount'],
    });
    expect(status).toBe(200);
    const rows = await app.db.query<{ key: string; count: number; sum: number }>(
      `select status::text as key, count(*) as count, sum(total_amount) as sum
         from sales.orders group by status order by 2 desc, status`,
    );
    expect(body.total).toBe(200);
    expect(body.groups).toEqual(
      rows.map((row) => ({ key: row.key, count: row.count, sums: { total_amount: row.sum } })),
    );
    const whole = rows.reduce((sum, row) => sum + row.sum, 0);
    expect(body.sums.total_amount).toBeCloseTo(whole, 2);
  });
  test('without a group', async () => {
    const { body } = await summarize(sample('Suppliers'), {});
    expect(body).toEqual({ total: 11, groups: [], sums: {}, notes: [] });
  });
  test('a computed column and a joined one', async () => {
    const { body } = await summarize(sample('Products'), { sum: ['margin', 'unit_price'] });
    const [row] = await app.db.query<{ margin: number }>(
      'select sum(unit_price - unit_cost) as margin from inventory.products',
    );
    expect(body.sums.margin).toBeCloseTo(row?.margin ?? -1, 2);
    const grouped = await summarize(sample('Inventory'), {
      group_by: 'warehouse_name',
      sum: ['quantity'],
    });
    expect(grouped.body.groups).toHaveLength(4);
  });
  test('no rows sum to 0', async () => {
    const config = sample('Orders');
    config.data_source[0].filters = [{ column: 'number', operator: 'eq', value: 'none' }];
    const { body } = await summarize(config, { group_by: 'status', sum: ['total_amount'] });
    expect(body).toMatchObject({ total: 0, groups: [], sums: { total_amount: 0 } });
  });
  test.each([
    [{ sum: ['name'] }, 'sum[0]'],
    [{ sum: ['1); drop table sales.orders; --'] }, 'sum[0]'],
    [{ group_by: 'nothing' }, 'group_by'],
  ])('summarize400 %j', async (more, path) => {
    const { status, body } = await summarize(sample('Products'), more);
    expect([status, body.error.code]).toEqual([400, 'invalid_request']);
    expect(body.error.details[0].path).toBe(path);
    expect(body.error.details[0].allowed).toContain('unit_price');
  });
});

test('the example of the documentation is valid and has rows', async () => {
  const { readFile } = await import('node:fs/promises');
  const text = await readFile(new URL('../../../docs/table-configs.md', import.meta.url), 'utf8');
  const example = JSON.parse(/```json\n([\s\S]*?)```/.exec(text)?.[1] ?? '') as object;
  const checked = await app.call('POST', `${PATH}/validate`, { config: example });
  expect(checked.body).toEqual({ valid: true, errors: [], warnings: [] });
  expect((await query(example)).body.rows).toHaveLength(25);
});
