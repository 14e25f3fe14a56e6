import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openPlatformApp, type PlatformApp } from '../../../test/support/platform-app.js';
import { businessSchemas } from './catalog.js';

let app: PlatformApp;
beforeAll(async () => {
  app = await openPlatformApp();
});
afterAll(() => app.close());

const get = (path: string) => app.call('GET', `/v1/introspection/${path}`);

test('schemas200 shows the business and nothing else', async () => {
  const { status, body } = await get('schemas');
  expect(status).toBe(200);
  expect(body.items.map((schema: { name: string }) => schema.name)).toEqual([...businessSchemas]);
  expect(body).toMatchObject({ total: 5, page: 1, rows: 50 });
  expect(body.items[2]).toEqual({ name: 'inventory', table_count: 4 });
});

test('tables200', async () => {
  const { body } = await get('schemas/sales/tables');
  expect(body.items).toContainEqual({
    schema: 'sales',
    name: 'orders',
    column_count: 16,
    row_estimate: 200,
    comment: 'Orders of customers',
  });
});

test('columns200 with types, keys, enums and references', async () => {
  const { body } = await get('tables/inventory/inventory_items/columns');
  const columns = new Map<string, object>(
    body.items.map((column: { name: string }) => [column.name, column]),
  );
  expect(columns.get('id')).toEqual({
    name: 'id',
    type: 'uuid',
    pg_type: 'uuid',
    nullable: false,
    is_primary_key: true,
  });
  expect(columns.get('product_id')).toMatchObject({
    references: { schema: 'inventory', table: 'products', column: 'id' },
  });
  expect(columns.get('status')).toMatchObject({ type: 'status', enum: 'stock_status' });
  expect(columns.get('quantity')).toMatchObject({ type: 'number', comment: 'Units on hand' });
  expect(columns.get('unit_cost')).toMatchObject({ type: 'number', pg_type: 'numeric' });
  expect(columns.get('expires_on')).toMatchObject({ type: 'datetime', nullable: true });
  expect(columns.get('last_counted_at')).toMatchObject({ type: 'datetime' });
  expect(columns.get('lot_number')).toMatchObject({ type: 'string' });
});

test('relationships200 in both directions', async () => {
  const { body } = await get('tables/sales/orders/relationships');
  expect(body.items).toContainEqual({
    direction: 'outgoing',
    column: 'customer_id',
    schema: 'sales',
    table: 'customers',
    foreign_column: 'id',
  });
  expect(body.items).toContainEqual({
    direction: 'incoming',
    column: 'id',
    schema: 'sales',
    table: 'order_lines',
    foreign_column: 'order_id',
  });
});

test('relationships200 of a table that refers to itself', async () => {
  const { body } = await get('tables/hr/employees/relationships');
  const own = body.items.filter((item: { table: string }) => item.table === 'employees');
  expect(own.map((item: { direction: string }) => item.direction)).toEqual([
    'outgoing',
    'incoming',
  ]);
});

test('enums200', async () => {
  const { body } = await get('enums/core');
  expect(body.items).toContainEqual({
    schema: 'core',
    name: 'alert_severity',
    values: ['low', 'medium', 'high', 'critical'],
  });
  expect((await get('enums/core/alert_severity')).body).toEqual(
    body.items.find((item: { name: string }) => item.name === 'alert_severity'),
  );
});

describe('404 names what there is', () => {
  test.each([
    ['schemas/sextant/tables', 'inventory'],
    ['schemas/platform/tables', 'inventory'],
    ['schemas/pg_catalog/tables', 'inventory'],
    ['schemas/public/tables', 'inventory'],
    ['tables/sales/nothing/columns', 'customers'],
    ['tables/sales/nothing/relationships', 'customers'],
    ['tables/nowhere/orders/columns', 'sales'],
    ['enums/nowhere', 'sales'],
    ['enums/sales/nothing', 'order_status'],
    ["tables/sales/orders'; drop table sales.orders;--/columns", 'customers'],
  ])('%s', async (path, offered) => {
    const { status, body } = await get(path);
    expect([status, body.error.code]).toEqual([404, 'not_found']);
    expect(body.error.message).toContain(offered);
    expect(body.error.details[0].allowed).toContain(offered);
  });
});

test('400 for a page that cannot be', async () => {
  const { status, body } = await get('schemas?rows=0');
  expect([status, body.error.code]).toEqual([400, 'invalid_request']);
});
