import {
  EXACT,
  fromCarriers,
  carried,
  withDigits,
  carryNumbers,
  MODEL_JSON,
} from '../../../foundation/exact-json.js';
import { parseBody } from '../../../foundation/api-answers.js';
import { Ollama, type ChatResponse, type Message, type Tool } from 'ollama/browser';
import { isObject, asObject, asList } from '../../../foundation/json.js';
import { ProviderError } from '../../provider-error.js';
import type { ModelList } from '../../known-models.js';
import type { ModelSource, SourceEvent } from '../../resilient.js';
import type { LlmRequest, LlmMessage } from '../../types.js';
import { readCall, WholeCalls } from '../../wire/tool-calls.js';
import { contentText } from '../../wire/content-text.js';
import { imagesOf } from '../../wire/images.js';
import { streamCut, refusal, errorInStream } from '../../wire/post-stream.js';
import { outboundFetch } from '../../../foundation/outbound/exchange-http.js';

const SERVICE = 'Ollama';

interface OllamaOptions {
  host: string;
  model: string;
  /** The context window in tokens; without it a small default cuts the conversation silently. */
  numCtx: number;
}

export function createOllamaSource(options: OllamaOptions): ModelSource {
  return {
    name: 'ollama',
    model: options.model,
    open: (request, signal) => chat(options, request, signal),
  };
}

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
    messages: [{ role: 'system', content: request.system }, ...request.messages.map(convert)],
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
    const sent: unknown = message?.tool_calls;
    // Older servers send no id, small models arguments as text or nothing at all; the client's types know none of it.
    for (const call of asList(sent)) {
      const { id, function: named } = asObject(call);
      const { name, index, arguments: given } = asObject(named);
      calls.add({ id, index, call: readCall({ id, name, arguments: fromCarriers(given, EXACT) }) });
    }
    calls.endChunk();
    if (chunk.done) {
      const usage = {
        inputTokens: chunk.prompt_eval_count ?? 0,
        outputTokens: chunk.eval_count ?? 0,
      };
      for (const call of calls.finish()) yield { type: 'tool_call', call };
      const { done_reason: reason } = chunk;
      // Ollama says `stop` for turns with calls too; `load`, `unload` and unknown words are `other`.
      const whole = reason === 'stop' ? 'stop' : 'other';
      const finishReason = reason === 'length' ? 'length' : calls.any ? 'tool_calls' : whole;
      yield { type: 'done', finishReason, usage };
      return;
    }
    yield { type: 'alive' };
  }
}

function convert(message: LlmMessage): Message {
  switch (message.role) {
    case 'user': {
      const images = imagesOf(message).map(({ data }) => data);
      const { role, content } = message;
      return images.length === 0 ? { role, content } : { role, content, images };
    }
    case 'assistant': {
      const calls = message.toolCalls ?? [];
      if (calls.length === 0) return { role: 'assistant', content: message.content };
      const toolCalls = calls.map((call) => ({
        id: call.id,
        function: { name: call.name, arguments: carried(call.arguments) as typeof call.arguments },
      }));
      return { role: 'assistant', content: message.content, tool_calls: toolCalls };
    }
    case 'tool': {
      const { name, toolCallId, content } = message;
      // Older servers match results by name and order, newer ones by id, which the client's type does not know.
      const result = { role: 'tool', tool_name: name, tool_call_id: toolCallId, content };
      return result;
    }
  }
}

/** Ollama has no `tool_choice`: `none` sends no tool, a name that one; the caller checks `required`. */
export function prepareTools({ tools, toolChoice }: LlmRequest): Tool[] {
  if (toolChoice === 'none') return [];
  const chosen =
    typeof toolChoice === 'object' ? tools.filter((tool) => tool.name === toolChoice.name) : tools;
  return chosen.map(({ name, description, inputSchema }) => ({
    type: 'function',
    function: { name, description, parameters: inputSchema },
  }));
}

/** A `fetch` for one request of the `ollama` client: its signal ends it at any time, refusals are thrown, the answer's lines are checked. */
function guardedFetch(signal: AbortSignal): typeof globalThis.fetch {
  return async (input, init = {}) => {
    const signals = init?.signal ? [signal, init.signal] : [signal];
    const body = typeof init.body === 'string' ? { body: withDigits(init.body) } : {};
    const sent = { ...init, ...body, signal: AbortSignal.any(signals) };
    const response = await outboundFetch(input, sent);
    if (!response.ok) throw await refusal(SERVICE, response);
    const { status, headers } = response;
    return new Response(response.body?.pipeThrough(checkedLines()) ?? null, { status, headers });
  };
}

const MAX_LINE_CHARACTERS = 8 * 1024 * 1024;

/** Passes whole lines of JSON on and fails on others, which the client would skip; `{"error"}` fails as what it reports. */
export function checkedLines(): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let rest = '';
  return new TransformStream({
    transform(bytes, controller) {
      const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > MAX_LINE_CHARACTERS) throw unreadable();
      for (const line of lines) pass(line, controller);
    },
    flush(controller) {
      pass(rest + decoder.decode(), controller);
    },
  });

  function pass(line: string, controller: TransformStreamDefaultController<Uint8Array>): void {
    if (line.trim() === '') return;
    const value = parseBody(line, MODEL_JSON);
    if (!isObject(value)) throw unreadable();
    if (value['error'] !== undefined) throw errorInStream(SERVICE, value['error'], 'server');
    // The client reads the line as doubles.
    controller.enqueue(encoder.encode(`${carryNumbers(line, EXACT)}\n`));
  }
}

/** Most often the last line of an answer that was cut. */
function unreadable(): ProviderError {
  return new ProviderError('stream_cut', `${SERVICE} sent a line that cannot be read.`);
}
