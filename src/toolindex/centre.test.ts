import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { centreRows } from './centre.js';
import { DenseMatrix } from './dense-matrix.js';
import { normalized } from './vector.js';

const DIMENSIONS = 3;
const rows = fc.array(
  fc
    .array(fc.integer({ min: -5, max: 5 }), { minLength: DIMENSIONS, maxLength: DIMENSIONS })
    .filter((row) => row.some((value) => value !== 0)),
  { maxLength: 8 },
);
const matrixOf = (of: number[][]) => {
  const matrix = new DenseMatrix(of.length, DIMENSIONS);
  of.forEach((row, i) => matrix.row(i).set(normalized(Float32Array.from(row))));
  return matrix;
};
const valuesOf = (matrix: DenseMatrix) =>
  Array.from({ length: matrix.rows }, (_, row) => [...matrix.row(row)]);

describe('centreRows', () => {
  it('takes the share of the mean and keeps the length', async () => {
    const matrix = matrixOf([
      [1, 0, 0],
      [0, 1, 0],
    ]);
    await centreRows(matrix, 0.5);
    const long = Math.hypot(0.75, 0.25);
    const expected = [0.75 / long, -0.25 / long, 0, -0.25 / long, 0.75 / long, 0];
    valuesOf(matrix)
      .flat()
      .forEach((value, i) => expect(value).toBeCloseTo(expected[i]!, 6));
  });

  it('leaves a lone row where it is, and rows of length 1', async () => {
    await fc.assert(
      fc.asyncProperty(rows, async (all) => {
        const matrix = matrixOf(all);
        const before = valuesOf(matrix).flat();
        await centreRows(matrix, 0.5);
        const after = valuesOf(matrix);
        if (all.length === 1) after[0]!.forEach((v, i) => expect(v).toBeCloseTo(before[i]!, 5));
        after.forEach((values) => expect(Math.hypot(...values)).toBeCloseTo(1, 5));
      }),
    );
  });

  it('ends with `cancelled` when the signal fires', async () => {
    const matrix = new DenseMatrix(40_000, 64);
    for (let row = 0; row < matrix.rows; row += 1) matrix.row(row).fill(0.125);
    const controller = new AbortController();
    const done = centreRows(matrix, 0.5, controller.signal);
    controller.abort();
    await expect(done).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('does nothing to an empty matrix', async () => {
    await expect(centreRows(new DenseMatrix(0, 0), 0.5)).resolves.toBeUndefined();
  });
});
