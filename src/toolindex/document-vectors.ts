import { AppError, messageOf } from '../foundation/errors.js';
import { throwIfCancelled } from './cancelled.js';
import type { Embedder, EmbedOptions } from './embedder.js';

/** Vectors of texts kept between starts; a text that is not there is `undefined`, what is written is added. Never rejects. */
export interface VectorStore {
  read(embedderId: string, texts: readonly string[]): Promise<(Float32Array | undefined)[]>;
  write(
    embedderId: string,
    texts: readonly string[],
    vectors: readonly Float32Array[],
  ): Promise<void>;
}

/** Options of {@link documentVectors}. */
export interface DocumentVectorOptions {
  cache?: VectorStore;
  signal?: AbortSignal;
  /** Called with how many texts have a vector, at first and after each portion. */
  onProgress?: (embedded: number) => void;
}

/** So many texts are embedded, and kept, at a time: what an API's trouble interrupts is not lost. */
const PORTION = 200;

/**
 * The vectors of document texts, in order: from the cache where it has them, the others embedded and
 * written back portion by portion. When the cache's vectors and fresh ones differ in dimensions, the
 * model behind the same id has changed: then all are embedded again.
 */
export async function documentVectors(
  texts: readonly string[],
  embedder: Embedder,
  options: DocumentVectorOptions,
): Promise<Float32Array[]> {
  const { cache, signal, onProgress } = options;
  const vectors = (await cache?.read(embedder.id, texts)) ?? texts.map(() => undefined);
  throwIfCancelled(signal);
  const missing = [...texts.keys()].filter((row) => vectors[row] === undefined);
  const cached = vectors.find((vector) => vector !== undefined);
  onProgress?.(texts.length - missing.length);
  for (let done = 0; done < missing.length; done += PORTION) {
    const rows = missing.slice(done, done + PORTION);
    const portion = rows.map((row) => texts[row] as string);
    const fresh = await embedAll(portion, embedder, { kind: 'document', signal });
    if (cached !== undefined && cached.length !== fresh[0]?.length) {
      return documentVectors(texts, embedder, { ...options, cache: writeOnly(cache) });
    }
    rows.forEach((row, i) => (vectors[row] = fresh[i]));
    await cache?.write(embedder.id, portion, fresh);
    throwIfCancelled(signal);
    onProgress?.(texts.length - missing.length + done + rows.length);
  }
  return vectors as Float32Array[];
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
    throw new AppError('index_error', message, [], { cause: error });
  });
  throwIfCancelled(options.signal);
  if (vectors.length !== texts.length) {
    throw new AppError(
      'index_error',
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
