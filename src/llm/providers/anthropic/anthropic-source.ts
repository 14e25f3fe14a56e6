import type { JsonObject } from '../../../foundation/json.js';
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
        headers: { 'x-api-key': options.apiKey, 'anthropic-version': VERSION },
        body: toBody(options.model, request),
        signal,
      });
      return readStream(sseEvents(pieces));
    },
  };
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
