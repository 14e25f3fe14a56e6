import type { DenseMatrix } from './dense-matrix.js';
import { inSlices } from './slices.js';
import { normalized } from './vector.js';

/**
 * Takes `share` of the rows' mean from each row of a matrix of unit vectors, in place, and brings the
 * rows back to length 1. What all tools of a catalogue have in common ("an API that …") says nothing
 * about which is meant; without it their differences count for more.
 */
export async function centreRows(
  matrix: DenseMatrix,
  share: number,
  signal?: AbortSignal,
): Promise<void> {
  const { rows, dimensions } = matrix;
  const mean = new Float64Array(dimensions);
  await inSlices(rows, signal, (row) => {
    matrix.row(row).forEach((value, i) => (mean[i]! += value / rows));
  });
  await inSlices(rows, signal, (row) => {
    const values = matrix.row(row);
    values.forEach((value, i) => (values[i] = value - share * mean[i]!));
    values.set(normalized(values));
  });
}
