/** Attention of each token of one text to all of them. */
import { PANEL, STEPS } from './matmul.mjs';

const HEADS = 4;

/** @typedef {import('./matmul.mjs').Block} Block */

/** Keeps what attention works on; one text at a time. */
export class Attention {
  /**
   * @param {import('./matmul.mjs').Workspace} workspace
   * @param {number} maxTokens
   * @param {number} maxHeadSize
   */
  constructor(workspace, maxTokens, maxHeadSize) {
    this.workspace = workspace;
    this.weights = workspace.block(maxTokens, maxTokens);
    this.keys = workspace.block(maxTokens, maxHeadSize);
    this.values = workspace.block(maxTokens, maxHeadSize);
    this.zeros = workspace.block(1, Math.max(maxTokens, maxHeadSize));
  }

  /**
   * Reads queries, keys and values (side by side in `qkv`) of the tokens in rows `first` to
   * `first + count`, writes to the same rows of `out`.
   * @param {Block} qkv
   * @param {Block} out
   * @param {number} first
   * @param {number} count
   * @param {number} size of queries, keys and values
   */
  run(qkv, out, first, count, size) {
    const { workspace, weights, zeros } = this;
    const head = size / HEADS;
    const scale = 1 / Math.sqrt(head);
    const keyColumns = Math.ceil(count / PANEL) * PANEL;
    const steps = Math.ceil(count / STEPS) * STEPS;
    for (let at = 0; at < size; at += head) {
      this.packKeys(qkv, first, count, size + at, head);
      this.packValues(qkv, first, count, 2 * size + at, head);
      const byKeys = { w: this.keys.at, bias: zeros.at, inner: head, columns: keyColumns };
      workspace.multiply(qkv, byKeys, weights, count, { xAt: first * qkv.columns + at });
      softmaxRows(weights, count, steps, scale);
      const byValues = { w: this.values.at, bias: zeros.at, inner: steps, columns: head };
      workspace.multiply(weights, byValues, out, count, { outAt: first * out.columns + at });
    }
  }

  /**
   * Keys stand as columns, in panels; what is behind the last token is never read again.
   * @param {Block} qkv
   * @param {number} first
   * @param {number} count
   * @param {number} at
   * @param {number} head
   */
  packKeys(qkv, first, count, at, head) {
    const { values: to } = this.keys;
    for (let token = 0; token < count; token += 1) {
      const from = (first + token) * qkv.columns + at;
      const panel = (token - (token % PANEL)) * head + (token % PANEL);
      for (let i = 0; i < head; i += 1) to[panel + i * PANEL] = qkv.values[from + i] ?? 0;
    }
  }

  /**
   * Values stand as rows, in panels; behind the last token are zeros.
   * @param {Block} qkv
   * @param {number} first
   * @param {number} count
   * @param {number} at
   * @param {number} head
   */
  packValues(qkv, first, count, at, head) {
    const { values: to } = this.values;
    const steps = Math.ceil(count / STEPS) * STEPS;
    for (let i = 0; i < head; i += PANEL)
      to.fill(0, i * steps + count * PANEL, (i + PANEL) * steps);
    for (let token = 0; token < count; token += 1) {
      const from = (first + token) * qkv.columns + at;
      for (let i = 0; i < head; i += PANEL) {
        to.set(qkv.values.subarray(from + i, from + i + PANEL), i * steps + token * PANEL);
      }
    }
  }
}

/**
 * Turns the first `count` numbers of the first `count` rows into shares of 1; 0 from there to `steps`.
 * @param {Block} block
 * @param {number} count
 * @param {number} steps
 * @param {number} scale
 */
function softmaxRows({ values, columns }, count, steps, scale) {
  for (let row = 0; row < count; row += 1) {
    const scores = values.subarray(row * columns, row * columns + count);
    let most = -Infinity;
    for (const score of scores) most = Math.max(most, score);
    let sum = 0;
    for (let i = 0; i < count; i += 1) {
      const share = Math.exp(scale * ((scores[i] ?? 0) - most));
      scores[i] = share;
      sum += share;
    }
    for (let i = 0; i < count; i += 1) scores[i] = (scores[i] ?? 0) / sum;
    values.fill(0, row * columns + count, row * columns + steps);
  }
}
