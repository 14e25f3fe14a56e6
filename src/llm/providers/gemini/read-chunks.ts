import { defined } from '../../../foundation/defined.js';
import { isObject } from '../../../foundation/json.js';
import type { SourceEvent } from '../../resilient.js';
import type { FinishReason, Usage } from '../../types.js';
import { readCall } from '../../wire/call-arguments.js';
import { streamCut } from '../../wire/post-stream.js';
import { WholeCalls, type WholeCall } from '../../wire/whole-calls.js';
import { mapFinishReason } from './gemini-finish-reason.js';
import { toProviderData, type GeminiData } from './provider-data.js';
import { SERVICE } from './gemini-name.js';
import { errorInChunk } from './to-provider-error.js';

/** One chunk as the wire has it. */
export interface GeminiChunk {
  candidates?: (GeminiCandidate | null)[];
  promptFeedback?: { blockReason?: string };
  usageMetadata?: {
    promptTokenCount?: number;
    candidatesTokenCount?: number;
    thoughtsTokenCount?: number;
    cachedContentTokenCount?: number;
  };
  error?: unknown;
}

interface GeminiCandidate {
  content?: { parts?: GeminiPart[] };
  finishReason?: string;
}

interface GeminiPart {
  text?: string;
  thought?: boolean;
  /** An object with `id`, `name` and `args`; models and proxies have sent other things. */
  functionCall?: unknown;
  thoughtSignature?: string;
}

/**
 * The events of one answer. An end without a finish reason is a cut, however well it looks.
 */
export async function* readChunks(chunks: AsyncIterable<GeminiChunk>): AsyncGenerator<SourceEvent> {
  const usage: Usage = { inputTokens: 0, outputTokens: 0 };
  const calls = new WholeCalls();
  let finish: FinishReason | undefined;
  for await (const chunk of chunks) {
    yield { type: 'alive' };
    if (chunk.error) throw errorInChunk(chunk.error);
    countTokens(chunk, usage);
    const candidate = chunk.candidates?.[0];
    for (const part of partsOf(candidate)) {
      yield* readPart(part, calls);
    }
    calls.endChunk();
    if (candidate?.finishReason) finish = mapFinishReason(candidate.finishReason, calls.any);
    if (chunk.promptFeedback?.blockReason) finish = 'safety';
  }
  if (finish === undefined) throw streamCut(SERVICE);
  for (const call of calls.finish()) yield { type: 'tool_call', call };
  yield { type: 'done', finishReason: finish, usage };
}

function partsOf(candidate: GeminiCandidate | null | undefined): GeminiPart[] {
  const parts: unknown = candidate?.content?.parts;
  return Array.isArray(parts) ? parts.filter(isObject) : [];
}

function* readPart(part: GeminiPart, calls: WholeCalls): Generator<SourceEvent> {
  if (part.functionCall !== undefined) calls.add(toCall(part.functionCall, part.thoughtSignature));
  else if (typeof part.text === 'string' && part.text !== '')
    yield { type: part.thought ? 'thinking' : 'text', text: part.text };
}

function toCall(sent: unknown, thoughtSignature?: string): WholeCall {
  const { id, name, args } = isObject(sent) ? sent : {};
  const data: GeminiData = defined({
    id: typeof id === 'string' && id !== '' ? id : undefined,
    thoughtSignature: thoughtSignature || undefined,
  });
  const call = readCall({ id, name, arguments: args });
  return { id, call: { ...call, providerData: toProviderData(data) } };
}

/** Counts are cumulative; thoughts are output too. */
function countTokens({ usageMetadata: counts }: GeminiChunk, usage: Usage): void {
  if (counts === undefined) return;
  usage.inputTokens = counts.promptTokenCount ?? usage.inputTokens;
  if (counts.cachedContentTokenCount) usage.cachedTokens = counts.cachedContentTokenCount;
  const output = (counts.candidatesTokenCount ?? 0) + (counts.thoughtsTokenCount ?? 0);
  usage.outputTokens = Math.max(usage.outputTokens, output);
}
