import type { Embedder } from '../../src/toolindex/embedder.js';

/** An embedder for index tests: the vectors are given, each call is recorded. Unknown texts are an error. */
export function tableEmbedder(
  table: ReadonlyMap<string, readonly number[]>,
  id = 'table',
): Embedder & { calls: { texts: string[]; kind: string }[] } {
  const calls: { texts: string[]; kind: string }[] = [];
  return {
    id,
    calls,
    embed(texts, { kind }) {
      calls.push({ texts: [...texts], kind });
      return Promise.all(
        texts.map(async (text) => {
          const vector = table.get(text);
          if (vector === undefined) throw new Error(`no vector for ${text}`);
          return Float32Array.from(vector);
        }),
      );
    },
  };
}
