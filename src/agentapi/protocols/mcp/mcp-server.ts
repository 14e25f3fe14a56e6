import {
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type CallToolResult,
  type Tool,
} from '@modelcontextprotocol/server';
import { EXACT, fromCarriers, parseJson } from '../../../foundation/exact-json.js';
import type { Agents } from '../../../agentloop/agent.js';
import { compileArguments } from '../../../agenttools/arguments.js';
import { AppError, toErrorBody } from '../../../foundation/errors.js';
import { visibleJson } from '../../../foundation/invisible.js';
import { isObject, type JsonObject } from '../../../foundation/json.js';
import type { RequestShares } from '../../admission.js';
import type { McpAnswer, McpCalls, McpRequest } from './mcp-calls.js';
import {
  APPS,
  decideTool,
  PAGE_TYPE,
  PREVIEW_PAGE,
  type PreviewApp,
  takes,
} from './preview-app.js';

const name = { type: 'string', description: 'The name of a tool that search_tools found.' };
const input = {
  type: 'object',
  description: 'Its arguments, as describe_tool shows them.',
  additionalProperties: true,
};
const READ_ONLY = { readOnlyHint: true, destructiveHint: false, openWorldHint: false };

/** The names of the tools that a client is shown; none that a model can call accepts a change. */
type MetaToolName = (typeof appTools)[number]['name'];

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
      name,
      arguments: input,
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

const appTools = [...metaTools, decideTool] as const;

type ListedResource = Record<'uri' | 'name' | 'title' | 'description' | 'mimeType', string>;

/** What users keep here that MCP clients may read: their own documents and the shared ones, and parts of them. */
export interface McpResources {
  list(userId: string, from: number, limit: number): Promise<ListedResource[]>;
  /** The forms of addresses that can be read beside those of the list. */
  templates: readonly { uriTemplate: string; name: string; description: string }[];
  /** Rejects with `not_found` what is nothing of this user's. */
  read(userId: string, uri: string): Promise<{ mimeType: string; text: string }>;
}

export type McpExchange = Omit<McpRequest, 'signal'>;

export interface McpServerParts {
  calls: McpCalls;
  app: PreviewApp;
  agents: Agents;
  resources: McpResources;
  version: string;
  /** Bounds how many messages of one user that ask the database or others are under way, in whatever batches. */
  shares: Pick<RequestShares, 'during'>;
  onError: (error: unknown) => void;
}

const INSTRUCTIONS =
  'Search for a tool first (search_tools), look at its arguments (describe_tool), then call it if it reads (call_read_tool) or propose the change (propose_change). No tool here changes anything: a person decides at the link of a proposal.';

const UNTIL_UPDATED = { ttlMs: 3_600_000, cacheScope: 'public' } as const;

/** What is the same for everybody until this program is another one; the rest is the caller's, and may change at once. */
const cacheHints = {
  'server/discover': UNTIL_UPDATED,
  'tools/list': UNTIL_UPDATED,
  'resources/templates/list': UNTIL_UPDATED,
};

/** The server as one caller sees it for one exchange; nothing is kept between two. */
export function createMcpServer(parts: McpServerParts, request: McpExchange): Server {
  const { agents, version } = parts;
  const { userId } = request.caller;
  const server = new Server(
    { name: 'sextant', title: 'Sextant', version },
    {
      capabilities: { tools: {}, prompts: {}, resources: {}, extensions: { [APPS]: {} } },
      instructions: INSTRUCTIONS,
      cacheHints,
    },
  );
  /** Whether the client of this request says that it shows pages; of those of 2025 that is not known. */
  const showsPages = () => server.getClientCapabilities()?.extensions?.[APPS] !== undefined;
  server.setRequestHandler('tools/list', () =>
    showsPages() ? { tools: [...appTools], cacheScope: 'private' } : { tools: [...metaTools] },
  );
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const { name } = params;
    const input = fromCarriers(params.arguments ?? {}, EXACT) as JsonObject;
    const asked = { ...request, signal: mcpReq.signal, showsPages: showsPages() };
    return answerOf(parts, name, input, asked);
  });
  server.setRequestHandler('prompts/list', () => ({
    prompts: promptsOf(agents),
  }));
  server.setRequestHandler('prompts/get', ({ params }) => {
    const prompt = promptsOf(agents).find(({ name }) => name === params.name);
    if (prompt === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no such prompt.`);
    const content = { type: 'text' as const, text: prompt.title };
    return { description: prompt.description, messages: [{ role: 'user' as const, content }] };
  });
  serveResources(server, parts, userId);
  return server;
}

const PAGE = 100;

function serveResources(
  server: Server,
  { resources, shares, app }: McpServerParts,
  userId: string,
): void {
  server.setRequestHandler('resources/list', async ({ params }) => {
    const from = Number(params?.cursor ?? 0);
    if (!Number.isInteger(from) || from < 0)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such page.');
    const listed = await shares
      .during(userId, () => resources.list(userId, from, PAGE + 1))
      .catch(asProtocolError);
    const nextCursor = listed.length > PAGE ? String(from + PAGE) : undefined;
    return { resources: listed.slice(0, PAGE), nextCursor };
  });
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [...resources.templates],
  }));
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    if (uri === PREVIEW_PAGE) {
      const text = await app.page().catch(asProtocolError);
      const _meta = { ui: { prefersBorder: true } };
      return { contents: [{ uri, mimeType: PAGE_TYPE, text, _meta }] };
    }
    const read = await shares
      .during(userId, () => resources.read(userId, uri))
      .catch(asProtocolError);
    return { contents: [{ uri, ...read }] };
  });
}

function asProtocolError(error: unknown): never {
  if (!(error instanceof AppError)) throw error;
  const { InternalError, InvalidParams } = ProtocolErrorCode;
  const isTooMuch = error.code === 'too_many_requests';
  throw new ProtocolError(isTooMuch ? InternalError : InvalidParams, error.message);
}

const checks = new Map(appTools.map((tool) => [tool.name, compileArguments(tool)] as const));

async function answerOf(
  { calls, app, shares, onError }: McpServerParts,
  name: string,
  input: JsonObject,
  request: McpRequest & { showsPages: boolean },
): Promise<CallToolResult> {
  const { caller, showsPages } = request;
  const check = checks.get(name as MetaToolName);
  if (check === undefined || (name === decideTool.name && !showsPages))
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${name}.`);
  try {
    check(input);
    const work = async (): Promise<CallToolResult> => {
      if (name === decideTool.name) return toResult(await app.decide(caller, input));
      const answer = await called(calls, name as PlainName, input, request);
      const { waiting } = answer;
      if (!showsPages || waiting === undefined) return toResult(answer);
      return { ...toResult(answer), _meta: await app.forPage(caller, waiting) };
    };
    return await shares.during(caller.userId, work);
  } catch (error) {
    if (!(error instanceof AppError)) onError(error);
    return { ...toResult({ value: { ...toErrorBody(error) } }), isError: true };
  }
}

type PlainName = Exclude<MetaToolName, typeof decideTool.name>;

/** The arguments have passed their schema. */
function called(calls: McpCalls, tool: PlainName, input: JsonObject, request: McpRequest) {
  const name = String(input['name']);
  const given = isObject(input['arguments']) ? input['arguments'] : {};
  switch (tool) {
    case 'search_tools':
      return calls.search(String(input['query']), input['limit'] as number | undefined, request);
    case 'describe_tool':
      return calls.describe(name);
    case 'call_read_tool':
      return calls.read(name, given, request);
    case 'propose_change':
      return calls.propose(name, given, request, input['replaces'] as string | undefined);
    case 'change_status':
      return calls.status(String(input['preview_id']), request);
  }
}

function toResult({ value, text, link, isError = false }: McpAnswer): CallToolResult {
  const shown = text ?? visibleJson(value);
  const content: CallToolResult['content'] = [{ type: 'text', text: shown }];
  if (link !== undefined)
    content.push({ type: 'resource_link', uri: link.url, name: 'preview', title: link.title });
  return {
    content,
    isError,
    ...(value === undefined ? {} : { structuredContent: parseJson(visibleJson(value)) }),
  };
}

function promptsOf({ list }: Agents) {
  return list.flatMap(({ contextType, title: agent, examples }) =>
    examples.map((title, at) => ({
      name: `${contextType}_${at + 1}`,
      title,
      description: `A question for ${agent}.`,
    })),
  );
}
