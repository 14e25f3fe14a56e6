import fc from 'fast-check';
import { holds } from '../../../../test/support/property.js';
import { LANES, simdDotRows, type DotRows } from './dot-rows.js';

const PAGE_BYTES = 65_536;

it('dotRows gives the same bits as the same sums in TypeScript, and writes nowhere else', async () => {
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
  await holds([sizes], ({ rows, stride, values }) => {
    for (const [buffer, dotRows] of [
      [memory.buffer, simd],
      [other, plain],
    ] as const) {
      new Float32Array(buffer).fill(7);
      new Float32Array(buffer).set(values);
      dotRows({ query: 0, row: 4 * stride, out: PAGE_BYTES, rows, stride });
    }
    // NaN (of infinities) may have any sign: numbers are compared, not bytes.
    const [one, two] = [memory.buffer, other].map((buffer) => [...new Float32Array(buffer)]);
    expect(one!.every((value, i) => Object.is(value, two![i]))).toBe(true);
  });
});

/** The kernel in TypeScript: it adds in the same order, so the answers are the same to the last bit. */
function plainDotRows(buffer: ArrayBuffer): DotRows {
  const values = new Float32Array(buffer);
  const at = (index: number): number => values[index] as number;
  const sums = new Float32Array(LANES);
  return ({ row, query, out, rows, stride }) => {
    for (let number = 0; number < rows; number += 1) {
      const start = row / 4 + number * stride;
      sums.fill(0);
      for (let i = 0; i < stride; i += LANES) {
        for (let lane = 0; lane < LANES; lane += 1) {
          const product = Math.fround(at(start + i + lane) * at(query / 4 + i + lane));
          sums[lane] = (sums[lane] as number) + product;
        }
      }
      values[out / 4 + number] = total(sums);
    }
  };
}

function total(sums: Float32Array): number {
  const { fround } = Math;
  const lane = (i: number): number => {
    const [a, b, c, d] = [sums[i], sums[i + 4], sums[i + 8], sums[i + 12]] as number[];
    return fround(fround(a! + b!) + fround(c! + d!));
  };
  return fround(fround(lane(0) + lane(1)) + fround(lane(2) + lane(3)));
}
