import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { LANES, plainDotRows, simdDotRows } from './dot-rows.js';

const PAGE_BYTES = 65_536;

describe('dotRows', () => {
  it('gives the same bits in WebAssembly and in TypeScript, and writes nowhere else', () => {
    const memory = new WebAssembly.Memory({ initial: 2 });
    const simd = simdDotRows(memory);
    const other = new ArrayBuffer(2 * PAGE_BYTES);
    const plain = plainDotRows(other);
    const sizes = fc
      .record({ rows: fc.integer({ min: 0, max: 9 }), blocks: fc.integer({ min: 1, max: 4 }) })
      .chain(({ rows, blocks }) => {
        const stride = blocks * LANES;
        const length = stride * (rows + 1);
        const values = fc.float32Array({ minLength: length, maxLength: length, noNaN: true });
        return fc.record({ rows: fc.constant(rows), stride: fc.constant(stride), values });
      });
    fc.assert(
      fc.property(sizes, ({ rows, stride, values }) => {
        const call = { query: 0, row: 4 * stride, out: PAGE_BYTES, rows, stride };
        for (const [buffer, dotRows] of [
          [memory.buffer, simd],
          [other, plain],
        ] as const) {
          new Float32Array(buffer).fill(7);
          new Float32Array(buffer).set(values);
          dotRows(call);
        }
        // NaN (of infinities) may have any sign: numbers are compared, not bytes.
        const [one, two] = [memory.buffer, other].map((buffer) => [...new Float32Array(buffer)]);
        expect(one!.every((value, i) => Object.is(value, two![i]))).toBe(true);
      }),
    );
  });
});
