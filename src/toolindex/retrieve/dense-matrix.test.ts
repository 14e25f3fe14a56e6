import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DenseMatrix } from './dense-matrix.js';

describe('DenseMatrix', () => {
  it('answers the sum of products of each row, in small and large matrices', () => {
    const sizes = fc.record({
      rows: fc.constantFrom(0, 1, 7, 40, 100),
      dimensions: fc.integer({ min: 1, max: 40 }),
      seed: fc.integer(),
    });
    fc.assert(
      fc.property(sizes, ({ rows, dimensions, seed }) => {
        // Small whole numbers: every sum is exact in single precision.
        const number = (i: number): number => ((i + 1) * (seed | 1)) % 50;
        const vectorOf = (row: number): Float32Array =>
          Float32Array.from({ length: dimensions }, (_, i) => number(row * dimensions + i));
        const matrix = new DenseMatrix(rows, dimensions);
        for (let row = 0; row < rows; row += 1) matrix.row(row).set(vectorOf(row));
        const query = vectorOf(rows);
        const expected = Array.from({ length: rows }, (_, row) =>
          vectorOf(row).reduce((sum, value, i) => sum + value * query[i]!, 0),
        );
        expect([...matrix.dotAll(query)]).toEqual(expected);
        expect(expected.map((_, row) => matrix.dotRow(query, row))).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });
});
