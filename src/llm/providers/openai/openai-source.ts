import { defined } from '../../../foundation/defined.js';
import { parseBody } from '../../../foundation/api-answers.js';
import { MODEL_JSON, writeJson } from '../../../foundation/exact-json.js';
import { isObject, type JsonObject, asObject } from '../../../foundation/json.js';
import type { ModelList } from '../../known-models.js';
import type { ModelSource, SourceEvent } from '../../resilient.js';
import type { LlmRequest, Usage, LlmMessage, LlmCall, FinishReason } from '../../types.js';
import { contentText } from '../../wire/content-text.js';
import { imagesOf } from '../../wire/images.js';
import { errorInStream, postStream, streamCut, type SseItem } from '../../wire/post-stream.js';
import { CallCollector } from './call-collector.js';

interface OpenAiOptions {
  /** Up to and with the version, e.g. `https://host/v1`. */
  baseUrl: string;
  /** Local servers need none. */
  apiKey: string | undefined;
  model: string;
  /** The field that limits the output: OpenAI's newer models refuse the older name, most other servers know only that. */
  limitField: 'max_tokens' | 'max_completion_tokens';
  /** For models that think by default and call tools over this API only if told not to. */
  reasoningEffort?: 'none' | undefined;
}

const SERVICE = 'The OpenAI-compatible server';

/** Any server that speaks OpenAI's chat completions: vLLM, llama.cpp, LM Studio, OpenRouter, OpenAI. */
export function createOpenAiSource(options: OpenAiOptions): ModelSource {
  return {
    name: 'openai',
    model: options.model,
    open: (request, signal) =>
      read(
        postStream({
          service: SERVICE,
          url: `${options.baseUrl}/chat/completions`,
          headers: headersOf(options),
          body: toBody(options, request),
          signal,
        }),
      ),
  };
}

export function openAiModels(options: Pick<OpenAiOptions, 'baseUrl' | 'apiKey'>): ModelList {
  return {
    service: SERVICE,
    url: `${options.baseUrl}/models`,
    headers: headersOf(options),
    field: 'data',
    nameOf: ({ id }) => id,
  };
}

function headersOf({ apiKey }: Pick<OpenAiOptions, 'apiKey'>): Record<string, string> {
  return apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
}

function toBody(
  { model, limitField, reasoningEffort }: OpenAiOptions,
  request: LlmRequest,
): JsonObject {
  const { system, messages } = request;
  const prompt = system.trim() === '' ? [] : [{ role: 'system', content: system }];
  return {
    model,
    messages: [...prompt, ...messages.map(convert)],
    ...prepareTools(request),
    [limitField]: request.maxTokens,
    ...defined({ reasoning_effort: reasoningEffort }),
    stream: true,
    stream_options: { include_usage: true },
  };
}

interface Chunk {
  choices?: { delta?: Delta; finish_reason?: string | null }[];
  usage?: {
    prompt_tokens?: number;
    completion_tokens?: number;
    prompt_tokens_details?: { cached_tokens?: number } | null;
  } | null;
  error?: unknown;
}

interface Delta {
  /** A text; some servers send a list of parts. */
  content?: unknown;
  /** What OpenAI's own models say instead of `content` when they decline. */
  refusal?: string | null;
  reasoning_content?: unknown;
  reasoning?: unknown;
  /** A list of fragments; some servers send `null`. */
  tool_calls?: unknown;
  function_call?: unknown;
}

/** The reasons that say that all calls have come; others may have cut one. */
const ENDED: ReadonlySet<string | undefined> = new Set(['stop', 'tool_calls', 'function_call']);

async function* read(items: Promise<AsyncIterable<SseItem>>): AsyncGenerator<SourceEvent> {
  const calls = new CallCollector(SERVICE);
  const usage: Usage = { inputTokens: 0, outputTokens: 0 };
  let finish: string | undefined;
  let ended = false;
  for await (const item of await items) {
    if (item === 'comment') {
      yield { type: 'alive' };
      continue;
    }
    ended = item.data === '[DONE]';
    if (ended) break;
    // A line that is no JSON object is passed over: some proxies mix notes into the stream.
    const parsed = parseBody(item.data, MODEL_JSON);
    const chunk: Chunk = asObject(parsed);
    if (chunk.error) throw errorInStream(SERVICE, chunk.error);
    countTokens(chunk, usage);
    const choice = chunk.choices?.[0];
    finish = choice?.finish_reason ?? finish;
    const events = [...readDelta(choice?.delta ?? {}, calls)];
    for (const event of events) yield event;
    if (events.length === 0) yield { type: 'alive' };
  }
  // Some servers leave `[DONE]` out; a finish reason is then what tells an end from a cut.
  if (!ended && finish === undefined) throw streamCut(SERVICE);
  // Calls of an answer that hit its length limit are cut themselves: running one would run half a wish.
  const complete = finish === 'length' ? [] : calls.finish(ENDED.has(finish));
  for (const call of complete) yield { type: 'tool_call', call };
  yield { type: 'done', finishReason: mapFinishReason(finish, complete.length > 0), usage };
}

function countTokens({ usage: counts }: Chunk, usage: Usage): void {
  usage.inputTokens = counts?.prompt_tokens ?? usage.inputTokens;
  usage.outputTokens = counts?.completion_tokens ?? usage.outputTokens;
  const cached = counts?.prompt_tokens_details?.cached_tokens;
  if (cached) usage.cachedTokens = cached;
}

function* readDelta(delta: Delta, calls: CallCollector): Generator<SourceEvent> {
  const thought = contentText(delta.reasoning_content ?? delta.reasoning);
  const said = contentText(delta.content || delta.refusal);
  const thinking = thought.text + thought.thinking + said.thinking;
  if (thinking !== '') yield { type: 'thinking', text: thinking };
  if (said.text !== '') yield { type: 'text', text: said.text };
  const { tool_calls: sent, function_call: older } = delta;
  // Where a server sends a call in both ways, the older one says the same again.
  const whole: unknown[] = isObject(older) ? [{ function: older }] : [];
  const fragments = Array.isArray(sent) && sent.length > 0 ? (sent as unknown[]) : whole;
  const unread = fragments.reduce<number>((sum, fragment) => sum + calls.add(fragment), 0);
  if (unread > 0) yield { type: 'alive', unread };
}

function convert(message: LlmMessage): JsonObject {
  switch (message.role) {
    case 'user':
      return { role: 'user', content: userContent(message) };
    case 'assistant':
      return assistant(message.content, message.toolCalls ?? []);
    case 'tool':
      return { role: 'tool', tool_call_id: message.toolCallId, content: message.content };
  }
}

/** A list of parts only where there is an image: many servers take nothing but a text. */
function userContent(message: LlmMessage): string | JsonObject[] {
  const images = imagesOf(message);
  if (images.length === 0) return message.content;
  const urls = images.map(({ contentType, data }) => `data:${contentType};base64,${data}`);
  const parts = urls.map((url) => ({ type: 'image_url', image_url: { url } }));
  return [...parts, { type: 'text', text: message.content }];
}

function assistant(content: string, calls: readonly LlmCall[]): JsonObject {
  if (calls.length === 0) return { role: 'assistant', content };
  const toolCalls = calls.map((call) => ({
    id: call.id,
    type: 'function',
    function: { name: call.name, arguments: writeJson(call.arguments) },
  }));
  // Several servers refuse an empty string beside calls; null is what the API itself sends.
  return { role: 'assistant', content: content === '' ? null : content, tool_calls: toolCalls };
}

/** The `tools` and `tool_choice` fields; both left out when there is no tool, as some servers refuse an empty list. */
export function prepareTools({ tools, toolChoice }: LlmRequest): JsonObject {
  if (tools.length === 0) return {};
  const functions = tools.map(({ name, description, inputSchema }) => ({
    type: 'function',
    function: { name, description, parameters: inputSchema },
  }));
  if (toolChoice === undefined) return { tools: functions };
  const choice =
    typeof toolChoice === 'string'
      ? toolChoice
      : { type: 'function', function: { name: toolChoice.name } };
  return { tools: functions, tool_choice: choice };
}

const reasons: Readonly<Record<string, FinishReason>> = {
  stop: 'stop',
  length: 'length',
  tool_calls: 'tool_calls',
  function_call: 'tool_calls',
  content_filter: 'safety',
};

function mapFinishReason(reason: string | undefined, hasCalls: boolean): FinishReason {
  const mapped = reasons[reason ?? ''] ?? 'other';
  // Many compatible servers say "stop", or nothing that is known, although they send calls.
  return hasCalls && (mapped === 'stop' || mapped === 'other') ? 'tool_calls' : mapped;
}
