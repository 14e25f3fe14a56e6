import { rememberingEmbedder } from '../toolcheck/remembering-embedder.js';
import type { Embedder } from '../toolindex/embedder.js';
import { createLocalEmbedder } from '../toolindex/embedders/local/local-embedder.js';

/**
 * One check asks for the same sentences many times. The local embedder is taken apart for it: its
 * model reads single sentences and makes no difference between queries and documents.
 */
export function checkEmbedder(embedder: Embedder): Embedder {
  const { plain } = embedder;
  if (plain === undefined) return rememberingEmbedder(embedder, { alike: false });
  return createLocalEmbedder(rememberingEmbedder(plain, { alike: true }));
}
