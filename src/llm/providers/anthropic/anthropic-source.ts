import type { JsonObject } from '../../../foundation/json.js';
import type { ModelList } from '../../known-models.js';
import type { ModelSource } from '../../resilient.js';
import type { LlmRequest } from '../../types.js';
import { postStream } from '../../wire/post-stream.js';
import { sseEvents } from '../../wire/sse-events.js';
import { CACHED, markedMessages } from './cache-marks.js';
import { prepareTools } from './anthropic-tools.js';
import { readStream, SERVICE } from './read-stream.js';

/** Where Anthropic's messages API is, and the model asked for. */
export interface AnthropicOptions {
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
