import { randomUUID } from 'node:crypto';
import {
  chatApi,
  FAKE_KEY,
  fragments,
  type Body,
  type ChatFormat,
  type ChatRenderer,
  type FakeRequest,
  type Wrong,
} from './fake-api.js';
import { openAiSchemaFault } from './json-schema.js';

const FINISH = {
  stop: 'stop',
  length: 'length',
  safety: 'content_filter',
  malformed_call: 'stop',
  other: 'something_new',
} as const;

/** OpenAI's chat completions, as strict as the strictest server that speaks them. */
const format: ChatFormat = {
  path: /^\/v1\/chat\/completions$/,
  contentType: 'text/event-stream; charset=utf-8',
  check: (request) => checkKey(request) ?? checkBody(request),
  blocks: ({ body: { tools = [], messages } }) =>
    [...tools, ...messages].map((block: object) => ({ text: JSON.stringify(block) })),
  begin,
};

function bad(message: string, param: string | null = null, code?: string, status = 400): Wrong {
  return { status, message, details: { param, code: code ?? null } };
}

const NO_KEY =
  "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth (i.e. Authorization: Bearer YOUR_KEY).";
const OLD_LIMIT =
  "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.";
const STRAY_CHOICE =
  "Invalid value for 'tool_choice': 'tool_choice' is only allowed when 'tools' are specified.";

export function checkKey({ headers }: FakeRequest): Wrong {
  const key = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
  if (key === undefined) return { status: 401, message: NO_KEY };
  if (key === FAKE_KEY) return undefined;
  const shown = `${key.slice(0, 3)}***${key.slice(-2)}`;
  return bad(`Incorrect API key provided: ${shown}.`, null, 'invalid_api_key', 401);
}

function checkBody({ body }: FakeRequest): Wrong {
  const { model, max_tokens: limit, messages } = body;
  if (typeof model !== 'string' || model === '') return bad('you must provide a model parameter');
  const lost = `The model \`${model}\` does not exist or you do not have access to it.`;
  if (model.startsWith('no-such')) return bad(lost, null, 'model_not_found', 404);
  if (limit !== undefined && /^(o\d|gpt-5)/.test(model))
    return bad(OLD_LIMIT, 'max_tokens', 'unsupported_parameter');
  if (!Array.isArray(messages) || messages.length === 0)
    return bad("Invalid 'messages': empty array.", 'messages', 'empty_array');
  return checkTools(body) ?? checkMessages(messages) ?? checkOrder(body);
}

function checkTools({ tools, tool_choice }: Body): Wrong {
  if (tools === undefined) return tool_choice === undefined ? undefined : bad(STRAY_CHOICE);
  if (!Array.isArray(tools) || tools.length === 0) return bad("[] is too short - 'tools'");
  for (const [at, tool] of tools.entries()) {
    if (tool.type !== 'function') return bad(`Missing required parameter: 'tools[${at}].type'.`);
    if (!/^[a-zA-Z0-9_-]{1,64}$/.test(tool.function?.name ?? ''))
      return bad(`Invalid 'tools[${at}].function.name': string does not match pattern.`);
    const { name, description = '', parameters } = tool.function;
    if (description.length > 1024)
      return bad(`Invalid 'tools[${at}].function.description': string too long.`);
    const fault = openAiSchemaFault(name, parameters);
    if (fault !== undefined) return bad(fault, `tools[${at}].function.parameters`);
  }
  return undefined;
}

/** Every call must be answered right behind it, and nothing else may be. */
function checkMessages(messages: Body[]): Wrong {
  const open = new Set<string>();
  for (const [at, message] of messages.entries()) {
    if (message.role === 'tool') {
      if (open.delete(message.tool_call_id)) continue;
      return bad(
        "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
        `messages.[${at}].role`,
      );
    }
    if (open.size > 0) return unanswered(open);
    if (!['system', 'developer', 'user', 'assistant'].includes(message.role))
      return bad(`Invalid value: '${message.role}'.`, `messages[${at}].role`, 'invalid_value');
    const asks = message.role === 'assistant' && message.tool_calls !== undefined;
    const wrong = asks ? checkAsked(message, at) : checkText(message, at);
    if (wrong !== undefined) return wrong;
    for (const call of message.tool_calls ?? []) open.add(call.id);
  }
  return open.size > 0 ? unanswered(open) : undefined;
}

/** Mistral's rules, which the templates of many other models have too. */
function checkOrder({ model, messages }: Body): Wrong {
  let before = 'start';
  for (const message of messages) {
    const { role } = message;
    if (!mayFollow(role, before)) return bad(`Unexpected role '${role}' after role '${before}'`);
    const wrong = checkCalls(message, model);
    if (wrong !== undefined) return wrong;
    before = role;
  }
  if (before !== 'assistant' && before !== 'system') return undefined;
  return bad(`Expected last role User or Tool (or Assistant with prefix True) but got ${before}`);
}

function mayFollow(role: string, before: string): boolean {
  if (role === 'user') return before !== 'user' && before !== 'tool';
  return role !== 'assistant' || before === 'user' || before === 'tool';
}

function checkCalls({ content, tool_calls: calls = [] }: Body, model: string): Wrong {
  if (calls.length === 0 && !Array.isArray(content) && !content?.trim())
    return bad('text content is empty');
  for (const { id } of calls) {
    if (id.length > 40) return bad("Invalid 'messages.tool_calls.id': string too long.");
    if (model.startsWith('mistral') && !/^[a-zA-Z0-9]{9}$/.test(id))
      return bad(`Tool call id was ${id} but must be a-z, A-Z, 0-9, with a length of 9.`);
  }
  return undefined;
}

function unanswered(open: ReadonlySet<string>): Wrong {
  return bad(
    `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${[...open].join(', ')}`,
    'messages',
  );
}

function checkAsked({ tool_calls: calls }: Body, at: number): Wrong {
  if (calls.length === 0) return bad(`Invalid 'messages[${at}].tool_calls': empty array.`);
  for (const [index, { type, id, function: called }] of calls.entries()) {
    const path = `messages[${at}].tool_calls[${index}]`;
    if (type !== 'function' || !id) return bad(`Missing required parameter: '${path}.type'.`);
    const place = `${path}.function.arguments`;
    const fault = `Invalid type for '${place}': expected a string, but got an object instead.`;
    if (typeof called?.arguments !== 'string') return bad(fault, place, 'invalid_type');
  }
  return undefined;
}

function checkText(message: Body, at: number): Wrong {
  const parts: { type: string }[] = Array.isArray(message.content) ? message.content : [];
  const areParts = parts.length > 0 && parts.every(({ type }) => /^(text|image_url)$/.test(type));
  if (typeof message.content === 'string' || areParts) return undefined;
  const fault = `Invalid value for 'content': expected a string, got null.`;
  return bad(fault, `messages.[${at}].content`);
}

function begin({ body }: FakeRequest): ChatRenderer {
  const id = `chatcmpl-${randomUUID()}`;
  const base = { id, object: 'chat.completion.chunk', created: 1_700_000_000, model: body.model };
  const event = (value: object) => `data: ${JSON.stringify({ ...base, ...value })}\n\n`;
  const delta = (value: object, finish: string | null = null) =>
    event({ choices: [{ index: 0, delta: value, logprobs: null, finish_reason: finish }] });
  let calls = 0;
  return {
    start: () => delta({ role: 'assistant', content: '', refusal: null }),
    text: (text) => delta({ content: text }),
    thinking: (text) => delta({ reasoning_content: text }),
    call: ({ name, arguments: args = {}, id: callId = `call_${randomUUID().slice(0, 12)}` }) => {
      const index = calls++;
      const head = { index, id: callId, type: 'function', function: { name, arguments: '' } };
      const rest = fragments(JSON.stringify(args)).map((piece) =>
        delta({ tool_calls: [{ index, function: { arguments: piece } }] }),
      );
      return [delta({ tool_calls: [head] }), ...rest].join('');
    },
    error: ({ message, status = 500, type = 'server_error' }) =>
      `data: ${JSON.stringify({ error: { message, type, param: null, code: status } })}\n\n`,
    end: (finish, usage) => {
      const reason = finish === 'stop' && calls > 0 ? 'tool_calls' : FINISH[finish];
      const counts = {
        prompt_tokens: usage.input,
        completion_tokens: usage.output,
        total_tokens: usage.input + usage.output,
        ...(usage.cached !== undefined && {
          prompt_tokens_details: { cached_tokens: usage.cached },
        }),
      };
      const asked = body.stream_options?.include_usage === true;
      const last = asked ? event({ choices: [], usage: counts }) : '';
      return `${delta({}, reason)}${last}data: [DONE]\n\n`;
    },
  };
}

const models = ['gpt-6-luna', 'gpt-6-sol', 'text-embedding-3-small'];

export const openai = chatApi({
  name: 'openai',
  env: (url) => ({
    LLM_PROVIDER: 'openai',
    OPENAI_BASE_URL: `${url}/v1`,
    OPENAI_API_KEY: FAKE_KEY,
    LLM_MODEL: 'fake-model',
  }),
  chat: format,
  models: {
    path: /^\/v1\/models$/,
    check: checkKey,
    body: { object: 'list', data: models.map((id) => ({ id, object: 'model' })) },
  },
  cacheRules: { kind: 'prefix', step: 128, leastTokens: 1024 },
  errorBody: (status, message, details) => ({
    error: {
      message,
      type: status === 429 ? 'requests' : status >= 500 ? 'server_error' : 'invalid_request_error',
      param: null,
      code: null,
      ...(details as object | undefined),
    },
  }),
});
