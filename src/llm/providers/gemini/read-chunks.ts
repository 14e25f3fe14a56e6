import { newId } from '../../../foundation/ids.js';
import type { JsonObject } from '../../../foundation/json.js';
import type { SourceEvent } from '../../resilient.js';
import type { FinishReason, ToolCall, Usage } from '../../types.js';
import { toArguments } from '../../wire/call-arguments.js';
import { streamCut } from '../../wire/post-stream.js';
import { mapFinishReason } from './map-finish-reason.js';
import { toProviderData, type GeminiData } from './provider-data.js';
import { SERVICE } from './service.js';
import { errorInChunk } from './to-provider-error.js';

/** One chunk as the wire has it. */
export interface GeminiChunk {
  candidates?: { content?: { parts?: GeminiPart[] }; finishReason?: string }[];
  promptFeedback?: { blockReason?: string };
  usageMetadata?: {
    promptTokenCount?: number;
    candidatesTokenCount?: number;
    thoughtsTokenCount?: number;
  };
  error?: unknown;
}

interface GeminiPart {
  text?: string;
  thought?: boolean;
  functionCall?: { id?: string; name: string; args?: JsonObject };
  thoughtSignature?: string;
}

/**
 * The events of one answer. An end without a finish reason is a cut, however well it looks.
 */
export async function* readChunks(chunks: AsyncIterable<GeminiChunk>): AsyncGenerator<SourceEvent> {
  const usage: Usage = { inputTokens: 0, outputTokens: 0 };
  let hasCalls = false;
  let finish: FinishReason | undefined;
  for await (const chunk of chunks) {
    yield { type: 'alive' };
    if (chunk.error) throw errorInChunk(chunk.error);
    countTokens(chunk, usage);
    const candidate = chunk.candidates?.[0];
    for (const part of candidate?.content?.parts ?? []) {
      hasCalls ||= part.functionCall !== undefined;
      yield* readPart(part);
    }
    if (candidate?.finishReason) finish = mapFinishReason(candidate.finishReason, hasCalls);
    if (chunk.promptFeedback?.blockReason) finish = 'safety';
  }
  if (finish === undefined) throw streamCut(SERVICE);
  yield { type: 'done', finishReason: finish, usage };
}

function* readPart(part: GeminiPart): Generator<SourceEvent> {
  if (part.functionCall)
    yield { type: 'tool_call', call: toCall(part.functionCall, part.thoughtSignature) };
  else if (part.text) yield { type: part.thought ? 'thinking' : 'text', text: part.text };
}

function toCall(
  call: NonNullable<GeminiPart['functionCall']>,
  thoughtSignature?: string,
): ToolCall {
  const data: GeminiData = {
    ...(call.id ? { id: call.id } : {}),
    ...(thoughtSignature ? { thoughtSignature } : {}),
  };
  return {
    id: call.id || `call_${newId()}`,
    name: call.name,
    arguments: toArguments(call.args),
    providerData: toProviderData(data),
  };
}

/** Counts are cumulative; thoughts are output too. */
function countTokens({ usageMetadata: counts }: GeminiChunk, usage: Usage): void {
  if (counts === undefined) return;
  usage.inputTokens = counts.promptTokenCount ?? usage.inputTokens;
  const output = (counts.candidatesTokenCount ?? 0) + (counts.thoughtsTokenCount ?? 0);
  usage.outputTokens = Math.max(usage.outputTokens, output);
}
