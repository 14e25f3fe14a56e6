import { EXACT, fromCarriers } from '../../../foundation/exact-json.js';
import { Ollama, type ChatResponse } from 'ollama/browser';
import { isObject } from '../../../foundation/json.js';
import { ProviderError } from '../../provider-error.js';
import type { ModelSource, SourceEvent } from '../../resilient.js';
import type { LlmRequest, ToolCall } from '../../types.js';
import { readCall } from '../../wire/call-arguments.js';
import { streamCut } from '../../wire/post-stream.js';
import { convertMessages } from './ollama-messages.js';
import { guardedFetch } from './guarded-fetch.js';
import { mapFinishReason } from './ollama-finish-reason.js';
import { prepareTools } from './ollama-tools.js';
import { SERVICE } from './ollama-name.js';

/** Where Ollama listens, and what is asked of it. */
export interface OllamaOptions {
  host: string;
  model: string;
  /** The context window in tokens; without it a small default cuts the conversation silently. */
  numCtx: number;
}

/** Local models behind an Ollama server. */
export function createOllamaSource(options: OllamaOptions): ModelSource {
  return {
    name: 'ollama',
    model: options.model,
    open: (request, signal) => chat(options, request, signal),
  };
}

/** The entry for browsers is used because the one for Node reads files that a message names. */
async function* chat(
  options: OllamaOptions,
  request: LlmRequest,
  signal: AbortSignal,
): AsyncGenerator<SourceEvent> {
  // One client per request: `abort()` ends all streams of a client.
  const client = new Ollama({ host: options.host, fetch: guardedFetch(signal) });
  const stream = await client.chat({
    model: options.model,
    messages: convertMessages(request.system, request.messages),
    tools: prepareTools(request),
    stream: true,
    options: { num_ctx: options.numCtx, num_predict: request.maxTokens },
  });
  try {
    yield* read(stream);
  } catch (error) {
    throw error instanceof ProviderError ? error : streamCut(SERVICE, error);
  } finally {
    client.abort();
  }
}

async function* read(chunks: AsyncIterable<ChatResponse>): AsyncGenerator<SourceEvent> {
  let hasCalls = false;
  for await (const chunk of chunks) {
    const { message } = chunk;
    if (isText(message?.thinking)) yield { type: 'thinking', text: message.thinking };
    if (isText(message?.content)) yield { type: 'text', text: message.content };
    for (const call of listed(message?.tool_calls)) {
      hasCalls = true;
      yield { type: 'tool_call', call: toCall(call) };
    }
    if (chunk.done) {
      const usage = {
        inputTokens: chunk.prompt_eval_count ?? 0,
        outputTokens: chunk.eval_count ?? 0,
      };
      yield { type: 'done', finishReason: mapFinishReason(chunk.done_reason, hasCalls), usage };
      return;
    }
    yield { type: 'alive' };
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function listed(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Older servers send no id, small models arguments as text or nothing at all; the client's types know none of it. */
function toCall(sent: unknown): ToolCall {
  const call = isObject(sent) ? sent : {};
  const called = isObject(call['function']) ? call['function'] : {};
  return readCall({
    id: call['id'],
    name: called['name'],
    arguments: fromCarriers(called['arguments'], EXACT),
  });
}
