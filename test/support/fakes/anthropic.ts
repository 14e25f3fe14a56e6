import { randomUUID } from 'node:crypto';
import {
  chatRoute,
  FAKE_KEY,
  modelsRoute,
  type ChatFormat,
  type ChatRenderer,
  type FakeApi,
  type FakeRequest,
  fragments,
} from './fake-api.js';
import { isNoCall, notDraft2020, placesIn } from './json-schema.js';

const STOP = {
  stop: 'end_turn',
  length: 'max_tokens',
  safety: 'refusal',
  malformed_call: 'end_turn',
  other: 'pause_turn',
} as const;

/** Anthropic's messages API, as strict as the real one about headers, blocks and answered calls. */
const format: ChatFormat = {
  path: /^\/v1\/messages$/,
  contentType: 'text/event-stream; charset=utf-8',
  check: (request) => checkHeaders(request) ?? checkBody(request.body) ?? checkTurns(request.body),
  blocks: ({ body }) =>
    [...(body.tools ?? []), ...(body.system ?? []), ...body.messages.flatMap(blocksOf)].map(
      ({ cache_control, ...block }: Body) => ({
        text: JSON.stringify(block),
        isMarked: cache_control !== undefined,
      }),
    ),
  begin,
};

function blocksOf({ content }: Body): Body[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

type Wrong = { status: number; message: string } | undefined;
type Body = FakeRequest['body'];

const bad = (message: string): Wrong => ({ status: 400, message });

function checkHeaders({ headers }: FakeRequest): Wrong {
  const key = headers['x-api-key'];
  if (key === undefined) return { status: 401, message: 'x-api-key header is required' };
  if (key !== FAKE_KEY) return { status: 401, message: 'invalid x-api-key' };
  if (headers['anthropic-version'] === undefined)
    return bad('anthropic-version: header is required');
  return headers['anthropic-version'] === '2023-06-01'
    ? undefined
    : bad(`anthropic-version: "${String(headers['anthropic-version'])}" is not a valid version`);
}

const KEYS = [
  ...['model', 'messages', 'max_tokens', 'system', 'tools', 'tool_choice', 'stream'],
  ...['temperature', 'metadata', 'thinking', 'stop_sequences', 'top_p', 'top_k'],
];

function checkBody(body: Body): Wrong {
  for (const key of ['model', 'max_tokens', 'messages'])
    if (body[key] === undefined) return bad(`${key}: Field required`);
  const extra = Object.keys(body).find((key) => !KEYS.includes(key));
  if (extra !== undefined) return bad(`${extra}: Extra inputs are not permitted`);
  if (!(body.max_tokens >= 1)) return bad('max_tokens: Input should be greater than or equal to 1');
  if (body.model.startsWith('no-such')) return { status: 404, message: `model: ${body.model}` };
  if (body.messages.length === 0) return bad('messages: at least one message is required');
  return checkMarks(body) ?? checkSystem(body.system) ?? checkTools(body);
}

function checkMarks({ tools = [], system = [], messages }: Body): Wrong {
  const blocks = [...tools, ...system, ...messages.flatMap(blocksOf)];
  const marked = blocks.filter(({ cache_control }: Body) => cache_control !== undefined).length;
  if (marked <= 4) return undefined;
  return bad(`A maximum of 4 blocks with cache_control may be provided. Found ${marked}.`);
}

function checkSystem(system: unknown): Wrong {
  const blocks: Body[] = Array.isArray(system) ? system : [];
  if (blocks.every(({ text }) => text?.trim())) return undefined;
  return bad('system: text content blocks must contain non-whitespace text');
}

function checkTools({ tools, tool_choice, messages }: Body): Wrong {
  const blocks = messages.flatMap((message: Body) => message.content);
  const usesTools = blocks.some((block: Body) => ['tool_use', 'tool_result'].includes(block.type));
  if (tools === undefined && usesTools)
    return bad('Requests which include `tool_use` or `tool_result` blocks must define tools');
  if (tools === undefined && tool_choice !== undefined)
    return bad('tool_choice may only be specified while providing tools');
  for (const [at, { name = '', input_schema: schema, input_examples = [] }] of (
    tools ?? []
  ).entries()) {
    const path = `tools.${at}.custom`;
    if (!/^[a-zA-Z0-9_-]{1,128}$/.test(name))
      return bad(`${path}.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`);
    if (schema?.type !== 'object')
      return bad(`${path}.input_schema.type: Input should be 'object'`);
    const fault = schemaFault(schema);
    if (fault !== undefined) return bad(`${path}.input_schema${fault}`);
    const wrong = input_examples.findIndex((one: Body) => isNoCall(schema, one));
    if (wrong !== -1) return bad(`${path}.input_examples.${wrong}: does not match input_schema`);
  }
  return undefined;
}

function schemaFault(schema: Body): string | undefined {
  if (['oneOf', 'allOf', 'anyOf'].some((key) => schema[key] !== undefined))
    return ': input_schema does not support oneOf, allOf, or anyOf at the top level';
  if (notDraft2020(schema) !== undefined)
    return ': JSON schema is invalid. It must match JSON Schema draft 2020-12';
  const isLost = ({ $ref }: Body) => $ref !== undefined && !/^#\/(\$defs|definitions)\//.test($ref);
  for (const { schema: one } of placesIn(schema)) {
    if (isLost(one)) return ': JSON schema is invalid. It must match JSON Schema draft 2020-12';
    const names = Object.keys(one['properties'] ?? {});
    if (names.some((name) => !/^[a-zA-Z0-9_.-]{1,64}$/.test(name)))
      return ".properties: Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'";
  }
  return undefined;
}

function checkTurns({ messages }: Body): Wrong {
  if (messages[0].role !== 'user') return bad('messages: first message must use the "user" role');
  const seen = new Set<string>();
  let open = new Set<string>();
  for (const [at, message] of messages.entries()) {
    const { role } = message;
    if (role !== 'user' && role !== 'assistant')
      return bad(`messages.${at}.role: Input should be 'user' or 'assistant'`);
    const blocks = blocksOf(message);
    const wrong = checkBlocks(blocks, role, at) ?? checkResults(blocks, open, at);
    if (wrong !== undefined) return wrong;
    open = new Set(blocks.filter(({ type }) => type === 'tool_use').map(({ id }) => id as string));
    for (const id of open) {
      if (seen.has(id)) return bad(`messages.${at}: \`tool_use\` ids must be unique`);
      seen.add(id);
    }
  }
  if (open.size > 0) return unanswered(messages.length - 1, open);
  if (messages.at(-1).role !== 'assistant') return undefined;
  return bad(
    'This model does not support assistant message prefill. The conversation must end with a user message.',
  );
}

function unanswered(at: number, open: ReadonlySet<string>): Wrong {
  return bad(
    `messages.${at}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${[...open].join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
  );
}

function checkBlocks(blocks: readonly Body[], role: string, at: number): Wrong {
  if (blocks.length === 0) return bad(`messages.${at}: all messages must have non-empty content`);
  for (const [index, block] of blocks.entries()) {
    const path = `messages.${at}.content.${index}`;
    const { type, text, id, input } = block;
    if (type === 'text' && text === '')
      return bad('messages: text content blocks must be non-empty');
    if (type === 'text' && !text.trim())
      return bad('messages: text content blocks must contain non-whitespace text');
    if (type === 'tool_use' && (role !== 'assistant' || typeof input !== 'object'))
      return bad(`${path}.tool_use.input: Input should be a valid dictionary`);
    if (type === 'tool_use' && !/^[a-zA-Z0-9_-]+$/.test(id))
      return bad(`${path}.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'`);
    if (!['text', 'image', 'tool_use', 'tool_result'].includes(type))
      return bad(
        `${path}: Input tag '${type}' found using 'type' does not match any of the expected tags`,
      );
  }
  return undefined;
}

/** The results of all calls of the turn before, first in the next turn, and no others. */
function checkResults(blocks: readonly Body[], open: ReadonlySet<string>, at: number): Wrong {
  const results = blocks.filter(({ type }) => type === 'tool_result');
  const stray = results.find(({ tool_use_id }) => !open.has(tool_use_id as string));
  if (stray !== undefined)
    return bad(
      `messages.${at}.content.${blocks.indexOf(stray)}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${stray.tool_use_id}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`,
    );
  const missing = [...open].filter((id) => !results.some((result) => result.tool_use_id === id));
  const behindText = results.length > 0 && blocks[results.length - 1]?.type !== 'tool_result';
  return missing.length > 0 || behindText ? unanswered(at - 1, new Set(missing)) : undefined;
}

function begin({ body }: FakeRequest): ChatRenderer {
  const id = `msg_${randomUUID().slice(0, 12)}`;
  const event = (type: string, value: object = {}) =>
    `event: ${type}\ndata: ${JSON.stringify({ type, ...value })}\n\n`;
  let index = 0;
  let calls = 0;
  const block = (start: object, deltas: readonly object[]) => {
    const at = index++;
    const middle = deltas.map((delta) => event('content_block_delta', { index: at, delta }));
    const first = event('content_block_start', { index: at, content_block: start });
    return [first, ...middle, event('content_block_stop', { index: at })].join('');
  };
  return {
    start: () => {
      const cache = { cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };
      const message = {
        id,
        type: 'message',
        role: 'assistant',
        model: body.model,
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: 0, ...cache, output_tokens: 1 },
      };
      return event('message_start', { message }) + event('ping');
    },
    text: (text) => block({ type: 'text', text: '' }, [{ type: 'text_delta', text }]),
    thinking: (thinking) =>
      block({ type: 'thinking', thinking: '', signature: '' }, [
        { type: 'thinking_delta', thinking },
        { type: 'signature_delta', signature: 'c2lnbmF0dXJl' },
      ]),
    call: ({ name, arguments: args, id: callId = `toolu_${randomUUID().slice(0, 12)}` }) => {
      calls += 1;
      const pieces = args === undefined ? [] : fragments(JSON.stringify(args));
      const deltas = ['', ...pieces].map((partial_json) => ({
        type: 'input_json_delta',
        partial_json,
      }));
      return block({ type: 'tool_use', id: callId, name, input: {} }, deltas);
    },
    error: ({ message, type = 'api_error' }) => event('error', { error: { type, message } }),
    end: (finish, usage) => {
      const reason = finish === 'stop' && calls > 0 ? 'tool_use' : STOP[finish];
      // A part of the input came from the prompt cache, as it does from the second turn on.
      const cached = usage.cached ?? Math.floor(usage.input / 2);
      const counts = {
        input_tokens: usage.input - cached,
        cache_read_input_tokens: cached,
        output_tokens: usage.output,
      };
      const delta = { stop_reason: reason, stop_sequence: null };
      return event('message_delta', { delta, usage: counts }) + event('message_stop');
    },
  };
}

const types: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  529: 'overloaded_error',
};

const errorBody: FakeApi['errorBody'] = (status, message) => ({
  type: 'error',
  error: { type: types[status] ?? 'api_error', message },
  request_id: 'req_fake',
});

const models = {
  data: ['claude-sonnet-5-5', 'claude-sonnet-4-6'].map((id) => ({ type: 'model', id })),
  has_more: false,
};

export const anthropic: FakeApi = {
  name: 'anthropic',
  env: (url) => ({
    LLM_PROVIDER: 'anthropic',
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: FAKE_KEY,
  }),
  routes: [
    chatRoute({ errorBody }, format),
    modelsRoute({ errorBody }, { path: /^\/v1\/models$/, check: checkHeaders, body: models }),
  ],
  cacheRules: { kind: 'marks', lookBack: 20, leastTokens: 1024 },
  errorBody,
};
