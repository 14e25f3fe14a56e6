import { AppError, type ErrorDetail } from '../../foundation/errors.js';
import type { JsonObject } from '../../foundation/json.js';
import type { Platform } from '../platform.js';
import type { Tool } from '../tool.js';
import { fetchAll } from '../shared/lists.js';
import { resolveConfig, resolveForm, resolvePage } from './resolve.js';

interface Outline {
  valid: boolean;
  errors: ErrorDetail[];
  outline: unknown;
}

/** Checks a page and shows its outline; nothing is written. */
export const previewPageConfig: Tool = {
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
  async execute(input, { platform }) {
    const body = await toBody(input, platform);
    const path = ['v1', 'config', 'page-configs', 'preview'];
    const answer = await platform.post<Outline>(path, body);
    return { result: answer, ...(answer.valid ? {} : { isError: true }) };
  },
};

async function toBody(input: JsonObject, platform: Platform): Promise<JsonObject> {
  const existing =
    typeof input['page'] === 'string' ? await resolvePage(platform, input['page']) : undefined;
  const name = input['name'] ?? existing?.name;
  if (name === undefined) {
    throw new AppError(
      'invalid_arguments',
      'Say which page: "page" for an existing one (list_pages shows them), or "name" for a new one.',
    );
  }
  const blocks = input['blocks'] as JsonObject[] | undefined;
  const description = input['description'] ?? existing?.description;
  return {
    page: {
      name,
      title: input['title'] ?? existing?.title ?? name,
      ...(description ? { description } : {}),
    },
    content:
      blocks !== undefined
        ? await Promise.all(blocks.map((block, index) => toContent(block, index, platform)))
        : existing
          ? await fetchAll(platform, ['v1', 'config', 'page-configs', existing.id, 'content'])
          : [],
  };
}

async function toContent(
  block: JsonObject,
  index: number,
  platform: Platform,
): Promise<JsonObject> {
  const { table, form } = block;
  return {
    content_type: block['content_type'],
    label: block['label'] ?? (typeof table === 'string' ? table : (form ?? '')),
    order_index: index,
    layout: block['layout'] ?? {},
    ...(typeof table === 'string'
      ? { table_config_id: (await resolveConfig(platform, table)).id }
      : {}),
    ...(typeof form === 'string' ? { form_id: (await resolveForm(platform, form)).id } : {}),
  };
}
