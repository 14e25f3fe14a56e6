import { indexError } from '../../foundation/errors.js';
import { wasm } from './kernel/dot-rows.wasm.mjs';

/** A row and the query are padded with zeros to a multiple of this many floats. */
const LANES = 16;
const PAGE_BYTES = 65_536;

/** Writes the dot product of each row with the query to `out`, in single precision; places and `size` in bytes. */
type DotRows = (row: number, query: number, out: number, rows: number, size: number) => void;

const kernel = new WebAssembly.Module(Buffer.from(wasm, 'base64'));

/** The vectors of an index: a row-major matrix of 32-bit floats in memory of the kernel. Rows are zero until written. */
export class DenseMatrix {
  /** Floats from one row to the next. */
  private readonly stride: number;
  private readonly values: Float32Array;
  private readonly dotRows: DotRows;

  constructor(
    readonly rows: number,
    readonly dimensions: number,
  ) {
    this.stride = Math.ceil(dimensions / LANES) * LANES;
    // The query stands first, then the rows, then the answer.
    const memory = memoryOf(4 * (this.stride * (rows + 1) + rows));
    this.values = new Float32Array(memory.buffer);
    const { exports } = new WebAssembly.Instance(kernel, { env: { memory } });
    this.dotRows = (exports as { dotRows: DotRows }).dotRows;
  }

  /** One row, to read and to write. */
  row(row: number): Float32Array {
    const start = (row + 1) * this.stride;
    return this.values.subarray(start, start + this.dimensions);
  }

  /** The dot product of each row with a query of the same dimensions; a view that the next call overwrites. */
  dotAll(query: Float32Array): Float32Array {
    const { rows, stride, values } = this;
    const out = stride * (rows + 1);
    values.set(query);
    if (stride > 0) this.dotRows(4 * stride, 0, 4 * out, rows, 4 * stride);
    return values.subarray(out, out + rows);
  }
}

/** Each memory reserves some gigabytes of address space for its guards, of which a process has thousands. */
function memoryOf(bytes: number): WebAssembly.Memory {
  try {
    return new WebAssembly.Memory({ initial: Math.max(1, Math.ceil(bytes / PAGE_BYTES)) });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw indexError(
      `There is no address space for an index of ${bytes} bytes. Raise the limit of the process (ulimit -v); until then all tools of a context are offered.`,
      [],
      { cause: error },
    );
  }
}
