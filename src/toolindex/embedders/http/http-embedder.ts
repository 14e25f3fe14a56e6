import { type AppError, indexError } from '../../../foundation/errors.js';
import { secretHider } from '../../../foundation/secrets.js';
import { throwIfCancelled } from '../../bounded-work.js';
import type { Embedder, EmbedKind, EmbedOptions } from '../../embedder.js';
import {
  EmbedApiError,
  isTooLong,
  type EmbedService,
  boundedFetch,
  jsonOf,
  postJson,
  type CallBounds,
  type PostJson,
} from './refusal.js';

/** How a call goes out: bounded in time and size, without redirects, its failures in sentences. */
interface Transport {
  post: (request: Omit<PostJson, keyof CallBounds>) => Promise<unknown>;
  /** For a client of the service's own. */
  fetch: typeof globalThis.fetch;
}

/** The parts in which one embedding API differs from the others. */
interface EmbeddingApi extends EmbedService, HttpEmbedderOptions {
  /** Names API, model and dimensions: see {@link Embedder.id}. */
  id: string;
  batchSize: number;
  /** UTF-8 bytes of one text that the model surely holds; more is cut off. */
  maxTextBytes: number;
  languages?: readonly string[];
  /** Adds what the model wants in front of a text. */
  prefix(kind: EmbedKind): string;
  /** Asks for the vectors of a batch, by what it is given. */
  ask(texts: readonly string[], kind: EmbedKind, by: Transport): Promise<unknown>;
  /** The vectors in an answer, in the order of the texts; undefined when it has another shape. */
  read(answer: unknown): readonly unknown[] | undefined;
}

const CALL_LIMIT_MS = 30_000;

/** A text is not cut below this to please a model with a small context. */
const MIN_TEXT_BYTES = 256;

/** An embedder behind an HTTP API, asked in batches one after the other; each answer's count and dimension are checked. It does not retry. */
export class HttpEmbedder implements Embedder {
  readonly id: string;
  readonly languages: readonly string[] | undefined;
  private readonly closing = new AbortController();

  constructor(private readonly api: EmbeddingApi) {
    this.id = api.id;
    this.languages = api.languages;
  }

  async embed(texts: readonly string[], options: EmbedOptions): Promise<Float32Array[]> {
    throwIfCancelled(options.signal);
    if (this.closing.signal.aborted) throw this.closedError();
    const vectors: Float32Array[] = [];
    for (let start = 0; start < texts.length; start += this.api.batchSize) {
      const batch = texts.slice(start, start + this.api.batchSize);
      vectors.push(...(await this.embedBatch(batch, options)));
    }
    requireOneDimension(this.api, vectors);
    return vectors;
  }

  async close(): Promise<void> {
    this.closing.abort();
  }

  /** When the API finds a text too long, the batch is tried again with half the length. */
  private async embedBatch(
    texts: readonly string[],
    options: EmbedOptions,
  ): Promise<Float32Array[]> {
    const longest = Math.max(MIN_TEXT_BYTES, ...texts.map((text) => Buffer.byteLength(text)));
    let maxBytes = this.api.maxTextBytes;
    while (maxBytes / 2 >= longest) maxBytes /= 2;
    for (; ; maxBytes = Math.floor(maxBytes / 2)) {
      try {
        return await this.call(texts, maxBytes, options);
      } catch (error) {
        if (!isTooLong(error) || maxBytes <= MIN_TEXT_BYTES) throw error;
      }
    }
  }

  private async call(
    texts: readonly string[],
    maxBytes: number,
    { kind, signal }: EmbedOptions,
  ): Promise<Float32Array[]> {
    const { api } = this;
    const prefix = api.prefix(kind);
    const readable = texts.map((text) => prefix + readableText(text, maxBytes));
    const scope = joinSignals(signal, this.closing.signal);
    try {
      const { timeoutMs = CALL_LIMIT_MS } = api;
      const bounds = { service: api, signal: scope.signal, timeoutMs };
      const asked = api.ask(readable, kind, {
        post: (request) => postJson({ ...request, ...bounds }),
        fetch: boundedFetch(bounds),
      });
      return toVectors(api, api.read(await jsonOf(api, asked)), texts.length);
    } catch (error) {
      throw this.closing.signal.aborted && !signal?.aborted ? this.closedError() : this.safe(error);
    } finally {
      scope.release();
    }
  }

  private closedError(): AppError {
    return indexError(`The embedder of ${this.api.name} is closed.`);
  }

  /** Some APIs repeat the key they refuse. */
  private safe(error: unknown): unknown {
    const { apiKey } = this.api;
    if (!(error instanceof EmbedApiError) || !apiKey) return error;
    const message = secretHider([apiKey])(error.message);
    return new EmbedApiError(message, error.status, error.retryAfterMs);
  }
}

/** A signal that fires with either; `release` lets go of both. (`AbortSignal.any` keeps them until collected.) */
function joinSignals(
  caller: AbortSignal | undefined,
  own: AbortSignal,
): { signal: AbortSignal; release: () => void } {
  const joined = new AbortController();
  const abort = () => joined.abort();
  const signals = caller === undefined ? [own] : [caller, own];
  for (const signal of signals) {
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
  }
  const release = () => signals.forEach((signal) => signal.removeEventListener('abort', abort));
  return { signal: joined.signal, release };
}

/** The vectors of an answer, checked: as many as texts, numbers only, all of the one right dimension. */
function toVectors(
  service: EmbeddingApi,
  lists: readonly unknown[] | undefined,
  count: number,
): Float32Array[] {
  if (lists === undefined)
    throw new EmbedApiError(
      `${service.name} answered without vectors. Check ${service.addressVariable}: does it point to the right API?`,
    );
  if (lists.length !== count) {
    throw new EmbedApiError(
      `${service.name} answered ${lists.length} vectors for ${count} texts. Nothing was indexed from this answer; check that EMBEDDER_MODEL ${service.model} is an embedding model.`,
    );
  }
  const vectors = lists.map((list) => toVector(service, list));
  requireOneDimension(service, vectors);
  return vectors;
}

function toVector(service: EmbedService, list: unknown): Float32Array {
  const isVector =
    Array.isArray(list) && list.length > 0 && list.every((value) => Number.isFinite(value));
  if (isVector) return Float32Array.from(list as number[]);
  throw new EmbedApiError(
    `${service.name} answered a vector that is not a list of numbers. Check that EMBEDDER_MODEL ${service.model} is an embedding model.`,
  );
}

/** Vectors of different length are never cut to fit. */
function requireOneDimension(service: EmbeddingApi, vectors: readonly Float32Array[]): void {
  const { name, model, dimensions } = service;
  const wanted = dimensions ?? vectors[0]?.length;
  const wrong = vectors.find((vector) => vector.length !== wanted);
  if (wrong === undefined) return;
  throw new EmbedApiError(
    dimensions === undefined
      ? `${name} answered vectors of ${wanted} and of ${wrong.length} dimensions in one go: its model was changed under way. It will be asked again.`
      : `${name} answered vectors of ${wrong.length} dimensions, and ${dimensions} were asked for. Set EMBEDDER_DIMENSIONS to what the model ${model} can give, or unset it.`,
  );
}

export interface HttpEmbedderOptions {
  model: string;
  /** Base URL without a last slash. */
  baseUrl: string;
  /** Undefined where the API needs none; a secret that must appear in no message. */
  apiKey?: string;
  /** Dimensions to ask for; undefined takes what the model gives by itself. */
  dimensions?: number;
  timeoutMs?: number;
}

/** The part of an embedder's id that says what is asked of which model; `v1` counts how texts are prepared. */
export function modelId(model: string, dimensions: number | undefined): string {
  return `${model}-${dimensions ?? 'native'}-v1`;
}

const NOMIC_PREFIXES: Readonly<Record<EmbedKind, string>> = {
  query: 'search_query: ',
  document: 'search_document: ',
};

/** What stands before a text: only the nomic-embed-text family, served under many names, was trained with prefixes. */
export function taskPrefix(model: string, kind: EmbedKind): string {
  return /nomic-embed-text/i.test(model) ? NOMIC_PREFIXES[kind] : '';
}

/** Whether this is a model of the nomic-embed-text family before its second version, which are English. */
export function readsEnglishOnly(model: string): boolean {
  return /nomic-embed-text/i.test(model) && !/-v2/i.test(model);
}

/** A text that every API takes: no lone surrogates or control characters, at most `maxBytes` of UTF-8, never blank. */
export function readableText(text: string, maxBytes: number): string {
  // A byte is at most one character: what is cut off here is never looked at.
  const clean = text
    .slice(0, maxBytes)
    .replace(/\p{Cs}/gu, '')
    .replace(/\p{Cc}+/gu, ' ');
  const bytes = Buffer.from(clean);
  // A cut inside a character leaves a broken end, which `stream` holds back.
  const cut = new TextDecoder().decode(bytes.subarray(0, maxBytes), { stream: true });
  return cut.trim() || BLANK;
}

/** Stands for a text without content: APIs refuse an empty one. */
const BLANK = '-';
