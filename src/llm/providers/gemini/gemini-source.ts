import { GoogleGenerativeAI, type GenerateContentRequest } from '@google/generative-ai';
import { ProviderError } from '../../provider-error.js';
import type { ModelSource, SourceEvent } from '../../resilient.js';
import type { LlmRequest } from '../../types.js';
import { streamCut } from '../../wire/post-stream.js';
import { convertMessages } from './convert-messages.js';
import { prepareTools } from './prepare-tools.js';
import { readChunks, type GeminiChunk } from './read-chunks.js';
import { SERVICE } from './service.js';
import { toProviderError } from './to-provider-error.js';

/** Where the Gemini API is, and the model asked for. */
export interface GeminiOptions {
  /** Without the version, e.g. `https://generativelanguage.googleapis.com`. */
  baseUrl: string;
  apiKey: string;
  model: string;
}

/** Google's Gemini models. */
export function createGeminiSource(options: GeminiOptions): ModelSource {
  return {
    name: 'gemini',
    model: options.model,
    open: (request, signal) => stream(options, request, signal),
  };
}

async function* stream(
  options: GeminiOptions,
  request: LlmRequest,
  signal: AbortSignal,
): AsyncGenerator<SourceEvent> {
  // The client ignores a signal that is aborted before, and leaves the request open when its stream is
  // not read to the end: an abort of our own ends it in every case.
  signal.throwIfAborted();
  const ownAbort = new AbortController();
  const chunks = await open(options, request, AbortSignal.any([signal, ownAbort.signal]));
  try {
    yield* readChunks(chunks);
  } catch (error) {
    throw error instanceof ProviderError ? error : streamCut(SERVICE, error);
  } finally {
    ownAbort.abort();
  }
}

async function open(
  { apiKey, model: name, baseUrl }: GeminiOptions,
  request: LlmRequest,
  signal: AbortSignal,
): Promise<AsyncIterable<GeminiChunk>> {
  const model = new GoogleGenerativeAI(apiKey).getGenerativeModel({ model: name }, { baseUrl });
  try {
    const { stream: raw, response } = await model.generateContentStream(toBody(name, request), {
      signal,
    });
    // The aggregated response is not used, but rejects with every trouble of the stream: without this
    // the process would die of an unhandled rejection.
    response.catch(() => {});
    return raw as unknown as AsyncIterable<GeminiChunk>;
  } catch (error) {
    throw toProviderError(error);
  }
}

function toBody(model: string, request: LlmRequest): GenerateContentRequest {
  return {
    contents: convertMessages(request.messages, model),
    ...(request.system === '' ? {} : { systemInstruction: request.system }),
    ...prepareTools(request),
    generationConfig: { maxOutputTokens: request.maxTokens },
  };
}
