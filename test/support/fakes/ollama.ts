import { defined } from '../../../src/foundation/defined.js';
import { isObject } from '../../../src/foundation/json.js';
import {
  bad,
  chatApi,
  type Body,
  type ChatFormat,
  type ChatRenderer,
  type FakeRequest,
  type Wrong,
} from './fake-api.js';
import { placesIn } from './json-schema.js';

const DONE = {
  stop: 'stop',
  length: 'length',
  safety: 'stop',
  malformed_call: 'stop',
  other: 'load',
} as const;

/** Models the fake has: any but those named `no-such…`; those named `plain…` know no tools. */
const format: ChatFormat = {
  path: /^\/api\/chat$/,
  contentType: 'application/x-ndjson',
  check: ({ body }) => checkModel(body) ?? checkTools(body) ?? checkMessages(body),
  begin,
};

function checkModel({ model, tools, stream }: Body): Wrong {
  if (typeof model !== 'string' || model === '') return bad('model is required');
  if (model.startsWith('no-such')) return bad(`model '${model}' not found`, 404);
  if (model.startsWith('plain') && tools?.length > 0)
    return bad(`registry.ollama.ai/library/${model} does not support tools`);
  return stream === true ? undefined : bad('this fake only streams');
}

/** The server reads schemas into structs: what has another type fails the request. */
function checkTools({ tools = [] }: Body): Wrong {
  for (const { function: called } of tools) {
    const { parameters } = called;
    if (typeof parameters?.type !== 'string')
      return unmarshal(parameters?.type, 'tools.function.parameters.type of type string');
    for (const { schema } of placesIn(parameters))
      for (const [field, holds] of Object.entries(FIELDS))
        if (schema[field] !== undefined && !holds(schema[field]))
          return unmarshal(schema[field], `tools.function.parameters.properties.${field}`);
  }
  return undefined;
}

const isTexts = (value: unknown) =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

const FIELDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  type: (value) => typeof value === 'string' || isTexts(value),
  description: (value) => typeof value === 'string',
  enum: Array.isArray,
  required: isTexts,
  properties: (value) => isObject(value) && Object.values(value).every(isObject),
  anyOf: (value) => Array.isArray(value) && value.every(isObject),
};

const ARGUMENTS = 'messages.tool_calls.function.arguments';

/** Go's JSON decoder is what refuses here, so its words are what a client reads. */
function checkMessages({ messages = [], options = {} }: Body): Wrong {
  for (const message of messages) {
    if (!['system', 'user', 'assistant', 'tool'].includes(message.role))
      return bad(`invalid role: ${message.role}`);
    if (typeof message.content !== 'string')
      return unmarshal(message.content, 'messages.content of type string');
    const calls: Body[] = message.tool_calls ?? [];
    const wrong = calls.map((one) => one.function.arguments).find((one) => !isObject(one));
    if (wrong !== undefined)
      return unmarshal(wrong, `${ARGUMENTS} of type api.ToolCallFunctionArguments`);
  }
  const wrong = Object.entries(options).find(([, value]) => !Number.isInteger(value));
  return wrong && bad(`option "${wrong[0]}" must be of type integer`);
}

function unmarshal(value: unknown, field: string): Wrong {
  return bad(`json: cannot unmarshal ${typeof value} into Go struct field ChatRequest.${field}`);
}

function begin({ body }: FakeRequest): ChatRenderer {
  const line = (message: object, more: object = { done: false }) =>
    `${JSON.stringify({ model: body.model, created_at: '2026-01-01T00:00:00.000000001Z', message: { role: 'assistant', content: '', ...message }, ...more })}\n`;
  let calls = 0;
  return {
    start: () => '',
    text: (content) => line({ content }),
    thinking: (thinking) => line({ thinking }),
    call: ({ name, arguments: args = {}, id }) => {
      const called = { index: calls++, name, arguments: args };
      return line({ tool_calls: [{ ...defined({ id }), function: called }] });
    },
    error: ({ message }) => `${JSON.stringify({ error: message })}\n`,
    end: (finish, { input, output }) => {
      const counts = { prompt_eval_count: input, eval_count: output };
      return line({}, { done: true, done_reason: DONE[finish], ...counts });
    },
  };
}

const models = ['qwen3:14b', 'llama3.2:3b'].map((name) => ({ name, model: name }));

export const ollama = chatApi({
  name: 'ollama',
  env: (url) => ({ LLM_PROVIDER: 'ollama', OLLAMA_HOST: url }),
  chat: format,
  models: { path: /^\/api\/tags$/, body: { models } },
  errorBody: (_status, message) => ({ error: message }),
});
