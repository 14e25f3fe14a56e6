import { indexError } from '../../foundation/errors.js';
import { LANES, simdDotRows, type DotRows } from './kernel/dot-rows.js';

const PAGE_BYTES = 65_536;

/**
 * The dense vectors of an index: one flat row-major matrix of 32-bit floats, the query and the answer
 * beside it in one memory that the kernel reads. Rows are zero until they are written.
 */
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
    this.dotRows = simdDotRows(memory);
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
    if (stride > 0) this.dotRows({ row: 4 * stride, query: 0, out: 4 * out, rows, stride });
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
