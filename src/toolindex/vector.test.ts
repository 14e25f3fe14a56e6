import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { holds } from '../../test/support/property.js';
import { normalized } from './vector.js';

const vector = fc.float32Array({
  minLength: 1,
  maxLength: 40,
  noNaN: true,
  noDefaultInfinity: true,
});

it('gives length 1 whatever the size of the numbers, and keeps the direction', () =>
  holds([vector], (values) => {
    fc.pre(values.some((value) => value !== 0));
    const unit = normalized(values);
    expect(Math.hypot(...unit)).toBeCloseTo(1, 5);
    values.forEach((value, i) => expect(Math.sign(unit[i]!) * Math.sign(value)).not.toBe(-1));
  }));

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
