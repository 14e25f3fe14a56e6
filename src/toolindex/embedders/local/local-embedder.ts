import type { IndexedDocument } from '../../document.js';
import type { Embedder, EmbedOptions } from '../../embedder.js';
import { TfidfBlock } from '../../lexical/tfidf-block.js';
import type { SparseBlock } from '../../sparse-block.js';
import { UseLiteEmbedder } from './use-lite-embedder.js';

/** `a` of the hybrid vector `[√a · dense ‖ √(1−a) · sparse]`: the dense part of a score. */
const DENSE_SHARE = 0.3;

/**
 * The embedded default: dense vectors of Universal Sentence Encoder Lite, and a TF-IDF block that an
 * index fits on its own catalogue. No key, no server, no download.
 */
class LocalEmbedder implements Embedder {
  readonly id: string;

  constructor(private readonly dense: Embedder) {
    this.id = dense.id;
  }

  prepare(): void {
    this.dense.prepare?.();
  }

  embed(texts: readonly string[], options: EmbedOptions): Promise<Float32Array[]> {
    return this.dense.embed(texts, options);
  }

  fitSparse(documents: readonly IndexedDocument[], signal?: AbortSignal): Promise<SparseBlock> {
    return TfidfBlock.fit(documents, 1 - DENSE_SHARE, signal);
  }

  async close(): Promise<void> {
    await this.dense.close?.();
  }
}

/** Makes the `local` embedder. It holds one thread, so make one per process and close it at the end. */
export function createLocalEmbedder(dense: Embedder = new UseLiteEmbedder()): Embedder {
  return new LocalEmbedder(dense);
}
