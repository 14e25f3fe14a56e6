import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { Embedder, EmbedOptions } from '../../src/toolindex/embedder.js';
import { VectorCache } from '../../src/toolindex/vector-cache.js';

const FOLDER = fileURLToPath(new URL('../../node_modules/.cache/sextant/texts', import.meta.url));

/** A file of the cache keeps the latest 10,000 vectors at least: so many files hold what a bench asks for. */
const SHARDS = 16;

/**
 * The same embedder with all its vectors kept between runs of tests and benches: what was embedded once costs
 * nothing, and the model need not even be loaded.
 */
export function cachedEmbedder(inner: Embedder): Embedder {
  const cache = new VectorCache(FOLDER);
  const known = new Map<string, Float32Array>();
  const embedShard = async (id: string, texts: readonly string[], options: EmbedOptions) => {
    const { kind } = options;
    const stored = await cache.read(id, texts);
    texts.forEach((text, at) => stored[at] && known.set(`${kind} ${text}`, stored[at]));
    const missing = texts.filter((_, at) => stored[at] === undefined);
    if (missing.length === 0) return;
    const vectors = await inner.embed(missing, { ...options, background: true });
    await cache.write(id, missing, vectors);
    missing.forEach((text, at) => known.set(`${kind} ${text}`, vectors[at] as Float32Array));
  };
  return {
    id: inner.id,
    languages: inner.languages,
    searchFloor: inner.searchFloor,
    unmet: inner.unmet,
    likeWords: inner.likeWords,
    close: () => inner.close?.() ?? Promise.resolve(),
    async embed(texts, options) {
      const { kind } = options;
      const asked = [...new Set(texts)].filter((text) => !known.has(`${kind} ${text}`));
      for (let shard = 0; shard < SHARDS; shard += 1) {
        const own = asked.filter((text) => shardOf(text) === shard);
        if (own.length > 0) await embedShard(`${inner.id} ${kind} ${shard}`, own, options);
      }
      return texts.map((text) => known.get(`${kind} ${text}`) as Float32Array);
    },
  };
}

function shardOf(text: string): number {
  return (createHash('sha256').update(text).digest()[0] as number) % SHARDS;
}

/** An embedder for index tests: the vectors are given, each call is recorded. Unknown texts are an error. */
export function tableEmbedder(table: ReadonlyMap<string, readonly number[]>, id = 'table') {
  const calls: { texts: string[]; kind: string }[] = [];
  const embed: Embedder['embed'] = async (texts, { kind }) => {
    calls.push({ texts: [...texts], kind });
    return texts.map((text: string) => {
      const vector = table.get(text);
      if (vector === undefined) throw new Error(`no vector for ${text}`);
      return Float32Array.from(vector);
    });
  };
  return { id, calls, embed };
}
