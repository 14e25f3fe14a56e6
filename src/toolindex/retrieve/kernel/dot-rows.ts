import { wasm } from './dot-rows.wasm.mjs';

/** A row and the query are padded with zeros to a multiple of this many floats. */
export const LANES = 16;

/** Where the matrix, the query and the answer stand in one memory, as byte offsets, and their sizes. */
export interface DotRowsCall {
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
