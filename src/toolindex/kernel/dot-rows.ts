import { wasm } from './dot-rows.wasm.mjs';

/** A row and the query are padded with zeros to a multiple of this many floats. */
export const LANES = 16;

/** Where the matrix, the query and the answer stand in one memory, as byte offsets, and their sizes. */
export interface DotRowsCall {
  /** The first row. */
  row: number;
  query: number;
  out: number;
  rows: number;
  /** Floats in a row and in the query: a multiple of {@link LANES}. */
  stride: number;
}

/** Writes the dot product of each row with the query to `out`, in single precision. */
export type DotRows = (call: DotRowsCall) => void;

interface KernelExports {
  dotRows: (row: number, query: number, out: number, rows: number, bytes: number) => void;
}

const kernel = new WebAssembly.Module(Buffer.from(wasm, 'base64'));

/** The kernel of dot-rows.wat over a memory. */
export function simdDotRows(memory: WebAssembly.Memory): DotRows {
  const { exports } = new WebAssembly.Instance(kernel, { env: { memory } });
  const { dotRows } = exports as KernelExports;
  return ({ row, query, out, rows, stride }) => dotRows(row, query, out, rows, stride * 4);
}

/** The same in TypeScript: it adds in the same order, so the answers are the same to the last bit. */
export function plainDotRows(buffer: ArrayBuffer): DotRows {
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
