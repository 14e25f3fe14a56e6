import type { Embedder, EmbedOptions } from '../toolindex/embedder.js';

/**
 * An embedder that asks for each text once, for work that meets the same sentences again and again.
 * With `alike` the model makes no difference between queries and documents: then everything is asked
 * as a document, behind the queries of chats. The inner embedder stays the caller's to close.
 */
export function rememberingEmbedder(inner: Embedder, { alike }: { alike: boolean }): Embedder {
  const known = new Map<string, Float32Array>();
  const embed = async (texts: readonly string[], options: EmbedOptions) => {
    const kind = alike ? 'document' : options.kind;
    const keyOf = (text: string) => `${kind} ${text}`;
    const missing = [...new Set(texts)].filter((text) => !known.has(keyOf(text)));
    if (missing.length > 0) {
      const vectors = await inner.embed(missing, { ...options, kind });
      vectors.forEach((vector, at) => known.set(keyOf(missing[at] as string), vector));
    }
    return texts.map((text) => known.get(keyOf(text)) as Float32Array);
  };
  // All else, such as how its words are weighed, stays the inner one's.
  return Object.assign(Object.create(inner) as Embedder, { embed });
}
