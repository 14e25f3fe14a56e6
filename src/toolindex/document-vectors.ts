import { defined } from '../foundation/defined.js';
import { AppError, indexError, messageOf } from '../foundation/errors.js';
import { throwIfCancelled, inSlices } from './bounded-work.js';
import type { EmbedKind, Embedder, EmbedOptions } from './embedder.js';

/** Vectors of texts kept between starts; a text that is not there is `undefined`, what is written is added. Never rejects. */
export interface VectorStore {
  read(embedderId: string, texts: readonly string[]): Promise<(Float32Array | undefined)[]>;
  write(
    embedderId: string,
    texts: readonly string[],
    vectors: readonly Float32Array[],
  ): Promise<void>;
}

/** A text of a catalogue that is embedded: a tool's own as a document, an example as a query. */
export interface IndexedText {
  text: string;
  kind: EmbedKind;
}

export interface DocumentVectorOptions {
  cache?: VectorStore;
  signal?: AbortSignal;
  /** Called with how many texts have a vector, at first and after each portion. */
  onProgress?: (embedded: number) => void;
  known?: ((text: IndexedText) => Float32Array | undefined) | undefined;
}

/** So many texts are embedded, and kept, at a time: one request to Gemini, three to OpenAI and Ollama. */
const PORTION = 96;

/** The vectors of a catalogue's texts, in order; new ones are embedded and written back by portions, and all of them where dimensions differ. */
export async function documentVectors(
  texts: readonly IndexedText[],
  embedder: Embedder,
  options: DocumentVectorOptions,
): Promise<Float32Array[]> {
  const { cache, signal, onProgress } = options;
  const vectors = await vectorsAtHand(texts, embedder, options);
  throwIfCancelled(signal);
  const before = vectors.find((vector) => vector !== undefined);
  let embedded = vectors.filter((vector) => vector !== undefined).length;
  onProgress?.(embedded);
  for (const { kind, rows } of portions(texts, vectors)) {
    const portion = rows.map((row) => (texts[row] as IndexedText).text);
    const fresh = await embedAll(portion, embedder, { kind, background: true, signal });
    if (before !== undefined && before.length !== fresh[0]?.length) {
      const { known: _, ...rest } = options;
      return documentVectors(texts, embedder, { ...rest, ...defined({ cache: writeOnly(cache) }) });
    }
    rows.forEach((row, i) => (vectors[row] = fresh[i]));
    await cache?.write(cacheId(embedder, kind), portion, fresh);
    throwIfCancelled(signal);
    embedded += rows.length;
    onProgress?.(embedded);
  }
  return vectors as Float32Array[];
}

/** What is in memory or in the cache; the others are undefined. */
async function vectorsAtHand(
  texts: readonly IndexedText[],
  embedder: Embedder,
  { cache, known, signal }: DocumentVectorOptions,
): Promise<(Float32Array | undefined)[]> {
  const vectors: (Float32Array | undefined)[] = [];
  await inSlices(texts.length, signal, (row) => {
    vectors.push(known?.(texts[row] as IndexedText));
  });
  for (const { kind, rows } of groups(texts, vectors)) {
    const wanted = rows.map((row) => (texts[row] as IndexedText).text);
    const found = await cache?.read(cacheId(embedder, kind), wanted);
    rows.forEach((row, i) => (vectors[row] = found?.[i]));
  }
  return vectors;
}

interface Portion {
  kind: EmbedKind;
  rows: readonly number[];
}

/** The rows that have no vector, tools before examples: the sooner all tools have one, the better. */
function groups(
  texts: readonly IndexedText[],
  vectors: readonly (Float32Array | undefined)[],
): Portion[] {
  const missing = [...texts.keys()].filter((row) => vectors[row] === undefined);
  const of = (kind: EmbedKind): Portion => ({
    kind,
    rows: missing.filter((row) => texts[row]?.kind === kind),
  });
  return [of('document'), of('query')].filter(({ rows }) => rows.length > 0);
}

function portions(
  texts: readonly IndexedText[],
  vectors: readonly (Float32Array | undefined)[],
): Portion[] {
  return groups(texts, vectors).flatMap(({ kind, rows }) =>
    Array.from({ length: Math.ceil(rows.length / PORTION) }, (_, at) => ({
      kind,
      rows: rows.slice(at * PORTION, (at + 1) * PORTION),
    })),
  );
}

/** The same sentence has one vector as a document and another as a query. */
function cacheId({ id }: Embedder, kind: EmbedKind): string {
  return kind === 'document' ? id : `${id} query`;
}

/** Calls the embedder and holds it to its contract: one vector per text, and no error but `AppError`. */
export async function embedAll(
  texts: readonly string[],
  embedder: Embedder,
  options: EmbedOptions,
): Promise<Float32Array[]> {
  const vectors = await embedder.embed(texts, options).catch((error: unknown) => {
    throwIfCancelled(options.signal);
    if (error instanceof AppError) throw error;
    const message = `The embedder ${embedder.id} failed: ${messageOf(error)}`;
    throw indexError(message, [], { cause: error });
  });
  throwIfCancelled(options.signal);
  if (vectors.length !== texts.length) {
    throw indexError(
      `The embedder ${embedder.id} answered ${vectors.length} vectors for ${texts.length} texts.`,
    );
  }
  return vectors;
}

/** A cache that forgets what it had and keeps what is new; none stays none. */
export function writeOnly(cache: VectorStore | undefined): VectorStore | undefined {
  return (
    cache && {
      read: (_, texts) => Promise.resolve(texts.map(() => undefined)),
      write: (id, texts, vectors) => cache.write(id, texts, vectors),
    }
  );
}
