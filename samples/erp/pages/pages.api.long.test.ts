import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openPlatformApp, type PlatformApp } from '../../../test/support/platform-app.js';
import { tableConfigId } from '../tables/seed-configs.js';
import { tableConfigSchema } from '../tables/table-config.schema.js';
import { samplePages } from './sample-pages.js';
import { contentTypes } from './content-types.js';
import { formId, pageId } from './seed-pages.js';

let app: PlatformApp;
beforeAll(async () => {
  app = await openPlatformApp();
});
afterAll(() => app.close());

const PATH = '/v1/config';
const UNKNOWN = '11111111-1111-4111-8111-111111111111';
const call: PlatformApp['call'] = (method, path, body) => app.call(method, `${PATH}/${path}`, body);

async function newPage(name: string): Promise<string> {
  const { body } = await call('POST', 'page-configs', { name, title: name });
  return String(body.id);
}

describe('pages', () => {
  test('list200', async () => {
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
  test('create201, get200, update200', async () => {
    const made = await call('POST', 'page-configs', { name: 'returns', title: 'Returns' });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ name: 'returns', version: 1, content_count: 0 });
    expect(made.body).not.toHaveProperty('description');
    const path = `page-configs/${made.body.id}`;
    const changed = await call('PUT', path, { description: 'What came back', if_version: 1 });
    expect(changed.body).toMatchObject({ name: 'returns', title: 'Returns', version: 2 });
    expect((await call('GET', path)).body).toEqual(changed.body);
    const late = await call('PUT', path, { title: 'x', if_version: 1 });
    expect([late.status, late.body.error.code]).toEqual([409, 'conflict']);
  });
  test('create409', async () => {
    const { status } = await call('POST', 'page-configs', { name: 'SALES', title: 'x' });
    expect(status).toBe(409);
  });
  test.each([
    { name: 'x' },
    { title: 'x' },
    { name: ' ', title: 'x' },
    { name: 'x', title: 'y', z: 1 },
  ])('create400 %j', async (body) => {
    const answer = await call('POST', 'page-configs', body);
    expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_request']);
  });
  test.each(['page-configs/', 'page-content/', 'forms/', 'form-fields/'])(
    'get404 %s',
    async (path) => {
      for (const id of [UNKNOWN, 'x']) {
        const { status, body } = await call('GET', `${path}${id}`);
        expect([status, body.error.code]).toEqual([404, 'not_found']);
      }
    },
  );
});

describe('content', () => {
  test('list200 of one page, in order', async () => {
    const { body } = await call('GET', `page-configs/${pageId('inventory')}/content`);
    const sample = samplePages.find((page) => page.name === 'inventory');
    expect(body.items.map((item: { label: string }) => item.label)).toEqual(
      sample?.content.map((content) => content.label),
    );
    expect(body.items[2]).toMatchObject({
      content_type: 'table',
      table_config_id: tableConfigId('Inventory'),
      parent_id: body.items[1].id,
    });
    const same = await call('GET', `page-content?page_config_id=${pageId('inventory')}`);
    expect(same.body).toEqual(body);
    expect((await call('GET', `page-configs/${UNKNOWN}/content`)).status).toBe(404);
  });
  test('create201 goes to the end and raises the page’s version; update200', async () => {
    const page_config_id = await newPage('with content');
    const content = { page_config_id, content_type: 'table', label: 'Orders' };
    const made = await call('POST', 'page-content', {
      ...content,
      table_config_id: tableConfigId('Orders'),
    });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ ...content, order_index: 0, layout: {} });
    const second = await call('POST', 'page-content', {
      page_config_id,
      content_type: 'text',
      label: 'Note',
      layout: { text: 'hello' },
    });
    expect(second.body.order_index).toBe(1);
    const changed = await call('PUT', `page-content/${second.body.id}`, { label: 'Remark' });
    expect(changed.body).toEqual({ ...second.body, label: 'Remark' });
    const page = await call('GET', `page-configs/${page_config_id}`);
    expect(page.body).toMatchObject({ version: 4, content_count: 2 });
  });
  test('update422 when a piece would be inside itself', async () => {
    const page_config_id = await newPage('loops');
    const make = async (label: string, parent_id?: string): Promise<string> => {
      const piece = { page_config_id, content_type: 'container', label, parent_id };
      return String((await call('POST', 'page-content', piece)).body.id);
    };
    const outer = await make('outer');
    const inner = await make('inner', outer);
    const { status, body } = await call('PUT', `page-content/${outer}`, { parent_id: inner });
    expect([status, body.error.code]).toEqual([422, 'invalid_config']);
    expect(body.error.message).toContain('inside itself');
    const moved = await call('PUT', `page-content/${inner}`, { parent_id: null, label: null });
    expect(moved.body).toMatchObject({ id: inner, label: 'inner' });
    expect(moved.body.parent_id ?? null).toBeNull();
  });
  test('update422 when what a piece holds no longer fits', async () => {
    const { body } = await call('GET', `page-configs/${pageId('inventory')}/content`);
    const tabs = body.items[0];
    const answer = await call('PUT', `page-content/${tabs.id}`, { content_type: 'container' });
    expect(answer.status).toBe(422);
    expect(answer.body.error.message).toContain('a container cannot hold a tab');
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
  ])('create422 %j', async (piece, path, sentence) => {
    const body = { page_config_id: pageId('sales'), label: 'x', ...piece };
    const answer = await call('POST', 'page-content', body);
    expect([answer.status, answer.body.error.code]).toEqual([422, 'invalid_config']);
    expect(answer.body.error.details[0].path).toBe(path);
    expect(answer.body.error.message).toContain(sentence);
  });
});

describe('page preview', () => {
  const count = async () => (await call('GET', 'page-content?rows=1')).body.total as number;
  test('preview200 of every sample page is valid and writes nothing', async () => {
    const before = await count();
    for (const { name, title } of samplePages) {
      const { body } = await call('GET', `page-configs/${pageId(name)}/content`);
      const answer = await call('POST', 'page-configs/preview', {
        page: { name, title },
        content: body.items,
      });
      expect([answer.status, answer.body.valid, answer.body.errors]).toEqual([200, true, []]);
      expect(answer.body.outline).toHaveLength(body.items.length + 1);
    }
    expect(await count()).toBe(before);
  });
  test('the outline shows what holds what', async () => {
    const { body } = await call('GET', `page-configs/${pageId('inventory')}/content`);
    const page = { name: 'inventory', title: 'Inventory' };
    const answer = await call('POST', 'page-configs/preview', { page, content: body.items });
    expect(answer.body.outline.slice(0, 4)).toEqual([
      'Inventory',
      '  tabs: Inventory',
      '    tab: Stock',
      '      table: Stock by warehouse (table Inventory)',
    ]);
  });
  test('preview200 names what is wrong', async () => {
    const { status, body } = await call('POST', 'page-configs/preview', {
      page: { name: 'x', title: 'X' },
      content: [
        { content_type: 'container', label: 'A' },
        { content_type: 'table', label: '' },
      ],
    });
    expect([status, body.valid]).toEqual([200, false]);
    expect(body.errors.map((error: { path: string }) => error.path)).toEqual([
      'content[1].label',
      'content[1].table_config_id',
    ]);
  });
  test.each([
    [{}, 'page'],
    [{ page: { name: 'x', title: 'y' } }, 'content'],
    [{ page: { name: 'x' }, content: [] }, 'page.title'],
    [
      {
        page: { name: 'x', title: 'y' },
        content: [{ label: 'x', content_type: 'text', colour: 1 }],
      },
      'content[0].colour',
    ],
    [
      {
        page: { name: 'x', title: 'y' },
        content: Array.from({ length: 201 }, () => ({ label: 'x', content_type: 'text' })),
      },
      'content',
    ],
  ])('preview400 %#', async (body, path) => {
    const answer = await call('POST', 'page-configs/preview', body);
    expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_request']);
    expect(answer.body.error.details[0].path).toBe(path);
  });
});

describe('forms', () => {
  test('list200', async () => {
    const { body } = await call('GET', 'forms');
    expect(body.items.slice(0, 3).map((form: { name: string }) => form.name)).toEqual([
      'Customer form',
      'Product form',
      'Supplier form',
    ]);
    expect(body.items[1].fields[0]).toMatchObject({
      name: 'sku',
      field_type: 'text',
      required: true,
    });
    const products = await call('GET', 'forms?entity=inventory.products');
    expect(products.body).toMatchObject({ total: 1, items: [{ id: formId('Product form') }] });
  });
  test('create201, fields, update200', async () => {
    const made = await call('POST', 'forms', { name: 'Order form', entity: 'sales.orders' });
    expect([made.status, made.body.fields]).toEqual([201, []]);
    const form_id = made.body.id as string;
    const field = await call('POST', 'form-fields', {
      form_id,
      name: 'priority',
      label: 'Priority',
      field_type: 'enum',
      config: { schema: 'sales', enum: 'order_priority' },
    });
    expect(field.status).toBe(201);
    expect(field.body).toMatchObject({ order_index: 0, required: false });
    const changed = await call('PUT', `form-fields/${field.body.id}`, { required: true });
    expect(changed.body).toEqual({ ...field.body, required: true });
    const form = await call('GET', `forms/${form_id}`);
    expect(form.body).toMatchObject({ version: 3, fields: [changed.body] });
    const wrong = await call('PUT', `forms/${form_id}`, { entity: 'hr.employees' });
    expect([wrong.status, wrong.body.error.details[0].path]).toEqual([422, 'fields[0].name']);
    const renamed = await call('PUT', `forms/${form_id}`, { name: 'Orders form', if_version: 3 });
    expect(renamed.body).toMatchObject({ name: 'Orders form', version: 4 });
    const listed = await call('GET', `form-fields?form_id=${form_id}`);
    expect(listed.body).toMatchObject({ total: 1, items: [changed.body] });
    expect((await call('GET', `form-fields/${field.body.id}`)).body).toEqual(changed.body);
  });
  test('create409', async () => {
    const { status } = await call('POST', 'forms', {
      name: 'product FORM',
      entity: 'sales.orders',
    });
    expect(status).toBe(409);
  });
  test('create422 for a table that is not there', async () => {
    const { status, body } = await call('POST', 'forms', { name: 'x', entity: 'sales.nothing' });
    expect([status, body.error.details[0].path]).toEqual([422, 'entity']);
    expect(body.error.message).toContain('sales.orders');
  });
  test.each([
    [{ name: 'colour' }, 'name', 'choose from: id'],
    [{ name: 'SKU' }, 'name', 'already has a field'],
    [{ field_type: 'textbox' }, 'field_type', 'choose from: text'],
    [{ field_type: 'checkbox' }, 'field_type', 'does not fit'],
    [{ config: { colour: 1 } }, 'config.colour', 'no setting'],
    [{ label: ' ' }, 'label', 'blank'],
    [{ field_type: 'select', config: { options: [] } }, 'config.options', 'list of texts'],
    [{ name: 'status', field_type: 'enum', config: {} }, 'config.enum', 'inventory.stock_status'],
    [
      { name: 'id', field_type: 'lookup', config: { schema: 'sales', table: 'x' } },
      'config.table',
      'sales.orders',
    ],
    [
      {
        name: 'id',
        field_type: 'lookup',
        config: { schema: 'sales', table: 'orders', value_column: 'id', label_column: 'x' },
      },
      'config.label_column',
      'no column',
    ],
  ])('create field 422 %j', async (field, path, sentence) => {
    const base = {
      form_id: formId('Product form'),
      name: 'unit',
      label: 'Unit',
      field_type: 'text',
    };
    const { status, body } = await call('POST', 'form-fields', { ...base, ...field });
    expect([status, body.error.code]).toEqual([422, 'invalid_config']);
    expect(body.error.details.map((detail: { path: string }) => detail.path)).toContain(path);
    expect(body.error.message).toContain(sentence);
  });
  test('preview200 of every sample form, and of a wrong one', async () => {
    const { body } = await call('GET', 'forms?search=form');
    for (const { name, entity, fields } of body.items) {
      const answer = await call('POST', 'forms/preview', { form: { name, entity }, fields });
      expect([answer.status, answer.body.valid, answer.body.errors]).toEqual([200, true, []]);
      expect(answer.body.outline).toHaveLength(fields.length + 1);
    }
    const wrong = await call('POST', 'forms/preview', {
      form: { name: 'x', entity: 'sales.nothing' },
      fields: [{ name: 'a', label: 'A', field_type: 'text' }],
    });
    expect(wrong.body).toMatchObject({ valid: false, errors: [{ path: 'form.entity' }] });
    expect(wrong.body.outline).toEqual(['x for sales.nothing', '  A (a): text']);
  });
});

test.each([
  ['forms/preview', { form: { name: 'x', entity: 'sales.orders' }, fields: [[[]]] }, 'fields'],
  ['page-configs/preview', { page: { name: 'x', title: 'X' }, content: [[[]]] }, 'content'],
])('%s refuses lists within the list', async (path, body, field) => {
  const answer = await call('POST', path, body);
  expect(answer.status).toBe(400);
  expect(answer.body.error.message).toContain(field);
});

describe('types', () => {
  test('content-types200 and form-field-types200', async () => {
    const content = await call('GET', 'content-types');
    expect(content.body.items).toEqual(contentTypes);
    const fields = await call('GET', 'form-field-types');
    expect(fields.body.items[0]).toMatchObject({
      type: 'text',
      config: ['placeholder', 'min_length', 'max_length', 'pattern'],
    });
  });
  test('schemas/table-config200', async () => {
    const { status, body } = await call('GET', 'schemas/table-config');
    expect([status, body]).toEqual([200, tableConfigSchema]);
  });
});
