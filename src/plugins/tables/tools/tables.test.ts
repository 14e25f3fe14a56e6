import { newId } from '../../../foundation/ids.js';
import type { JsonObject } from '../../../foundation/json.js';
import type { TableConfig } from './config-model.js';
import type { ConfigDiff } from './diff.js';
import { useTools } from '../../../../test/support/tool-harness.js';
import { tableTools } from '../plugin.js';

/* The table tools over the real platform and its sample data. */

type Row = Record<string, unknown>;
type Sums = Record<string, number>;

/** The fields of answers that the tests look at. */
type Answer = Record<'pending_changes' | 'pending_changes_not_accepted' | 'joins', string[]> &
  Record<'total' | 'shown', number> &
  Record<'id' | 'note', string> & {
    tables: { id: string; name: string; source: string }[];
    columns: { key: string; header: string }[];
    rows: Row[];
    groups: { key: unknown; count: number; sums: Sums }[];
    sums: Sums;
    now: { joins: string[] };
    reference: JsonObject;
  };

/** What a preview shows beside its payload. */
type Extra = { rows: Row[]; total: number; diff: Required<ConfigDiff> };

let tables: Answer['tables'];
/** A conversation of its own per test: working copies do not leak. */
let options: { conversationId: string; requestContext?: JsonObject };
beforeEach(() => void (options = { conversationId: newId() }));
const { harness, call, refused, ...tools } = useTools(tableTools, () => options);
const result = tools.result<Answer>;

/** Tables the tests change; the sample's own are only read. */
const needed = {
  'inventory.products': ['sku', 'name', 'status', 'unit_price'],
  'inventory.warehouses': ['code', 'name', 'city'],
  'sales.customers': ['code', 'name', 'segment', 'city'],
  'sales.orders': ['number', 'status', 'total_amount', 'ordered_at'],
};

beforeAll(async () => {
  options = { conversationId: 'setup' };
  for (const [source, columns] of Object.entries(needed))
    await save(await preview({ name: `Test of ${source}`, source, columns }));
  ({ tables } = await result('list_table_configs', { limit: 100 }));
});

/** Makes a table, as accepting its preview would. */
const save = ({ payload: body }: { payload: unknown }) => {
  const post = { method: 'POST', segments: ['v1', 'data', 'configs'], body };
  return harness.write().send<{ id: string }>(post);
};
const of = (source: keyof typeof needed) =>
  tables.find(({ name }) => name === `Test of ${source}`)!;
const preview = async (input: JsonObject = {}) => {
  const { extra, ...shown } = await tools.preview('preview_table_config', input);
  return { ...shown, extra: extra as unknown as Extra };
};
const keysOf = ({ columns }: Answer) => columns.map(({ key }) => key);
const pricesOf = (rows: Row[]) => rows.map((row) => Number(row['unit_price']));

describe('reading', () => {
  test('lists and finds tables', async () => {
    expect(tables.length).toBeGreaterThan(1);
    const [first] = tables;
    const found = await result('list_table_configs', { search: first?.name.toUpperCase() });
    expect(found.tables).toContainEqual(first);
    expect(await result('list_table_configs', { search: 'zzz' })).toMatchObject({ total: 0 });
  });

  test('a table by id, by name, by part of its name, from the page', async () => {
    const { id, name } = of('inventory.products');
    const byId = await result('get_table_config', { id });
    expect(byId).toMatchObject({ id, name, source: 'inventory.products' });
    expect(byId.columns[0]).toMatchObject({ key: expect.any(String), header: expect.any(String) });
    expect(JSON.stringify(byId).length).toBeLessThan(4000);
    for (const table_name of [name, name.toLowerCase(), `the ${name} table`])
      expect(await result('get_table_config', { table_name })).toEqual(byId);
    options.requestContext = { config_id: id };
    expect(await result('get_table_config')).toEqual(byId);
  });

  test('without a table it is told where they are listed', async () =>
    expect((await refused('get_table_config')).message).toContain('list_table_configs'));

  const changes = {
    apply_column_change: { operation: 'rename', column: 'name', header: 'Item' },
    apply_filter_change: { operation: 'add', column: 'name', operator: 'is_not_null' },
    apply_sort_change: { operation: 'set', column: 'name' },
    apply_join_change: { operation: 'add', table: 'inventory.inventory_items' },
  };
  const taking = tableTools.filter(({ contextIds }) => contextIds !== undefined);
  test.each(taking)('$name takes no open table for a named one', async ({ name }) => {
    const table = of('inventory.products');
    const open = of('sales.orders');
    options.requestContext = { config_id: open.id };
    const more = (changes as Record<string, JsonObject>)[name];
    for (const id of [table.name, table.id]) {
      const { content, signals } = await call(name, { ...more, id });
      expect(JSON.stringify([content, signals])).not.toContain(open.source);
    }
    for (const [id, first] of Object.entries({ [`${table.name}xx`]: table.name, [newId()]: '' })) {
      const message = expect.stringContaining(`Close names: "${first}`);
      expect(await refused(name, { ...more, id })).toMatchObject({ code: 'not_found', message });
    }
  });

  test('every sample table can be queried and is valid', async () => {
    for (const { id, name } of tables) {
      const rows = await result('query_table_config', { id, rows: 3 });
      expect([name, rows.total > 0, rows.shown]).toEqual([name, true, Math.min(3, rows.total)]);
      expect(Object.keys(rows.rows[0] ?? {})).toEqual(keysOf(rows));
      const check = await result('validate_table_config', { id });
      expect(check).toMatchObject({ valid: true, errors: [], checked: 'the saved table' });
    }
  });

  test('a look with a filter and an order of its own changes nothing', async () => {
    const { id } = of('inventory.products');
    const before = await result('get_table_config', { id });
    const filters = [{ column: 'unit price', operator: 'gt', value: '5' }];
    const look = { id, filters, sort_by: 'unit_price', direction: 'desc' };
    const { rows, total } = await result('query_table_config', look);
    const all = await result('query_table_config', { id });
    expect(total).toBeLessThan(all.total);
    expect(pricesOf(rows)).toEqual(pricesOf(rows).toSorted((a, b) => b - a));
    expect(await result('get_table_config', { id })).toEqual(before);
  });

  test('summaries count and sum', async () => {
    const { id } = of('sales.orders');
    const { total } = await result('summarize_table', { id });
    const sum = ['total amount'];
    const byStatus = await result('summarize_table', { id, group_by: 'status', sum });
    expect(byStatus.total).toBe(total);
    const all = (part: (group: Answer['groups'][number]) => number) =>
      byStatus.groups.reduce((before, group) => before + part(group), 0);
    expect(all(({ count }) => count)).toBe(total);
    expect(all(({ sums }) => sums['total_amount']!)).toBeCloseTo(byStatus.sums['total_amount']!, 1);
    const filters = [{ column: 'status', operator: 'eq', value: 'cancelled' }];
    const { total: cancelled, sums: lost } = await result('summarize_table', { id, sum, filters });
    expect(byStatus.groups).toContainEqual({ key: 'cancelled', count: cancelled, sums: lost });
    const error = await refused('summarize_table', { id, group_by: 'colour' });
    expect(error.message).toMatch(/no column "colour".*status/);
  });

  test('the reference, whole and by topic', async () => {
    const all = await result('discover_table_reference');
    expect(all).toHaveProperty('operators');
    expect(all).not.toHaveProperty('example');
    const one = await result('discover_table_reference', { topic: 'formats' });
    expect(JSON.stringify(one)).toContain('yyyy-MM-dd');
    const error = await refused('discover_table_reference', { topic: 'colours' });
    expect(error.message).toContain('column_types');
  });

  test("the reference's example is valid", async () => {
    const { reference } = await result('discover_table_reference', { topic: 'example' });
    const checked = await result('validate_table_config', { config: reference });
    expect(checked).toMatchObject({ valid: true, errors: [] });
  });
});

describe('changing a saved table', () => {
  test('several changes become one preview', async () => {
    const { id, name } = of('inventory.products');
    options.requestContext = { config_id: id };
    const saved = await result('get_table_config');
    const added = await result('apply_column_change', { operation: 'add', column: 'weight kg' });
    expect(added).toMatchObject({ status: 'working_copy_updated', table: name, id });
    const filter = { column: 'status', operator: 'neq', value: 'Discontinued' };
    await result('apply_filter_change', { operation: 'add', ...filter });
    const sort = { operation: 'set', column: 'unit_price', direction: 'desc' };
    await result('apply_sort_change', sort);
    expect((await result('get_table_config')).pending_changes_not_accepted).toHaveLength(3);
    const { extra, ...shown } = await preview();
    const payload = { name, config: { data_source: [{ source: 'products' }] } };
    expect(shown).toMatchObject({ kind: 'table_config_preview', targetId: id, payload });
    expect(extra.rows).toHaveLength(5);
    expect(pricesOf(extra.rows)).toEqual(pricesOf(extra.rows).toSorted((a, b) => b - a));
    const diff = { columns: { added: [{ name: 'weight_kg' }] }, filters: { added: [{}] } };
    expect(extra.diff).toMatchObject(diff);
    expect(shown.result).toMatchObject({ status: 'preview_sent', is_update: true });
    expect(shown.result).not.toHaveProperty('config');
    const { pending_changes_not_accepted: _pending, ...after } = await result('get_table_config');
    expect(after).toEqual(saved);
  });

  test('accepting what was previewed saves it, and the next change starts from there', async () => {
    const { id } = of('inventory.warehouses');
    await result('apply_column_change', { id, operation: 'add', column: 'opened_on' });
    const { payload } = await preview({ id });
    const put = { method: 'PUT', segments: ['v1', 'data', 'configs', id], body: payload };
    await harness.write().send(put);
    const saved = await result('get_table_config', { id });
    expect(keysOf(saved)).toContain('opened_on');
    expect(saved).not.toHaveProperty('pending_changes_not_accepted');
    await expect(harness.write().send(put)).rejects.toMatchObject({ code: 'conflict' });
    const rename = { operation: 'rename', column: 'opened_on', header: 'Since' };
    const again = await result('apply_column_change', { id, ...rename });
    expect(again.pending_changes).toHaveLength(1);
    expect(again.note).toMatch(/saved table has changed/);
  });

  test('without a name the table changed last is meant', async () => {
    const { name } = of('sales.orders');
    const change = { operation: 'set', column: 'number', direction: 'desc' };
    await result('apply_sort_change', { table_name: name, ...change });
    expect(await preview()).toMatchObject({ payload: { name } });
  });

  test('joins find their key and bring the name along', async () => {
    const { id } = of('sales.orders');
    const joins = (await result('get_table_config', { id })).joins.join();
    const table = joins.includes('inventory.warehouses') ? 'core.users' : 'warehouses';
    const { now } = await result('apply_join_change', { id, operation: 'add', table });
    expect(now.joins.join()).toContain(table);
    const { extra } = await preview({ id });
    const [added] = extra.diff.columns.added;
    expect(extra.rows[0]?.[added?.name ?? '']).toEqual(expect.any(String));
  });

  test.each([
    ['apply_column_change', { operation: 'add', column: 'supplier.name' }],
    ['apply_filter_change', { operation: 'add', column: 'suppliers.country', value: 'DE' }],
    ['apply_sort_change', { operation: 'set', column: 'procurement.suppliers.rating' }],
  ])('%s joins the table that a reference names', async (tool, change) => {
    const { id } = of('inventory.products');
    const { now } = await result(tool, { id, ...change });
    expect(now.joins).toEqual(['left procurement.suppliers on supplier_id = suppliers.id']);
    await preview({ id });
  });

  test('from_saved drops earlier changes; another conversation never saw them', async () => {
    const { id } = of('sales.customers');
    await result('apply_sort_change', { id, operation: 'set', column: 'city' });
    const add = async (more = {}) =>
      (await result('apply_column_change', { id, operation: 'add', column: 'phone', ...more }))
        .pending_changes;
    expect(await add()).toHaveLength(2);
    expect(await add({ from_saved: true })).toHaveLength(1);
    options = { conversationId: 'elsewhere' };
    const elsewhere = await result('get_table_config', { id });
    expect(elsewhere).not.toHaveProperty('pending_changes_not_accepted');
  });

  const add = (more: JsonObject) => ({ operation: 'add', ...more });
  const colour = { column: 'colour' };
  const asDate = { operation: 'format', column: 'unit_price', format: 'date' };
  const price = { column: 'unit_price', operator: 'gt', value: 'much' };
  test.each<[string, JsonObject, string, RegExp]>([
    ['column', add(colour), 'not_found', /no column "colour"/],
    ['column', { operation: 'paint', column: 'sku' }, 'invalid_arguments', /rename/],
    ['column', add({}), 'invalid_arguments', /needs "column"/],
    ['column', asDate, 'invalid_config', /not made/],
    ['filter', add(price), 'invalid_arguments', /takes a number/],
    ['filter', add({ column: 'status', value: 'sold' }), 'invalid_arguments', /active/],
    ['sort', { operation: 'set', ...colour }, 'not_found', /no column "colour"/],
    ['join', add({ table: 'hr.employees' }), 'invalid_arguments', /No foreign key/],
    ['join', add({ table: 'unicorns' }), 'not_found', /search_database_schema/],
    ['preview', {}, 'invalid_arguments', /Nothing has changed/],
  ])('%s %j: %s', async (what, input, code, message) => {
    const { id } = of('inventory.products');
    const name = what === 'preview' ? 'preview_table_config' : `apply_${what}_change`;
    const error = await refused(name, { id, ...input });
    expect(error).toMatchObject({ code, message: expect.stringMatching(message) });
    const after = await result('get_table_config', { id });
    expect(after).not.toHaveProperty('pending_changes_not_accepted');
  });
});

describe('a new table', () => {
  const configOf = (source: string, ...names: string[]) => {
    const columns = names.map((name) => ({ name }));
    return { title: 'x', data_source: [{ source, schema: 'inventory', select: { columns } }] };
  };

  test('from a few words, linked tables joined by themselves', async () => {
    const columns = ['name', 'unit price', 'suppliers.name'];
    const filters = [{ column: 'unit_price', operator: 'lt', value: 20 }];
    const sort = [{ column: 'unit_price', direction: 'desc' }];
    const input = { name: 'Cheap products', source: 'products', columns, filters, sort };
    const { targetId, description, extra } = await preview(input);
    expect(targetId).toBeUndefined();
    expect(description).toMatch(/^New table "Cheap products" on inventory.products: 3 columns/);
    const [name, unit_price] = [expect.any(String), expect.any(Number)];
    expect(extra.rows[0]).toMatchObject({ name, unit_price, supplier_name: expect.any(String) });
    expect(Math.max(...pricesOf(extra.rows))).toBeLessThan(20);
  });

  test('can be changed before it is accepted, and accepted', async () => {
    await preview({ name: 'Employees short', source: 'hr.employees' });
    await result('apply_column_change', { operation: 'remove', column: 'phone' });
    const { id } = await save(await preview({ name: 'Employees short' }));
    expect(keysOf(await result('get_table_config', { id }))).not.toContain('phone');
    const taken = { name: 'employees SHORT', source: 'users' };
    expect((await refused('preview_table_config', taken)).code).toBe('conflict');
  });

  test('goes by its title on the page of another table, and by its id once it is accepted', async () => {
    await preview({ name: 'Team list', source: 'hr.employees', columns: ['last_name', 'title'] });
    options.requestContext = { config_id: of('sales.orders').id };
    const [table_name, column] = ['Team list', 'hired_on'];
    await result('apply_column_change', { table_name: 'team list', operation: 'add', column });
    const { id } = await save(await preview({ table_name }));
    const next = { table_name, operation: 'set', column };
    expect(await result('apply_sort_change', next)).toMatchObject({ id });
    const diff = { sorts: { added: [{ name: column }] } };
    expect(await preview({ table_name })).toMatchObject({ targetId: id, extra: { diff } });
  });

  test('as a copy of a saved one', async () => {
    const { id } = of('sales.customers');
    const shown = await preview({ id, as_new: true, name: 'Customers copy' });
    expect(shown.targetId).toBeUndefined();
    expect(shown.payload).toMatchObject({ name: 'Customers copy' });
  });

  test('from a config whose looks are left out', async () => {
    const config = configOf('warehouses', 'name', 'opened_on');
    const { payload } = await preview({ name: 'Openings', config });
    const found = (payload['config'] as TableConfig).visual_settings.columns.opened_on;
    expect(found).toMatchObject({ type: 'datetime', format: { pattern: 'yyyy-MM-dd' } });
  });

  test.each([
    ['malformed', { title: 'x' }, 'data_source'],
    ['unknown table', configOf('unicorns', 'a'), 'unicorns'],
    ['unknown column', configOf('products', 'horn'), 'horn'],
  ])('a config with %s is told to the user and the model', async (_what, config, part) => {
    const { isError, content, signals } = await call('preview_table_config', { name: 'x', config });
    expect([isError, content]).toEqual([true, expect.stringContaining('invalid_config')]);
    expect(signals[0]).toMatchObject({ type: 'event', event: 'table_config_validation_error' });
    expect(JSON.stringify(signals[0])).toContain(part);
  });
});
