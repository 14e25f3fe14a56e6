import { MODEL_JSON } from '../../../foundation/exact-json.js';
import { isObject, ownValue, asObject, asList } from '../../../foundation/json.js';
import type { SourceEvent } from '../../resilient.js';
import type { FinishReason, Usage } from '../../types.js';
import { readCall, WholeCalls, type WholeCall } from '../../wire/tool-calls.js';
import { errorInStream, streamCut, type SseItem } from '../../wire/post-stream.js';
import type { GeminiData } from './gemini-messages.js';
import { errorMessageIn, googleRetryDelay, parseBody } from '../../../foundation/api-answers.js';
import { ProviderError, troubleOf } from '../../provider-error.js';

export const SERVICE = 'Gemini';

interface GeminiChunk {
  candidates?: ({ content?: { parts?: unknown }; finishReason?: string } | null)[];
  promptFeedback?: { blockReason?: string };
  usageMetadata?: {
    promptTokenCount?: number;
    candidatesTokenCount?: number;
    thoughtsTokenCount?: number;
    cachedContentTokenCount?: number;
  };
  error?: unknown;
}

interface GeminiPart {
  text?: string;
  thought?: boolean;
  /** An object with `id`, `name` and `args`; models and proxies have sent other things. */
  functionCall?: unknown;
  thoughtSignature?: string;
}

/** An end without a finish reason is a cut, however well it looks. */
export async function* readChunks(
  items: Promise<AsyncIterable<SseItem>>,
): AsyncGenerator<SourceEvent> {
  const usage: Usage = { inputTokens: 0, outputTokens: 0 };
  const calls = new WholeCalls();
  let finish: FinishReason | undefined;
  for await (const item of await items) {
    yield { type: 'alive' };
    if (item === 'comment') continue;
    const parsed = parseBody(item.data, MODEL_JSON);
    if (!isObject(parsed)) throw streamCut(SERVICE);
    const chunk: GeminiChunk = parsed;
    if (chunk.error) throw errorInStream(SERVICE, chunk.error);
    countTokens(chunk, usage);
    const candidate = chunk.candidates?.[0];
    for (const part of partsOf(candidate)) {
      const { functionCall: sent, text, thought, thoughtSignature } = part;
      if (sent !== undefined) calls.add(toCall(sent, thoughtSignature));
      else if (typeof text === 'string' && text !== '')
        yield { type: thought ? 'thinking' : 'text', text };
    }
    calls.endChunk();
    if (candidate?.finishReason) finish = mapFinishReason(candidate.finishReason, calls.any);
    if (chunk.promptFeedback?.blockReason) finish = 'safety';
  }
  if (finish === undefined) throw streamCut(SERVICE);
  for (const call of calls.finish()) yield { type: 'tool_call', call };
  yield { type: 'done', finishReason: finish, usage };
}

function toCall(sent: unknown, thoughtSignature: string | undefined): WholeCall {
  const { id, name, args } = asObject(sent);
  const gemini: GeminiData = {
    id: typeof id === 'string' && id !== '' ? id : undefined,
    thoughtSignature: thoughtSignature || undefined,
  };
  const call = readCall({ id, name, arguments: args });
  // Under a name of its own: a conversation may change its provider.
  return { id, call: { ...call, providerData: { gemini } } };
}

/** Counts are cumulative; thoughts are output too. */
function countTokens({ usageMetadata: counts }: GeminiChunk, usage: Usage): void {
  if (counts === undefined) return;
  usage.inputTokens = counts.promptTokenCount ?? usage.inputTokens;
  if (counts.cachedContentTokenCount) usage.cachedTokens = counts.cachedContentTokenCount;
  const output = (counts.candidatesTokenCount ?? 0) + (counts.thoughtsTokenCount ?? 0);
  usage.outputTokens = Math.max(usage.outputTokens, output);
}

const reasons: Readonly<Record<string, FinishReason>> = {
  STOP: 'stop',
  MAX_TOKENS: 'length',
  SAFETY: 'safety',
  RECITATION: 'safety',
  LANGUAGE: 'safety',
  BLOCKLIST: 'safety',
  PROHIBITED_CONTENT: 'safety',
  SPII: 'safety',
  MALFORMED_FUNCTION_CALL: 'malformed_call',
  UNEXPECTED_TOOL_CALL: 'malformed_call',
};

function partsOf(candidate: NonNullable<GeminiChunk['candidates']>[number] | undefined) {
  return asList(candidate?.content?.parts).filter(isObject) as GeminiPart[];
}

/** Gemini's reason in our words; it says STOP for turns with calls too. */
function mapFinishReason(reason: string, hasCalls: boolean): FinishReason {
  const mapped = ownValue(reasons, reason) ?? 'other';
  return mapped === 'stop' && hasCalls ? 'tool_calls' : mapped;
}

const MAX_MESSAGE = 500;

/** The API's own sentence and wait. A 429 is a rate limit even where it speaks of billing: exhausted credit is 402. */
export function toProviderError(
  status: number,
  text: string,
  retryAfterMs?: number,
): ProviderError {
  const parsed = parseBody(text);
  // A stream's refusal may come as a list of one.
  const body: unknown = Array.isArray(parsed) ? parsed[0] : parsed;
  const said = (errorMessageIn(body) ?? '').slice(0, MAX_MESSAGE);
  const error = asObject(asObject(body)['error']);
  const details = asList(error['details']);
  const isWrongKey = details.some((one) => isObject(one) && one['reason'] === 'API_KEY_INVALID');
  return new ProviderError(
    isWrongKey ? 'auth' : troubleOf(status),
    `${SERVICE} answered ${status}${said === '' ? '' : `: ${said}`}`,
    googleRetryDelay(details) ?? retryAfterMs,
  );
}
