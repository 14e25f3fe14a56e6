import { AppError } from '../../../foundation/errors.js';
import type { JsonObject } from '../../../foundation/json.js';
import { newId } from '../../../foundation/ids.js';
import { requireByName } from '../../../agenttools/names.js';
import type { ReadClient } from '../../../agenttools/sources/clients.js';
import type { ToolOf } from '../../../agenttools/tool.js';
import { fetchAll } from '../../../platform/lists.js';
import { defined } from '../../../foundation/defined.js';
import type { PageConfig, Preview } from '../../../platform/types.js';
import { resolveConfig, resolveForm, resolvePage } from './resolve.js';

interface Block {
  content_type: string;
  label?: string;
  table?: string;
  form?: string;
  text?: string;
  inside?: string;
  layout?: JsonObject;
}

/** Checks a page and shows its outline; nothing is written. */
export const previewPageConfig: ToolOf<unknown> = {
  name: 'preview_page_config',
  description:
    'Checks a page layout and answers an outline of it without saving anything. Give an existing page to see it as it is, or name and blocks to try out a page layout.',
  inputSchema: {
    type: 'object',
    properties: {
      page: { type: 'string', description: 'Name or id of an existing page to start from.' },
      name: { type: 'string', description: 'Name of a page to try out.' },
      title: { type: 'string' },
      description: { type: 'string' },
      blocks: {
        type: 'array',
        maxItems: 50,
        description: 'The blocks in order; replaces those of an existing page.',
        items: {
          type: 'object',
          properties: {
            content_type: { type: 'string', description: 'From discover_content_types.' },
            label: { type: 'string' },
            table: { type: 'string', description: 'Name or id of the table it shows.' },
            form: { type: 'string', description: 'Name or id of the form it shows.' },
            text: { type: 'string', description: 'What a text block says.' },
            inside: {
              type: 'string',
              description: 'Label of an earlier block that holds this one.',
            },
            layout: { type: 'object' },
          },
          required: ['content_type'],
          additionalProperties: false,
        },
      },
    },
    additionalProperties: false,
  },
  examples: [
    'put the products table and the customer form on one page',
    'preview a page with two tables side by side',
    'how would a dashboard page with the orders table look?',
    'try out a page layout for the warehouse team',
    'outline of the inventory page',
  ],
  groups: ['tables'],
  effect: 'read',
  async execute(input, { read }) {
    const body = await toBody(input, read);
    const path = ['v1', 'config', 'page-configs', 'preview'];
    const answer = await read.send<Preview>({ method: 'POST', segments: path, body });
    return { result: answer, ...defined({ isError: answer.valid ? undefined : true }) };
  },
};

async function toBody(input: JsonObject, read: ReadClient): Promise<JsonObject> {
  const existing =
    typeof input['page'] === 'string' ? await resolvePage(read, input['page']) : undefined;
  const name = input['name'] ?? existing?.name;
  if (name === undefined) {
    throw new AppError(
      'invalid_arguments',
      'Say which page: "page" for an existing one (list_pages shows them), or "name" for a new one.',
    );
  }
  const description = input['description'] ?? existing?.description;
  return {
    page: {
      name,
      title: input['title'] ?? existing?.title ?? name,
      ...defined({ description: description || undefined }),
    },
    content: await contentOf(input['blocks'] as Block[] | undefined, existing, read),
  };
}

async function contentOf(
  blocks: readonly Block[] | undefined,
  existing: PageConfig | undefined,
  read: ReadClient,
): Promise<JsonObject[]> {
  if (blocks !== undefined) return toContent(blocks, read);
  if (existing === undefined) return [];
  return fetchAll<JsonObject>(read, ['v1', 'config', 'page-configs', existing.id, 'content']);
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
      layout: { ...block.layout, ...defined({ text: block.text }) },
      ...defined({
        table_config_id: table?.id,
        form_id: form?.id,
        parent_id: block.inside === undefined ? undefined : holderOf(block.inside, ids),
      }),
    });
    ids.set(label, id);
  }
  return content;
}

function holderOf(label: string, ids: ReadonlyMap<string, string>): string {
  const labels = [...ids.keys()];
  const found = requireByName(labels, label, {
    nameOf: (item) => item,
    noun: 'earlier block',
    listTool: 'this tool again with the blocks in order',
  });
  return ids.get(found) as string;
}
