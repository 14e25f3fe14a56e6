import { inSlices } from './slices.js';
import { normalized } from './vector.js';

/**
 * Takes `share` of the rows' mean from each row of a row-major matrix of unit vectors, in place, and
 * brings the rows back to length 1. What all tools of a catalogue have in common ("an API that …")
 * says nothing about which is meant; without it their differences count for more.
 */
export async function centreRows(
  matrix: Float32Array,
  dimensions: number,
  share: number,
  signal?: AbortSignal,
): Promise<void> {
  const rows = dimensions === 0 ? 0 : matrix.length / dimensions;
  const mean = new Float64Array(dimensions);
  await inSlices(rows, signal, (row) => {
    rowOf(matrix, row, dimensions).forEach((value, i) => (mean[i]! += value / rows));
  });
  await inSlices(rows, signal, (row) => {
    const values = rowOf(matrix, row, dimensions);
    values.forEach((value, i) => (values[i] = value - share * mean[i]!));
    values.set(normalized(values));
  });
}

function rowOf(matrix: Float32Array, row: number, dimensions: number): Float32Array {
  return matrix.subarray(row * dimensions, (row + 1) * dimensions);
}
