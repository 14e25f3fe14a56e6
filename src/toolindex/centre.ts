import type { DenseMatrix } from './dense-matrix.js';
import { inSlices } from './slices.js';
import { normalize } from './vector.js';

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
    const values = matrix.row(row);
    for (let i = 0; i < dimensions; i += 1) mean[i]! += (values[i] as number) / rows;
  });
  await inSlices(rows, signal, (row) => {
    const values = matrix.row(row);
    for (let i = 0; i < dimensions; i += 1) {
      values[i] = (values[i] as number) - share * (mean[i] as number);
    }
    normalize(values);
  });
}
