import { newId } from '../../../foundation/ids.js';
import type { JsonObject } from '../../../foundation/json.js';
import { startToolHarness, type ToolHarness } from '../../../../test/support/tool-harness.js';
import { tableTools } from '../plugin.js';
import type { Form, PageConfig } from '../../../platform/types.js';

/* The page and form tools over the real platform and its sample data. */

let harness: ToolHarness;
beforeAll(async () => {
  harness = await startToolHarness(tableTools);
});
afterAll(() => harness.close());

type Refused = { error: { code: string; message: string }; errors: unknown[] };
const failure = async (name: string, input: JsonObject) => {
  const { isError, result } = await harness.call(name, input);
  expect(isError).toBe(true);
  return result as Refused;
};
type Kind = { type: string; requires: string[] };
const kinds = (input: JsonObject) =>
  harness.result<{ content_types: Kind[] }>('discover_content_types', input);

test('kinds of fields and blocks, and what can be configured', async () => {
  const fields = await harness.result<{ field_types: object[] }>('discover_field_types');
  const blocks = await kinds({});
  const type = expect.any(String);
  for (const one of [fields.field_types[0], blocks.content_types[0]])
    expect(one).toMatchObject({ type });
  const all = await harness.result<{ surfaces: { name: string }[] }>('discover_config_surfaces');
  const [first] = all.surfaces;
  expect(first).not.toHaveProperty('endpoints');
  const surface = first?.name.toUpperCase();
  expect(await harness.result('discover_config_surfaces', { surface })).toHaveProperty('endpoints');
  const { error } = await failure('discover_config_surfaces', { surface: 'unicorns' });
  expect(error.message).toContain(`"${first?.name}"`);
});

describe('pages', () => {
  let pages: PageConfig[];
  beforeAll(async () => {
    ({ pages } = await harness.result<{ pages: PageConfig[] }>('list_pages'));
  });

  test('are listed, found and read by name and id', async () => {
    expect(pages.length).toBeGreaterThan(0);
    for (const { id, name } of pages) {
      const page = await harness.result('get_page_config', { page: name.toUpperCase() });
      expect(page).toMatchObject({ id, name });
      expect(await harness.result('get_page_config', { page: id })).toEqual(page);
      const listed = await harness.result<{ pages: PageConfig[] }>('list_pages', { search: name });
      expect(listed.pages.map((item) => item.id)).toContain(id);
    }
    for (const page of ['unicorns', newId()]) {
      const { error } = await failure('get_page_config', { page });
      expect(error).toMatchObject({ code: 'not_found' });
      expect(error.message).toContain(pages[0]?.name);
    }
  });

  test('show their blocks with the names of what they hold', async () => {
    type Content = { blocks: JsonObject[] };
    const contents = await Promise.all(
      pages.map(({ name: page }) => harness.result<Content>('get_page_content', { page })),
    );
    const blocks = contents.flatMap((content) => content.blocks);
    expect(blocks).toHaveLength(pages.reduce((sum, page) => sum + page.content_count, 0));
    const named = blocks.filter((block) => block['table'] !== undefined);
    expect(named.length).toBeGreaterThan(0);
    expect(named.map((block) => block['table'])).not.toContain('unknown');
  });

  test('an existing one previews as valid, and nothing is written', async () => {
    const [page] = pages;
    const found = await harness.result('preview_page_config', { page: page?.name });
    expect(found).toMatchObject({ valid: true, errors: [] });
    expect((await harness.result<{ pages: unknown }>('list_pages')).pages).toEqual(pages);
  });

  test('blocks go inside earlier ones by label', async () => {
    const blocks = [
      { content_type: 'tabs', label: 'Views' },
      { content_type: 'tab', label: 'First', inside: 'views' },
      { content_type: 'text', label: 'Note', inside: 'First', text: 'Read me' },
    ];
    const input = { name: 'nested', blocks };
    const { outline } = await harness.result<{ outline: string[] }>('preview_page_config', input);
    const indents = outline.map((line) => line.search(/\S/));
    expect(indents.at(-1)).toBeGreaterThan(indents.at(-2) as number);
    const lost = { ...input, blocks: [{ content_type: 'tab', inside: 'Views' }] };
    expect((await failure('preview_page_config', lost)).error.code).toBe('not_found');
  });

  test('a new one takes tables by name; a wrong block is named', async () => {
    const { tables } = await harness.result<{ tables: { name: string }[] }>('list_table_configs');
    const { content_types } = await kinds({});
    const kind = content_types.find((item) => item.requires.join().includes('table'));
    const block = { content_type: kind?.type, label: 'Rows', table: tables[0]?.name };
    const input = { name: 'try_out', title: 'Try out', blocks: [block] };
    const answer = await harness.result('preview_page_config', input);
    expect(answer).toMatchObject({ valid: true });
    expect(JSON.stringify(answer['outline'])).toContain('Rows');
    const wrong = { ...input, blocks: [{ ...block, content_type: 'unicorn' }] };
    expect((await failure('preview_page_config', wrong)).errors).not.toEqual([]);
    const { error } = await failure('preview_page_config', {});
    expect(error.message).toContain('list_pages');
  });
});

describe('forms', () => {
  let forms: Form[];
  beforeAll(async () => {
    ({ forms } = await harness.result<{ forms: Form[] }>('list_forms'));
  });

  test('are listed, found and read by name and id', async () => {
    expect(forms.length).toBeGreaterThan(0);
    for (const { id, name } of forms) {
      const form = await harness.result<Form>('get_form_definition', { form: name });
      expect(form).toMatchObject({ id, name });
      expect(form.fields.length).toBeGreaterThan(0);
      expect(await harness.result('get_form_definition', { form: id })).toEqual(form);
    }
    const { error } = await failure('get_form_definition', { form: 'unicorns' });
    expect(error.message).toContain(forms[0]?.name);
  });

  test('an existing one previews as valid', async () => {
    for (const { name } of forms) {
      const answer = await harness.result('preview_form', { form: name });
      expect(answer).toMatchObject({ valid: true, errors: [] });
    }
  });

  test('a new one gets labels; a wrong field is named', async () => {
    const fields = [
      { name: 'name', field_type: 'text', required: true },
      { name: 'email', field_type: 'text' },
    ];
    const input = { name: 'new_supplier', entity: 'procurement.suppliers', fields };
    const answer = await harness.result('preview_form', input);
    expect(answer).toMatchObject({ valid: true });
    expect(JSON.stringify(answer['outline'])).toContain('Email');
    const wrong = { ...input, fields: [{ name: 'horn', field_type: 'unicorn' }] };
    expect((await failure('preview_form', wrong)).errors).not.toEqual([]);
    const { error } = await failure('preview_form', { name: 'x' });
    expect(error.message).toContain('"entity"');
  });
});
