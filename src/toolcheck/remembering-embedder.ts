import type { Embedder, EmbedOptions } from '../toolindex/embedder.js';

/**
 * An embedder that asks for each text once, for work that meets the same sentences again and again.
 * Nobody waits for it, so it is asked behind the queries of chats. The inner embedder stays the caller's
 * to close.
 */
export function rememberingEmbedder(inner: Embedder): Embedder {
  const known = new Map<string, Float32Array>();
  const embed = async (texts: readonly string[], options: EmbedOptions) => {
    const keyOf = (text: string) => `${options.kind} ${text}`;
    const missing = [...new Set(texts)].filter((text) => !known.has(keyOf(text)));
    if (missing.length > 0) {
      const vectors = await inner.embed(missing, { ...options, background: true });
      vectors.forEach((vector, at) => known.set(keyOf(missing[at] as string), vector));
    }
    return texts.map((text) => known.get(keyOf(text)) as Float32Array);
  };
  return Object.assign(Object.create(inner) as Embedder, { embed });
}
