import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { centreRows } from './centre.js';
import { normalized } from './vector.js';

const DIMENSIONS = 3;
const rows = fc.array(
  fc
    .array(fc.integer({ min: -5, max: 5 }), { minLength: DIMENSIONS, maxLength: DIMENSIONS })
    .filter((row) => row.some((value) => value !== 0)),
  { maxLength: 8 },
);
const matrixOf = (of: number[][]) =>
  Float32Array.from(of.flatMap((row) => [...normalized(Float32Array.from(row))]));

describe('centreRows', () => {
  it('takes the share of the mean and keeps the length', async () => {
    const matrix = matrixOf([
      [1, 0, 0],
      [0, 1, 0],
    ]);
    await centreRows(matrix, DIMENSIONS, 0.5);
    const long = Math.hypot(0.75, 0.25);
    const expected = [0.75 / long, -0.25 / long, 0, -0.25 / long, 0.75 / long, 0];
    matrix.forEach((value, i) => expect(value).toBeCloseTo(expected[i]!, 6));
  });

  it('leaves a lone row where it is, and rows of length 1', async () => {
    await fc.assert(
      fc.asyncProperty(rows, async (all) => {
        const matrix = matrixOf(all);
        const before = matrix.slice();
        await centreRows(matrix, DIMENSIONS, 0.5);
        if (all.length === 1) matrix.forEach((v, i) => expect(v).toBeCloseTo(before[i]!, 5));
        all.forEach((_, row) => {
          const values = matrix.subarray(row * DIMENSIONS, (row + 1) * DIMENSIONS);
          expect(Math.hypot(...values)).toBeCloseTo(1, 5);
        });
      }),
    );
  });

  it('ends with `cancelled` when the signal fires', async () => {
    const matrix = new Float32Array(40_000 * 64).fill(0.125);
    const controller = new AbortController();
    const done = centreRows(matrix, 64, 0.5, controller.signal);
    controller.abort();
    await expect(done).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('does nothing to an empty matrix', async () => {
    await expect(centreRows(new Float32Array(0), 0, 0.5)).resolves.toBeUndefined();
  });
});
