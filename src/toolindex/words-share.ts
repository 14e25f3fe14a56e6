import { TfidfBlock } from './lexical/tfidf-block.js';
import type { Embedder } from './embedder.js';

/**
 * The same embedder with so much of a score from words, from 0 to 1, and the rest from its vectors; undefined: what
 * the embedder itself makes of words. Vectors of documents stay what they are, and so does their cache.
 */
export function withWordsShare(inner: Embedder, share: number | undefined): Embedder {
  if (share === undefined) return inner;
  const fitSparse: Embedder['fitSparse'] =
    share === 0 ? undefined : (documents, options) => TfidfBlock.fit(documents, share, options);
  return Object.create(inner, {
    fitSparse: { value: fitSparse, enumerable: true },
  }) as Embedder;
}
