/** The share of words in a rank; the rest is that of vectors. */
export const WORDS_SHARE = 0.3;

/**
 * What rows are ranked by: how far each stands above the others by its vector and by its words, in the
 * unit of the vectors' scores. Words count by how much of the query the catalogue speaks of at all: a
 * question in another language than the catalogue's has hardly any.
 */
export function fuse(
  vectors: Float32Array,
  words: { scores: Float64Array; known: number },
  share = WORDS_SHARE,
): Float64Array {
  const dense = spread(vectors);
  const sparse = spread(words.scores);
  const weight = sparse.deviation === 0 ? 0 : (share / (1 - share)) * words.known;
  const scale = (weight * (dense.deviation || 1)) / (sparse.deviation || 1);
  return words.scores.map((score, row) => (vectors[row] as number) + scale * (score - sparse.mean));
}

function spread(values: ArrayLike<number>): { mean: number; deviation: number } {
  const count = values.length || 1;
  let mean = 0;
  for (let i = 0; i < values.length; i += 1) mean += (values[i] as number) / count;
  let variance = 0;
  for (let i = 0; i < values.length; i += 1)
    variance += ((values[i] as number) - mean) ** 2 / count;
  return { mean, deviation: Math.sqrt(variance) };
}
