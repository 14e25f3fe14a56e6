import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { messageOf } from '../../../foundation/errors.js';
import type { JsonObject } from '../../../foundation/json.js';
import type { ModelList } from '../../known-models.js';
import type { ModelSource } from '../../resilient.js';
import type { LlmRequest, LlmMessage, ToolChoice, ToolSpec } from '../../types.js';
import { imagesOf } from '../../wire/images.js';
import { postStream } from '../../wire/post-stream.js';
import { callsIn } from '../../wire/tool-calls.js';
import { readStream, SERVICE } from './read-stream.js';
import { notesBehind } from '../../source-transforms.js';

interface AnthropicOptions {
  baseUrl: string;
  apiKey: string;
  model: string;
}

const VERSION = '2023-06-01';

export function createAnthropicSource(options: AnthropicOptions): ModelSource {
  let examples = true;
  const post = (request: LlmRequest, signal: AbortSignal) =>
    postStream({
      service: SERVICE,
      url: `${options.baseUrl}/v1/messages`,
      headers: headersOf(options),
      body: toBody(options.model, request, examples),
      signal,
    });
  return {
    name: 'anthropic',
    model: options.model,
    open: (request, signal) =>
      readStream(
        post(request, signal).catch((error: unknown) => {
          // A gateway to other models may not know the field, and says so.
          if (!examples || !messageOf(error).includes('input_examples')) throw error;
          examples = false;
          return post(request, signal);
        }),
      ),
  };
}

export function anthropicModels(options: Omit<AnthropicOptions, 'model'>): ModelList {
  return {
    service: SERVICE,
    url: `${options.baseUrl}/v1/models?limit=1000`,
    headers: headersOf(options),
    field: 'data',
    nameOf: ({ id }) => id,
  };
}

function headersOf({ apiKey }: Pick<AnthropicOptions, 'apiKey'>) {
  return { 'x-api-key': apiKey, 'anthropic-version': VERSION };
}

function toBody(model: string, request: LlmRequest, examples: boolean): JsonObject {
  return {
    model,
    max_tokens: request.maxTokens,
    ...(request.system.trim() !== '' && {
      system: [{ type: 'text', text: request.system, ...CACHED }],
    }),
    messages: markedMessages(request),
    ...prepareTools(request, examples),
    stream: true,
  };
}

/** A conversation with calls must define tools even when none is offered: those it called, all forbidden. */
export function prepareTools(
  { tools, toolChoice, messages }: LlmRequest,
  examples = false,
): JsonObject {
  if (tools.length > 0) {
    return {
      tools: tools.map((tool, at) => ({
        ...define(tool.name, tool.description, tool.inputSchema),
        ...(examples && inputExamples(tool)),
        ...(at === tools.length - 1 && CACHED),
      })),
      ...(toolChoice !== undefined && { tool_choice: convertChoice(toolChoice) }),
    };
  }
  const calls = callsIn(messages);
  if (calls.length === 0) return {};
  const called = [...new Set(calls.map(({ name }) => name))];
  const past = called.map((name) => define(name, 'Not available now.', { type: 'object' }));
  return { tools: past, tool_choice: { type: 'none' } };
}

function define(name: string, description: string, inputSchema: JsonObject): JsonObject {
  return { name, description, input_schema: inputSchema };
}

/** Each is a call that the schema takes: one that it does not would fail the request. */
function inputExamples({ inputSchema, inputExamples: examples = [] }: ToolSpec): JsonObject {
  if (examples.length === 0) return {};
  const check = checks.get(inputSchema) ?? ajv.compile(inputSchema);
  checks.set(inputSchema, check);
  const valid = examples.filter((one) => check(one));
  return valid.length === 0 ? {} : { input_examples: valid };
}

const ajv = addFormats.default(
  new Ajv2020({ strict: false, logger: false, validateSchema: false }),
);
const checks = new WeakMap<JsonObject, ValidateFunction>();

function convertChoice(choice: ToolChoice): JsonObject {
  if (typeof choice !== 'string') return { type: 'tool', name: choice.name };
  return { type: choice === 'required' ? 'any' : choice };
}

/**
 * Marks a block up to which the API keeps a request in its cache. At most four a request: tools, system prompt, question
 * and end. The API looks back from a mark for what it has kept, twenty blocks at most.
 */
const CACHED = { cache_control: { type: 'ephemeral' } } as const;

/** Marked are the question, which the next message's request has too, and the end. The notes, which no later one repeats, stand between. */
function markedMessages(request: LlmRequest): Turn[] {
  const { messages } = request;
  const notes = notesBehind(request);
  const at = messages.findLastIndex(({ role }) => role === 'user');
  const asked = convertMessages(messages.slice(0, at + 1));
  mark(asked);
  if (notes !== '' && at >= 0) asked.at(-1)?.content.push({ type: 'text', text: notes });
  const later = convertMessages(messages.slice(at + 1));
  const turns = [...asked, ...later];
  mark(turns);
  return turns;
}

function mark(turns: readonly Turn[]): void {
  const blocks = turns.at(-1)?.content;
  const last = blocks?.pop();
  if (last !== undefined) blocks?.push({ ...last, ...CACHED });
}

interface Turn {
  role: 'user' | 'assistant';
  content: JsonObject[];
}

/** Results are blocks of the user's turn behind the calls; an empty text, which the API refuses, is left out. */
function convertMessages(messages: readonly LlmMessage[]): Turn[] {
  const turns: Turn[] = [];
  for (const message of messages) {
    const { role, content } = convert(message);
    const last = turns.at(-1);
    if (last?.role === role) last.content.push(...content);
    else turns.push({ role, content });
  }
  return turns;
}

function convert(message: LlmMessage): Turn {
  switch (message.role) {
    case 'user': {
      // Images before the text, as the API wants them.
      const images = imagesOf(message).map(({ contentType, data }) => ({
        type: 'image',
        source: { type: 'base64', media_type: contentType, data },
      }));
      return { role: 'user', content: [...images, ...text(message.content)] };
    }
    case 'assistant': {
      const calls = (message.toolCalls ?? []).map((call) => ({
        type: 'tool_use',
        id: call.id,
        name: call.name,
        input: call.arguments,
      }));
      return { role: 'assistant', content: [...text(message.content), ...calls] };
    }
    case 'tool': {
      const { toolCallId, content, isError } = message;
      const result = { type: 'tool_result', tool_use_id: toolCallId, content };
      return { role: 'user', content: [isError ? { ...result, is_error: true } : result] };
    }
  }
}

function text(content: string): JsonObject[] {
  return content === '' ? [] : [{ type: 'text', text: content }];
}
