import fc from 'fast-check';
import { holds } from '../../../test/support/property.js';
import { DenseMatrix } from './dense-matrix.js';

const LANES = 16;

test('dotAll gives the same bits as the same sums in TypeScript, and changes no row', async () => {
  const sizes = fc
    .record({ rows: fc.integer({ min: 0, max: 9 }), dimensions: fc.integer({ min: 1, max: 64 }) })
    .chain(({ rows, dimensions }) => {
      const vector = fc.float32Array({
        minLength: dimensions,
        maxLength: dimensions,
        noNaN: true,
      });
      const vectors = fc.array(vector, { minLength: rows, maxLength: rows });
      return fc.record({ dimensions: fc.constant(dimensions), query: vector, vectors });
    });
  await holds([sizes], ({ dimensions, query, vectors }) => {
    const matrix = new DenseMatrix(vectors.length, dimensions);
    vectors.forEach((vector, row) => matrix.row(row).set(vector));
    // NaN (of infinities) may have any sign: numbers are compared, not bytes.
    expect([...matrix.dotAll(query)]).toEqual(vectors.map((vector) => dot(vector, query)));
    expect(vectors.map((_, row) => matrix.row(row))).toEqual(vectors);
  });
});

/** It adds in the same order as the kernel, so the answer is the same to the last bit. */
function dot(one: Float32Array, other: Float32Array): number {
  const { fround } = Math;
  const sums = new Float32Array(LANES);
  one.forEach((value, i) => (sums[i % LANES]! += fround(value * other[i]!)));
  const lane = (i: number): number => {
    const [a, b, c, d] = [sums[i], sums[i + 4], sums[i + 8], sums[i + 12]] as number[];
    return fround(fround(a! + b!) + fround(c! + d!));
  };
  return fround(fround(lane(0) + lane(1)) + fround(lane(2) + lane(3)));
}
