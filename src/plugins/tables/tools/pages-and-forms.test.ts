import { newId } from '../../../foundation/ids.js';
import type { JsonObject } from '../../../foundation/json.js';
import { useTools } from '../../../../test/support/tool-harness.js';
import { tableTools } from '../plugin.js';
import type { PageConfig } from '../../../platform/types.js';

/* The page and form tools over the real platform and its sample data. */

const { call, result, refused } = useTools(tableTools);
type Kind = { type: string; requires: string[] };
const kinds = async () =>
  (await result<{ content_types: Kind[] }>('discover_content_types')).content_types;
const having = (part: string) => expect.arrayContaining([expect.stringContaining(part)]);
const some = expect.arrayContaining([expect.anything()]);
const refusal = { isError: true, result: { errors: some } };

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

type Listed = Record<string, { id: string; name: string }[]>;
describe.each([
  ['page', 'list_pages', 'get_page_config', 'preview_page_config', {}],
  ['form', 'list_forms', 'get_form_definition', 'preview_form', { fields: some }],
])('each %s', (kind, list, read, preview, more) => {
  const listed = async (input = {}) => (await result<Listed>(list, input))[`${kind}s`]!;

  test('is listed, found and read by name and id', async () => {
    const all = await listed();
    expect(all.length).toBeGreaterThan(0);
    for (const { id, name } of all) {
      const one = await result(read, { [kind]: name.toUpperCase() });
      expect(one).toMatchObject({ id, name, ...more });
      expect(await result(read, { [kind]: id })).toEqual(one);
      expect((await listed({ search: name })).map((item) => item.id)).toContain(id);
    }
    for (const other of ['unicorns', newId()]) {
      const error = { code: 'not_found', message: expect.stringContaining(all[0]!.name) };
      expect(await refused(read, { [kind]: other })).toMatchObject(error);
    }
  });

  test('previews as valid, and nothing is written', async () => {
    const all = await listed();
    for (const { name } of all)
      expect(await result(preview, { [kind]: name })).toMatchObject({ valid: true, errors: [] });
    expect(await listed()).toEqual(all);
  });
});

describe('pages', () => {
  test('show their blocks with the names of what they hold', async () => {
    type Content = { blocks: JsonObject[] };
    const { pages } = await result<{ pages: PageConfig[] }>('list_pages');
    const contents = await Promise.all(
      pages.map(({ name: page }) => result<Content>('get_page_content', { page })),
    );
    const blocks = contents.flatMap((content) => content.blocks);
    expect(blocks).toHaveLength(pages.reduce((sum, page) => sum + page.content_count, 0));
    const named = blocks.filter((block) => block['table'] !== undefined);
    expect(named.length).toBeGreaterThan(0);
    expect(named.map((block) => block['table'])).not.toContain('unknown');
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

test('a new form gets labels; a wrong field is named', async () => {
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
