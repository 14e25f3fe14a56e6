import { randomUUID } from 'node:crypto';
import {
  bad,
  chatApi,
  FAKE_KEY,
  fragments,
  type Body,
  type ChatFormat,
  type ChatRenderer,
  type FakeRequest,
  type Wrong,
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
    blocksIn(body).map(({ cache_control: mark, ...block }) => ({
      text: JSON.stringify(block),
      isMarked: mark !== undefined,
    })),
  begin,
};

const blocksIn = ({ tools = [], system = [], messages }: Body): Body[] => [
  ...tools,
  ...system,
  ...messages.flatMap(blocksOf),
];

function blocksOf({ content }: Body): Body[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

function checkHeaders({ headers }: FakeRequest): Wrong {
  const { 'x-api-key': key, 'anthropic-version': version } = headers;
  if (key === undefined) return bad('x-api-key header is required', 401);
  if (key !== FAKE_KEY) return bad('invalid x-api-key', 401);
  if (version === undefined) return bad('anthropic-version: header is required');
  if (version === '2023-06-01') return undefined;
  return bad(`anthropic-version: "${String(version)}" is not a valid version`);
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
  if (body.model.startsWith('no-such')) return bad(`model: ${body.model}`, 404);
  if (body.messages.length === 0) return bad('messages: at least one message is required');
  const { length: marked } = blocksIn(body).filter(({ cache_control: mark }) => mark !== undefined);
  if (marked > 4)
    return bad(`A maximum of 4 blocks with cache_control may be provided. Found ${marked}.`);
  const system: Body[] = Array.isArray(body.system) ? body.system : [];
  if (system.some(({ text }) => !text?.trim()))
    return bad('system: text content blocks must contain non-whitespace text');
  return checkTools(body);
}

function checkTools({ tools, tool_choice, messages }: Body): Wrong {
  const usesTools = messages.flatMap(blocksOf).some(({ type }: Body) => /^tool_/.test(type));
  if (tools === undefined && usesTools)
    return bad('Requests which include `tool_use` or `tool_result` blocks must define tools');
  if (tools === undefined && tool_choice !== undefined)
    return bad('tool_choice may only be specified while providing tools');
  for (const [at, tool] of (tools ?? []).entries()) {
    const { name = '', input_schema: schema, input_examples = [] } = tool;
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
    if (text === '') return bad('messages: text content blocks must be non-empty');
    if (type === 'text' && !text.trim())
      return bad('messages: text content blocks must contain non-whitespace text');
    if (type === 'tool_use' && (role !== 'assistant' || typeof input !== 'object'))
      return bad(`${path}.tool_use.input: Input should be a valid dictionary`);
    if (type === 'tool_use' && !/^[a-zA-Z0-9_-]+$/.test(id))
      return bad(`${path}.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'`);
    if (!['text', 'image', 'tool_use', 'tool_result'].includes(type))
      return bad(`${path}: Input tag '${type}' does not match any of the expected tags`);
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
      const usage = { input_tokens: 0, ...cache, output_tokens: 1 };
      const empty = { content: [], stop_reason: null, stop_sequence: null, usage };
      const message = { id, type: 'message', role: 'assistant', model: body.model, ...empty };
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
      const type = 'input_json_delta';
      const deltas = ['', ...pieces].map((partial_json) => ({ type, partial_json }));
      return block({ type: 'tool_use', id: callId, name, input: {} }, deltas);
    },
    error: ({ message, type = 'api_error' }) => event('error', { error: { type, message } }),
    end: (finish, usage) => {
      const reason = finish === 'stop' && calls > 0 ? 'tool_use' : STOP[finish];
      // A part of the input came from the prompt cache, as it does from the second turn on.
      const cached = usage.cached ?? Math.floor(usage.input / 2);
      const read = { input_tokens: usage.input - cached, cache_read_input_tokens: cached };
      const counts = { ...read, output_tokens: usage.output };
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

const data = ['claude-sonnet-5-5', 'claude-sonnet-4-6'].map((id) => ({ type: 'model', id }));

export const anthropic = chatApi({
  name: 'anthropic',
  env: (url) => ({
    LLM_PROVIDER: 'anthropic',
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: FAKE_KEY,
  }),
  chat: format,
  models: { path: /^\/v1\/models$/, check: checkHeaders, body: { data, has_more: false } },
  cacheRules: { kind: 'marks', lookBack: 20, leastTokens: 1024 },
  errorBody: (status, message) => ({
    type: 'error',
    error: { type: types[status] ?? 'api_error', message },
    request_id: 'req_fake',
  }),
});
