/** Matrix products in one WebAssembly memory that holds weights and buffers. */
import { wasm } from './matmul.wasm.mjs';

const PAGE_BYTES = 65_536;
const FLOAT_BYTES = 4;
/** A packed matrix stands in panels of so many columns. */
export const PANEL = 8;
/** The inner length of a product is a multiple of this. */
export const STEPS = 4;

/**
 * A part of the memory: rows of `columns` floats.
 * @typedef {{ at: number, columns: number, values: Float32Array }} Block
 */

/**
 * Packed weights of `inner` × `columns` with their bias.
 * @typedef {{ w: number, bias: number, inner: number, columns: number }} Dense
 */

/**
 * @typedef {(x: number, xStride: number, w: number, bias: number, out: number, outStride: number,
 *   rows: number, inner: number, columns: number, relu: number) => void} Matmul
 */

/** Gives out parts of one memory, and multiplies what stands in them. */
export class Workspace {
  /** @param {number} floats how much room there is */
  constructor(floats) {
    const memory = new WebAssembly.Memory({
      initial: Math.ceil((floats * FLOAT_BYTES) / PAGE_BYTES),
    });
    const module = new WebAssembly.Module(Buffer.from(wasm, 'base64'));
    const { exports } = new WebAssembly.Instance(module, { env: { memory } });
    this.matmul = /** @type {{ matmul: Matmul }} */ (exports).matmul;
    this.memory = new Float32Array(memory.buffer);
    this.used = 0;
  }

  /**
   * @param {number} rows
   * @param {number} columns
   * @returns {Block}
   */
  block(rows, columns) {
    const at = this.used;
    this.used += rows * columns;
    return { at, columns, values: this.memory.subarray(at, this.used) };
  }

  /**
   * Weights as a model has them (row-major), packed.
   * @param {Float32Array} weights
   * @param {Float32Array} bias
   * @returns {Dense}
   */
  dense(weights, bias) {
    const columns = bias.length;
    const inner = weights.length / columns;
    const w = this.block(inner, columns);
    pack(weights, columns, inner, w.values);
    const b = this.block(1, columns);
    b.values.set(bias);
    return { w: w.at, bias: b.at, inner, columns };
  }

  /**
   * `out = x · weights + bias` for `rows` rows.
   * @param {Block} x
   * @param {Dense} dense
   * @param {Block} out
   * @param {number} rows
   * @param {{ relu?: boolean, xAt?: number, outAt?: number }} [options] offsets in floats into x and out
   */
  multiply(x, { w, bias, inner, columns }, out, rows, { relu = false, xAt = 0, outAt = 0 } = {}) {
    const bytes = (/** @type {number} */ floats) => floats * FLOAT_BYTES;
    this.matmul(
      bytes(x.at + xAt),
      bytes(x.columns),
      bytes(w),
      bytes(bias),
      bytes(out.at + outAt),
      bytes(out.columns),
      rows,
      inner,
      columns,
      Number(relu),
    );
  }
}

/**
 * Row-major to panels of eight columns.
 * @param {Float32Array} from
 * @param {number} columns
 * @param {number} inner
 * @param {Float32Array} to
 */
function pack(from, columns, inner, to) {
  let next = 0;
  for (let panel = 0; panel < columns; panel += PANEL) {
    for (let row = 0; row < inner; row += 1) {
      const start = row * columns + panel;
      to.set(from.subarray(start, start + PANEL), next);
      next += PANEL;
    }
  }
}
