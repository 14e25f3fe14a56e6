import type { JsonObject } from '../../../foundation/json.js';
import type { ModelList } from '../../known-models.js';
import type { ModelSource } from '../../resilient.js';
import type { LlmRequest, LlmMessage, ToolChoice } from '../../types.js';
import { postStream } from '../../wire/post-stream.js';
import { sseEvents } from '../../wire/sse-events.js';
import { CACHED, markedMessages } from './anthropic-messages.js';
import { readStream, SERVICE } from './read-stream.js';
import { defined } from '../../../foundation/defined.js';

/** Where Anthropic's messages API is, and the model asked for. */
interface AnthropicOptions {
  /** Without the version, e.g. `https://api.anthropic.com`. */
  baseUrl: string;
  apiKey: string;
  model: string;
}

/** The version of the wire format this folder was written for. */
const VERSION = '2023-06-01';

/** Claude models over the messages API. */
export function createAnthropicSource(options: AnthropicOptions): ModelSource {
  return {
    name: 'anthropic',
    model: options.model,
    open: (request, signal) => {
      const pieces = postStream({
        service: SERVICE,
        url: `${options.baseUrl}/v1/messages`,
        headers: headersOf(options),
        body: toBody(options.model, request),
        signal,
      });
      return readStream(sseEvents(pieces));
    },
  };
}

/** Where the API lists its models. */
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

function toBody(model: string, request: LlmRequest): JsonObject {
  return {
    model,
    max_tokens: request.maxTokens,
    ...systemPrompt(request.system),
    messages: markedMessages(request),
    ...prepareTools(request),
    stream: true,
  };
}

function systemPrompt(text: string): JsonObject {
  if (text.trim() === '') return {};
  return { system: [{ type: 'text', text, ...CACHED }] };
}

/**
 * The `tools` and `tool_choice` fields. A conversation with calls in it must define tools even when
 * none is offered any more: then those it has called are named and all calls forbidden.
 */
export function prepareTools({ tools, toolChoice, messages }: LlmRequest): JsonObject {
  if (tools.length > 0) {
    return {
      tools: tools.map((tool, at) => ({
        ...define(tool.name, tool.description, tool.inputSchema),
        ...(at === tools.length - 1 && CACHED),
      })),
      ...defined({ tool_choice: toolChoice === undefined ? undefined : convertChoice(toolChoice) }),
    };
  }
  const called = calledNames(messages);
  if (called.length === 0) return {};
  const past = called.map((name) => define(name, 'Not available now.', { type: 'object' }));
  return { tools: past, tool_choice: { type: 'none' } };
}

function define(name: string, description: string, inputSchema: JsonObject): JsonObject {
  return { name, description, input_schema: inputSchema };
}

function calledNames(messages: readonly LlmMessage[]): string[] {
  const names = messages.flatMap((message) =>
    message.role === 'assistant' ? (message.toolCalls ?? []).map((call) => call.name) : [],
  );
  return [...new Set(names)];
}

function convertChoice(choice: ToolChoice): JsonObject {
  if (typeof choice !== 'string') return { type: 'tool', name: choice.name };
  return { type: choice === 'required' ? 'any' : choice };
}
