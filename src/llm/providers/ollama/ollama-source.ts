import { EXACT, fromCarriers } from '../../../foundation/exact-json.js';
import { Ollama, type ChatResponse } from 'ollama/browser';
import { isObject } from '../../../foundation/json.js';
import { ProviderError } from '../../provider-error.js';
import type { ModelList } from '../../known-models.js';
import type { ModelSource, SourceEvent } from '../../resilient.js';
import type { LlmRequest } from '../../types.js';
import { readCall } from '../../wire/call-arguments.js';
import { contentText } from '../../wire/content-text.js';
import { streamCut } from '../../wire/post-stream.js';
import { WholeCalls, type WholeCall } from '../../wire/whole-calls.js';
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

/** Where the server lists the models that were pulled. */
export function ollamaModels({ host }: Pick<OllamaOptions, 'host'>): ModelList {
  return {
    service: SERVICE,
    url: `${host.endsWith('/') ? host.slice(0, -1) : host}/api/tags`,
    headers: {},
    field: 'models',
    nameOf: ({ name }) => name,
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
  const calls = new WholeCalls();
  for await (const chunk of chunks) {
    const { message } = chunk;
    const thought = contentText(message?.thinking);
    const said = contentText(message?.content);
    const thinking = thought.text + thought.thinking + said.thinking;
    if (thinking !== '') yield { type: 'thinking', text: thinking };
    if (said.text !== '') yield { type: 'text', text: said.text };
    for (const call of listed(message?.tool_calls)) calls.add(toCall(call));
    calls.endChunk();
    if (chunk.done) {
      const usage = {
        inputTokens: chunk.prompt_eval_count ?? 0,
        outputTokens: chunk.eval_count ?? 0,
      };
      for (const call of calls.finish()) yield { type: 'tool_call', call };
      yield { type: 'done', finishReason: mapFinishReason(chunk.done_reason, calls.any), usage };
      return;
    }
    yield { type: 'alive' };
  }
}

function listed(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Older servers send no id, small models arguments as text or nothing at all; the client's types know none of it. */
function toCall(sent: unknown): WholeCall {
  const { id, function: named } = isObject(sent) ? sent : {};
  const { name, index, arguments: carried } = isObject(named) ? named : {};
  return { id, index, call: readCall({ id, name, arguments: fromCarriers(carried, EXACT) }) };
}
