import { openPlatformApp, type PlatformApp } from '../../../test/support/platform-app.js';
import { namedId } from '../shared/seeder.js';
import { useOpened } from '../../../test/support/use-opened.js';

const app = useOpened(openPlatformApp);

const PATH = '/v1/config';
const PAGE = { name: 'x', title: 'X' };
const TEXT = { label: 'x', content_type: 'text' };
const FORM = { name: 'x', entity: 'inventory.products' };
const UNKNOWN = '11111111-1111-4111-8111-111111111111';
const call: PlatformApp['call'] = (method, path, body) => app.call(method, `${PATH}/${path}`, body);
const previewPage = (content: unknown, page: object = PAGE) =>
  call('POST', 'page-configs/preview', { page, content });
const previewForm = (fields: unknown, form: object = FORM) =>
  call('POST', 'forms/preview', { form, fields });

test('pages: list200', async () => {
  const { status, body } = await call('GET', 'page-configs');
  expect(status).toBe(200);
  expect(body.items.slice(0, 4)).toMatchObject([
    { name: 'inventory', title: 'Inventory', content_count: 7, version: 1 },
    { name: 'people' },
    { name: 'purchasing' },
    { name: 'sales' },
  ]);
  expect((await call('GET', 'page-configs?search=orders')).body.total).toBe(2);
});
test.each(['page-configs/', 'forms/'])('pages: get404 %s', async (path) => {
  for (const id of [UNKNOWN, 'x']) {
    const { status, body } = await call('GET', `${path}${id}`);
    expect([status, body.error.code]).toEqual([404, 'not_found']);
  }
});

test.each([
  [{ content_type: 'tabel' }, 'content_type', 'choose from: table'],
  [{ content_type: 'table' }, 'table_config_id', 'needs table_config_id'],
  [{ content_type: 'table', table_config_id: UNKNOWN }, 'table_config_id', 'no table config'],
  [{ content_type: 'form' }, 'form_id', 'needs form_id'],
  [{ content_type: 'form', form_id: UNKNOWN }, 'form_id', 'no form'],
  [{ content_type: 'text' }, 'layout.text', 'needs layout.text'],
  [{ content_type: 'tab' }, 'parent_id', 'needs parent_id'],
  [{ content_type: 'container', label: ' ' }, 'label', 'blank'],
  [{ content_type: 'container', layout: { columns: 13 } }, 'layout.columns', '1 to 12'],
  [{ content_type: 'container', parent_id: UNKNOWN }, 'parent_id', 'no content'],
])('page preview: preview200 of %j names what is wrong', async (piece, path, sentence) => {
  const { body } = await previewPage([{ label: 'x', ...piece }]);
  expect(body).toMatchObject({ valid: false, errors: [{ path: `content[0].${path}` }] });
  expect(body.errors[0].message).toContain(sentence);
});
test.each([
  ['container', 'tab', 'a container cannot hold a tab'],
  ['text', 'container', 'cannot hold content'],
  ['container', 'container', 'inside itself'],
])('page preview: a %s in which a %s is', async (outer, inner, sentence) => {
  const ids = ['11111111-1111-4111-8111-111111111111', '21111111-1111-4111-8111-111111111111'];
  const parent_id = outer === inner ? ids[1] : null;
  const { body } = await previewPage([
    { id: ids[0], label: 'outer', content_type: outer, layout: { text: 'x' }, parent_id },
    { id: ids[1], label: 'inner', content_type: inner, parent_id: ids[0] },
  ]);
  expect(JSON.stringify(body.errors)).toContain(sentence);
});
test.each([
  [{}, 'page'],
  [{ page: PAGE }, 'content'],
  [{ page: { name: 'x' }, content: [] }, 'page.title'],
  [{ page: PAGE, content: [{ ...TEXT, colour: 1 }] }, 'content[0].colour'],
  [{ page: PAGE, content: [[[]]] }, 'content[0]'],
  [{ page: PAGE, content: Array.from({ length: 201 }, () => TEXT) }, 'content'],
])('page preview: preview400 %#', async (body, path) => {
  const answer = await call('POST', 'page-configs/preview', body);
  expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_request']);
  expect(answer.body.error.details[0].path).toBe(path);
});

test('forms: list200', async () => {
  const { body } = await call('GET', 'forms');
  const names = body.items.slice(0, 3).map((form: { name: string }) => form.name);
  expect(names).toEqual(['Customer form', 'Product form', 'Supplier form']);
  const sku = { name: 'sku', field_type: 'text', required: true };
  expect(body.items[1].fields[0]).toMatchObject(sku);
  const { body: products } = await call('GET', 'forms?entity=inventory.products');
  expect(products).toMatchObject({ total: 1, items: [{ id: namedId('form', 'Product form') }] });
});
const lookup = (table: string, more = {}) => {
  return { name: 'id', field_type: 'lookup', config: { schema: 'sales', table, ...more } };
};
const labelled = lookup('orders', { value_column: 'id', label_column: 'x' });
test.each([
  [{ name: 'colour' }, 'name', 'choose from: id'],
  [{ field_type: 'textbox' }, 'field_type', 'choose from: text'],
  [{ field_type: 'checkbox' }, 'field_type', 'does not fit'],
  [{ config: { colour: 1 } }, 'config.colour', 'no setting'],
  [{ label: ' ' }, 'label', 'blank'],
  [{ field_type: 'select', config: { options: [] } }, 'config.options', 'list of texts'],
  [{ name: 'status', field_type: 'enum', config: {} }, 'config.enum', 'inventory.stock_status'],
  [lookup('x'), 'config.table', 'sales.orders'],
  [labelled, 'config.label_column', 'no column'],
])('forms: preview200 of the field %j names what is wrong', async (field, path, sentence) => {
  const fields = [{ name: 'unit', label: 'Unit', field_type: 'text', ...field }];
  const { body } = await previewForm(fields);
  const found = body.errors.find((error: { path: string }) => error.path === `fields[0].${path}`);
  expect([body.valid, found?.message]).toEqual([false, expect.stringContaining(sentence)]);
});
