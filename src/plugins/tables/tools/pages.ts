import { tableTool } from './base.js';
import { fetchAll } from '../../../platform/lists.js';
import type {
  PageConfig,
  ConfigSummary,
  Form,
  PageContent,
  Preview,
} from '../../../platform/types.js';
import { CONFIGS, PAGES, resolvePage, resolveConfig, resolveForm } from './facts.js';
import type { ReadClient } from '../../../agenttools/sources/clients.js';
import { invalidArguments } from '../../../foundation/errors.js';
import { closedObject, type JsonObject, textProperty } from '../../../foundation/json.js';
import { newId } from '../../../foundation/ids.js';
import { requireByName } from '../../../agenttools/names.js';

export const listPages = tableTool<{ search?: string }>({
  name: 'list_pages',
  description:
    'Lists the pages of the application with name, title and how many blocks each holds. Use it to find a page before looking into it.',
  properties: { search: textProperty('Only pages whose name or title contains this.') },
  examples: [
    'which pages do we have?',
    'list all pages of the app',
    'show me the dashboards and screens that exist',
    'is there a page for purchasing?',
    'pages overview pls',
  ],
  execute: async (input, { read }) => {
    const all = await fetchAll<PageConfig>(read, PAGES);
    const search = (input.search ?? '').toLowerCase();
    const pages = all.filter((page) => `${page.name} ${page.title}`.toLowerCase().includes(search));
    const listed = pages.map(({ id, name, title, description, content_count }) => {
      return { id, name, title, description, content_count };
    });
    return { result: { pages: listed, total: pages.length } };
  },
});

export const getPageConfig = tableTool<{ page: string }>({
  name: 'get_page_config',
  description:
    "Reads one page's own settings by name or id: title, description, version, number of blocks. For what is on the page use get_page_content.",
  properties: { page: { type: 'string', minLength: 1, description: 'Name or id of the page.' } },
  required: ['page'],
  examples: [
    'show me the settings of the inventory page',
    'what is the title of the purchasing page?',
    'open the page config for sales',
    'when was the dashboard page last changed',
    'details of that page please',
  ],
  execute: async ({ page }, { read }) => ({ result: await resolvePage(read, page) }),
});

export const getPageContent = tableTool<{ page: string }>({
  name: 'get_page_content',
  description:
    'Lists the blocks on one page (tables, forms, tabs, text) in order, with the names of the tables and forms they show. Use it to learn what a page consists of or where a table is shown.',
  properties: { page: { type: 'string', minLength: 1, description: 'Name or id of the page.' } },
  required: ['page'],
  examples: [
    'what is on the inventory page?',
    'which tables does the sales page show?',
    'list the blocks and tabs of the dashboard',
    'whats in the purchasing screen',
    'does that page contain a form?',
  ],
  execute: async (input, { read }) => {
    const page = await resolvePage(read, input.page);
    const content = await fetchAll<PageContent>(read, [...PAGES, page.id, 'content']);
    const names = await shownNames(read, content);
    const blocks = content
      .toSorted((a, b) => a.order_index - b.order_index)
      .map((item) => toBlock(item, names));
    return { result: { page: page.name, blocks } };
  },
});

function toBlock(item: PageContent, names: ReadonlyMap<string, string>) {
  const { id, content_type, label, table_config_id: table, form_id: form, parent_id } = item;
  const nameOf = (shown: string) => names.get(shown) ?? 'unknown';
  const inside = parent_id || undefined;
  const shown = { table: table ? nameOf(table) : undefined, form: form ? nameOf(form) : undefined };
  return { id, content_type, label, ...shown, inside };
}

/** Names of the tables and forms that the blocks show, by id; asks only for the kinds that occur. */
async function shownNames(read: ReadClient, content: PageContent[]): Promise<Map<string, string>> {
  const lists = [
    ...(content.some((item) => item.table_config_id) ? [CONFIGS] : []),
    ...(content.some((item) => item.form_id) ? [['v1', 'config', 'forms']] : []),
  ];
  const items = await Promise.all(lists.map((path) => fetchAll<ConfigSummary | Form>(read, path)));
  return new Map(items.flat().map(({ id, name }) => [id, name]));
}

export const discoverContentTypes = tableTool<object>({
  name: 'discover_content_types',
  description:
    'Lists the kinds of block a page can hold (table, form, tabs, text…) and what each requires. Use it before composing a page.',
  properties: {},
  examples: [
    'what can I put on a page?',
    'which block types exist for pages?',
    'can a page have tabs or charts?',
    'kinds of page content',
    'what does a table block need',
  ],
  execute: async (_input, { read }) => ({
    result: { content_types: await fetchAll(read, ['v1', 'config', 'content-types']) },
  }),
});

interface Block {
  content_type: string;
  label?: string;
  table?: string;
  form?: string;
  text?: string;
  inside?: string;
  layout?: JsonObject;
}

export const previewPageConfig = tableTool<JsonObject>({
  name: 'preview_page_config',
  description:
    'Checks a page layout and answers an outline of it without saving anything. Give an existing page to see it as it is, or name and blocks to try out a page layout.',
  properties: {
    page: textProperty('Name or id of an existing page to start from.'),
    name: textProperty('Name of a page to try out.'),
    title: { type: 'string' },
    description: { type: 'string' },
    blocks: {
      type: 'array',
      maxItems: 50,
      description: 'The blocks in order; replaces those of an existing page.',
      items: closedObject(['content_type'], {
        content_type: textProperty('From discover_content_types.'),
        label: { type: 'string' },
        table: textProperty('Name or id of the table it shows.'),
        form: textProperty('Name or id of the form it shows.'),
        text: textProperty('What a text block says.'),
        inside: textProperty('Label of an earlier block that holds this one.'),
        layout: { type: 'object' },
      }),
    },
  },
  examples: [
    'put the products table and the customer form on one page',
    'preview a page with two tables side by side',
    'how would a dashboard page with the orders table look?',
    'try out a page layout for the warehouse team',
    'outline of the inventory page',
  ],
  execute: async (input, { read }) => {
    const body = await toBody(input, read);
    const segments = [...PAGES, 'preview'];
    const answer = await read.send<Preview>({ method: 'POST', segments, body });
    return { result: answer, isError: !answer.valid };
  },
});

async function toBody(input: JsonObject, read: ReadClient): Promise<JsonObject> {
  const existing =
    typeof input['page'] === 'string' ? await resolvePage(read, input['page']) : undefined;
  const name = input['name'] ?? existing?.name;
  if (name === undefined) {
    throw invalidArguments(
      'Say which page: "page" for an existing one (list_pages shows them), or "name" for a new one.',
    );
  }
  const description = input['description'] ?? existing?.description;
  return {
    page: {
      name,
      title: input['title'] ?? existing?.title ?? name,
      description: description || undefined,
    },
    content:
      existing === undefined || input['blocks'] !== undefined
        ? await toContent((input['blocks'] ?? []) as Block[], read)
        : await fetchAll<JsonObject>(read, [...PAGES, existing.id, 'content']),
  };
}

/** Blocks as the platform takes them; each gets an id, so that later ones can be inside it. */
async function toContent(blocks: readonly Block[], read: ReadClient): Promise<JsonObject[]> {
  const ids = new Map<string, string>();
  const content: JsonObject[] = [];
  for (const [index, block] of blocks.entries()) {
    const id = newId();
    const table = block.table === undefined ? undefined : await resolveConfig(read, block.table);
    const form = block.form === undefined ? undefined : await resolveForm(read, block.form);
    const label = block.label ?? table?.name ?? form?.name ?? block.content_type;
    content.push({
      id,
      content_type: block.content_type,
      label,
      order_index: index,
      layout: { ...block.layout, text: block.text },
      table_config_id: table?.id,
      form_id: form?.id,
      parent_id:
        block.inside === undefined
          ? undefined
          : ids.get(requireByName([...ids.keys()], block.inside, HOLDERS)),
    });
    ids.set(label, id);
  }
  return content;
}

const HOLDERS = {
  nameOf: (label: string) => label,
  noun: 'earlier block',
  listTool: 'this tool again with the blocks in order',
};
