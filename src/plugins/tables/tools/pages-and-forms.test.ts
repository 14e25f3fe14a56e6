import { newId } from '../../../foundation/ids.js';
import type { JsonObject } from '../../../foundation/json.js';
import { useTools } from '../../../../test/support/tool-harness.js';
import { tableTools } from '../plugin.js';
import type { Form, PageConfig } from '../../../platform/types.js';

/* The page and form tools over the real platform and its sample data. */

const { call, result, refused } = useTools(tableTools);
type Kind = { type: string; requires: string[] };
const kinds = async () =>
  (await result<{ content_types: Kind[] }>('discover_content_types')).content_types;
const having = (part: string) => expect.arrayContaining([expect.stringContaining(part)]);
const refusal = { isError: true, result: { errors: expect.arrayContaining([expect.anything()]) } };

test('kinds of fields and blocks, and what can be configured', async () => {
  const fields = await result<{ field_types: object[] }>('discover_field_types');
  for (const [one] of [fields.field_types, await kinds()])
    expect(one).toMatchObject({ type: expect.any(String) });
  const all = await result<{ surfaces: { name: string }[] }>('discover_config_surfaces');
  const [first] = all.surfaces;
  expect(first).not.toHaveProperty('endpoints');
  const surface = first?.name.toUpperCase();
  expect(await result('discover_config_surfaces', { surface })).toHaveProperty('endpoints');
  const { message } = await refused('discover_config_surfaces', { surface: 'unicorns' });
  expect(message).toContain(`"${first?.name}"`);
});

describe('pages', () => {
  let pages: PageConfig[];
  beforeAll(async () => void ({ pages } = await result<{ pages: PageConfig[] }>('list_pages')));

  test('are listed, found and read by name and id', async () => {
    expect(pages.length).toBeGreaterThan(0);
    for (const { id, name } of pages) {
      const page = await result('get_page_config', { page: name.toUpperCase() });
      expect(page).toMatchObject({ id, name });
      expect(await result('get_page_config', { page: id })).toEqual(page);
      const listed = await result<{ pages: PageConfig[] }>('list_pages', { search: name });
      expect(listed.pages.map((item) => item.id)).toContain(id);
    }
    for (const page of ['unicorns', newId()]) {
      const error = { code: 'not_found', message: expect.stringContaining(pages[0]!.name) };
      expect(await refused('get_page_config', { page })).toMatchObject(error);
    }
  });

  test('show their blocks with the names of what they hold', async () => {
    type Content = { blocks: JsonObject[] };
    const contents = await Promise.all(
      pages.map(({ name: page }) => result<Content>('get_page_content', { page })),
    );
    const blocks = contents.flatMap((content) => content.blocks);
    expect(blocks).toHaveLength(pages.reduce((sum, page) => sum + page.content_count, 0));
    const named = blocks.filter((block) => block['table'] !== undefined);
    expect(named.length).toBeGreaterThan(0);
    expect(named.map((block) => block['table'])).not.toContain('unknown');
  });

  test('an existing one previews as valid, and nothing is written', async () => {
    const found = await result('preview_page_config', { page: pages[0]?.name });
    expect(found).toMatchObject({ valid: true, errors: [] });
    expect((await result<{ pages: unknown }>('list_pages')).pages).toEqual(pages);
  });

  test('blocks go inside earlier ones by label', async () => {
    const blocks = [
      { content_type: 'tabs', label: 'Views' },
      { content_type: 'tab', label: 'First', inside: 'views' },
      { content_type: 'text', label: 'Note', inside: 'First', text: 'Read me' },
    ];
    const input = { name: 'nested', blocks };
    const { outline } = await result<{ outline: string[] }>('preview_page_config', input);
    const indents = outline.map((line) => line.search(/\S/));
    expect(indents.at(-1)).toBeGreaterThan(indents.at(-2) as number);
    const lost = { ...input, blocks: [{ content_type: 'tab', inside: 'Views' }] };
    expect((await refused('preview_page_config', lost)).code).toBe('not_found');
  });

  test('a new one takes tables by name; a wrong block is named', async () => {
    const { tables } = await result<{ tables: { name: string }[] }>('list_table_configs');
    const kind = (await kinds()).find((item) => item.requires.join().includes('table'));
    const block = { content_type: kind?.type, label: 'Rows', table: tables[0]?.name };
    const input = { name: 'try_out', title: 'Try out', blocks: [block] };
    const outline = having('Rows');
    expect(await result('preview_page_config', input)).toMatchObject({ valid: true, outline });
    const wrong = { ...input, blocks: [{ ...block, content_type: 'unicorn' }] };
    expect(await call('preview_page_config', wrong)).toMatchObject(refusal);
    expect((await refused('preview_page_config', {})).message).toContain('list_pages');
  });
});

describe('forms', () => {
  let forms: Form[];
  beforeAll(async () => void ({ forms } = await result<{ forms: Form[] }>('list_forms')));

  test('are listed, found and read by name and id', async () => {
    expect(forms.length).toBeGreaterThan(0);
    for (const { id, name } of forms) {
      const form = await result<Form>('get_form_definition', { form: name });
      expect(form).toMatchObject({ id, name });
      expect(form.fields.length).toBeGreaterThan(0);
      expect(await result('get_form_definition', { form: id })).toEqual(form);
    }
    const { message } = await refused('get_form_definition', { form: 'unicorns' });
    expect(message).toContain(forms[0]?.name);
  });

  test('an existing one previews as valid', async () => {
    for (const { name: form } of forms)
      expect(await result('preview_form', { form })).toMatchObject({ valid: true, errors: [] });
  });

  test('a new one gets labels; a wrong field is named', async () => {
    const field_type = 'text';
    const email = { name: 'email', field_type };
    const fields = [{ name: 'name', field_type, required: true }, email];
    const input = { name: 'new_supplier', entity: 'procurement.suppliers', fields };
    const outline = having('Email');
    expect(await result('preview_form', input)).toMatchObject({ valid: true, outline });
    const wrong = { ...input, fields: [{ name: 'horn', field_type: 'unicorn' }] };
    expect(await call('preview_form', wrong)).toMatchObject(refusal);
    expect((await refused('preview_form', { name: 'x' })).message).toContain('"entity"');
  });
});
