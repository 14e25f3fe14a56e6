import { indexError } from '../foundation/errors.js';

/** A copy of length 1; a vector of zeros stays zeros. Rejects as {@link normalize} does. */
export function normalized(vector: Float32Array): Float32Array {
  const copy = vector.slice();
  normalize(copy);
  return copy;
}

/** Gives a vector the length 1, in place; zeros stay zeros. Rejects an empty one and numbers that are not finite with `index_error`. */
export function normalize(vector: Float32Array): void {
  if (vector.length === 0) throw indexError('The embedder gave an empty vector.');
  // Squares of single-precision numbers neither overflow nor vanish in double precision.
  let sum = 0;
  for (let i = 0; i < vector.length; i += 1) sum += at(vector, i) * at(vector, i);
  if (!Number.isFinite(sum)) {
    throw indexError('The embedder gave a vector with a number that is not finite.');
  }
  if (sum === 0) return;
  const length = Math.sqrt(sum);
  for (let i = 0; i < vector.length; i += 1) vector[i] = at(vector, i) / length;
}

/** The normalised sum of vectors, each taken at length 1 and times its weight. */
export function weightedDirection(
  vectors: readonly Float32Array[],
  weights: readonly number[],
): Float32Array {
  const sum = new Float32Array(vectors[0]?.length ?? 0);
  vectors.forEach((vector, row) => {
    const unit = normalized(vector);
    const weight = weights[row] ?? 0;
    for (let i = 0; i < sum.length; i += 1) sum[i] = at(sum, i) + weight * at(unit, i);
  });
  return normalized(sum);
}

/** An element that is known to exist; keeps hot loops free of checks for `undefined`. */
function at(values: Float32Array, index: number): number {
  return values[index] as number;
}
