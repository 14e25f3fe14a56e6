import type { Tool } from '@modelcontextprotocol/server';
import { decideTool, PREVIEW_PAGE, takes } from './preview-app.js';

const name = { type: 'string', description: 'The name of a tool that search_tools found.' };
const input = {
  type: 'object',
  description: 'Its arguments, as describe_tool shows them.',
  additionalProperties: true,
};
const READ_ONLY = { readOnlyHint: true, destructiveHint: false, openWorldHint: false };

/** The names of the tools that a client is shown; none that a model can call accepts a change. */
export type MetaToolName = (typeof appTools)[number]['name'];

/** What a client is shown in place of the whole catalogue. */
export const metaTools = [
  {
    name: 'search_tools',
    title: 'Search tools',
    description:
      'Finds the tools for what is to be done, best first. Describe it in a sentence, as a user would say it.',
    inputSchema: takes(['query'], {
      query: { type: 'string', minLength: 1, maxLength: 2000 },
      limit: { type: 'integer', minimum: 1, maximum: 20, description: '6 when left out.' },
    }),
    annotations: READ_ONLY,
  },
  {
    name: 'describe_tool',
    title: 'Describe a tool',
    description: 'Shows what one tool does and the JSON Schema of its arguments.',
    inputSchema: takes(['name'], { name }),
    annotations: READ_ONLY,
  },
  {
    name: 'call_read_tool',
    title: 'Call a tool that reads',
    description:
      'Calls a tool whose effect is "read" and answers its result. Other tools are refused: propose_change is for them.',
    inputSchema: takes(['name'], { name, arguments: input }),
    annotations: READ_ONLY,
  },
  {
    name: 'propose_change',
    title: 'Propose a change',
    description:
      'Prepares a change with a tool whose effect is "propose". Nothing is changed: the answer is a preview and a link, where a person accepts or rejects it. Give the link to the user.',
    inputSchema: takes(['name'], {
      ...{ name, arguments: input },
      replaces: {
        type: 'string',
        description: 'The preview_id of a waiting proposal that this one corrects: it ends.',
      },
    }),
    annotations: { ...READ_ONLY, readOnlyHint: false },
    _meta: { ui: { resourceUri: PREVIEW_PAGE } },
  },
  {
    name: 'change_status',
    title: 'Look after a change',
    description: 'Says whether a proposed change still waits, or what became of it.',
    inputSchema: takes(['preview_id'], {
      preview_id: { type: 'string', description: 'From propose_change.' },
    }),
    annotations: READ_ONLY,
  },
] as const satisfies readonly Tool[];

/** What hosts are shown that show pages. */
export const appTools = [...metaTools, decideTool] as const;
