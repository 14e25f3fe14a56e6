import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { dotRow, normalized } from './vector.js';

const vector = fc.float32Array({
  minLength: 1,
  maxLength: 40,
  noNaN: true,
  noDefaultInfinity: true,
});

describe('normalized', () => {
  it('gives length 1 whatever the size of the numbers, and keeps the direction', () => {
    fc.assert(
      fc.property(vector, (values) => {
        fc.pre(values.some((value) => value !== 0));
        const unit = normalized(values);
        expect(Math.hypot(...unit)).toBeCloseTo(1, 5);
        values.forEach((value, i) => expect(Math.sign(unit[i]!) * Math.sign(value)).not.toBe(-1));
      }),
    );
  });

  it('leaves zeros, and the argument, as they are', () => {
    expect([...normalized(new Float32Array(3))]).toEqual([0, 0, 0]);
    const given = Float32Array.of(3, 4);
    normalized(given);
    expect([...given]).toEqual([3, 4]);
  });

  it.each([[[]], [[NaN, 1]], [[1, Infinity]]])('refuses %j with index_error', (values) => {
    expect(() => normalized(Float32Array.from(values))).toThrow(
      expect.objectContaining({ code: 'index_error' }),
    );
  });
});

describe('dotRow', () => {
  it('is the sum of products of one row, for every length', () => {
    const rows = fc.integer({ min: 1, max: 21 }).chain((length) =>
      fc.array(
        fc.array(fc.integer({ min: -99, max: 99 }), { minLength: length, maxLength: length }),
        {
          minLength: 2,
          maxLength: 5,
        },
      ),
    );
    fc.assert(
      fc.property(rows, ([query, ...matrix]) => {
        const flat = Float32Array.from(matrix.flat());
        matrix.forEach((row, i) => {
          const expected = row.reduce((total, value, k) => total + value * query![k]!, 0);
          expect(dotRow(flat, i, Float32Array.from(query!))).toBe(expected);
        });
      }),
    );
  });
});
