import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DenseRows } from './dense-rows.js';
import { normalized } from './vector.js';

const DIMENSIONS = 3;
const vector = fc
  .array(fc.integer({ min: -5, max: 5 }), { minLength: DIMENSIONS, maxLength: DIMENSIONS })
  .filter((row) => row.some((value) => value !== 0))
  .map((row) => Float32Array.from(row));
const rowsOf = (vectors: readonly Float32Array[], centre: number) =>
  DenseRows.of(vectors.length, (row) => vectors[row], { dimensions: DIMENSIONS, centre });

/** The cosine with each vector from which the share of the mean of all unit vectors was taken. */
function expected(vectors: readonly Float32Array[], query: Float32Array, centre: number): number[] {
  const units = vectors.map(normalized);
  const mean = [0, 1, 2].map(
    (i) => units.reduce((sum, unit) => sum + unit[i]!, 0) / vectors.length,
  );
  return units.map((unit) => {
    const centred = unit.map((value, i) => value - centre * mean[i]!);
    const length = Math.hypot(...centred);
    return centred.reduce((sum, value, i) => sum + value * query[i]!, 0) / length;
  });
}

describe('DenseRows', () => {
  it('score as vectors from which the share of their mean was taken', async () => {
    const all = fc.array(vector, { minLength: 1, maxLength: 8 });
    const centres = fc.constantFrom(0, 0.25, 0.5);
    await fc.assert(
      fc.asyncProperty(all, vector, centres, async (vectors, of, centre) => {
        const query = normalized(of);
        const scores = (await rowsOf(vectors, centre)).scores(query);
        expected(vectors, query, centre).forEach((score, row) => {
          expect(scores.all()[row]).toBeCloseTo(score, 5);
          expect(scores.of(row)).toBeCloseTo(score, 5);
        });
      }),
    );
  });

  it('score 0 where nothing is left of a row', async () => {
    const rows = await rowsOf([Float32Array.of(1, 2, 3)], 1);
    expect(rows.scores(normalized(Float32Array.of(1, 2, 3))).of(0)).toBeCloseTo(0, 12);
  });

  it('are none where there are no documents', async () => {
    const rows = await DenseRows.of(0, () => undefined, { dimensions: 0, centre: 0.5 });
    expect(rows.scores(new Float32Array(0)).all()).toHaveLength(0);
  });

  it('end with `cancelled` when the signal fires', async () => {
    const controller = new AbortController();
    const row = new Float32Array(64).fill(0.125);
    const options = { dimensions: 64, centre: 0.5, signal: controller.signal };
    const done = DenseRows.of(40_000, () => row, options);
    controller.abort();
    await expect(done).rejects.toMatchObject({ code: 'cancelled' });
  });
});
