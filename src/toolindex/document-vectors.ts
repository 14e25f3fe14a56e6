import { AppError, messageOf } from '../foundation/errors.js';
import { throwIfCancelled } from './cancelled.js';
import type { Embedder, EmbedOptions } from './embedder.js';

/** Vectors of texts kept between starts; a text that is not there is `undefined`. Never rejects. */
export interface VectorStore {
  read(embedderId: string, texts: readonly string[]): Promise<(Float32Array | undefined)[]>;
  write(
    embedderId: string,
    texts: readonly string[],
    vectors: readonly Float32Array[],
  ): Promise<void>;
}

/**
 * The vectors of document texts, in order: from the cache where it has them, the others embedded in
 * one call and written back. When the cache's vectors and fresh ones differ in dimensions, the model
 * behind the same id has changed: then all are embedded again.
 */
export async function documentVectors(
  texts: readonly string[],
  embedder: Embedder,
  options: { cache?: VectorStore; signal?: AbortSignal },
): Promise<Float32Array[]> {
  const cached = (await options.cache?.read(embedder.id, texts)) ?? [];
  throwIfCancelled(options.signal);
  const missing = texts.filter((_, row) => cached[row] === undefined);
  if (missing.length === 0) return cached as Float32Array[];
  const fresh = await embedAll(missing, embedder, {
    kind: 'document',
    signal: options.signal,
  });
  if (cached.some((vector) => vector !== undefined && vector.length !== fresh[0]?.length)) {
    return documentVectors(texts, embedder, {
      cache: options.cache && writeOnly(options.cache),
      signal: options.signal,
    });
  }
  let next = 0;
  const vectors = texts.map((_, row) => cached[row] ?? (fresh[next++] as Float32Array));
  await options.cache?.write(embedder.id, texts, vectors);
  return vectors;
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

function writeOnly(cache: VectorStore): VectorStore {
  return {
    read: (_, texts) => Promise.resolve(texts.map(() => undefined)),
    write: (id, texts, vectors) => cache.write(id, texts, vectors),
  };
}
