/**
 * Universal Sentence Encoder Lite (English): two transformer layers over at most 128 pieces, their
 * mean, one layer with tanh, length 1. Follows the published graph, operation by operation.
 */
import { Attention } from './attention.mjs';
import { Workspace } from './matmul.mjs';
import { Tokenizer } from './tokenizer.mjs';

/** Pieces of a text that the model reads. */
export const MAX_TOKENS = 128;
/** Length of a vector. */
export const DIMENSIONS = 512;
const EMBEDDING = 256;
const INNER = 1536;
/** Weights and buffers need some 6 million floats. */
const FLOATS = 6_000_000;
const EPSILON = 1e-6;

/** @typedef {import('./matmul.mjs').Block} Block */
/** @typedef {import('./matmul.mjs').Dense} Dense */
/** @typedef {Awaited<ReturnType<typeof import('./weights.mjs').readModel>>} Model */
/** @typedef {{ scale: Float32Array, bias: Float32Array }} Norm */
/**
 * @typedef {{ width: number, before: Norm, between: Norm, qkv: Dense, out: Dense, widen: Dense,
 *   narrow: Dense }} Layer
 */

/** Turns texts into vectors; one call at a time. */
export class Encoder {
  /** @param {Model} model */
  constructor(model) {
    this.tokenizer = new Tokenizer(model.vocabulary);
    this.embeddings = model.weights('module/Embeddings_en');
    this.timescales = model.weights('TimingSignal/ExpandDims_1');
    const workspace = new Workspace(FLOATS);
    this.workspace = workspace;
    this.layers = [
      layerOf(model, workspace, 0, EMBEDDING),
      layerOf(model, workspace, 1, DIMENSIONS),
    ];
    this.residual = workspace.dense(
      model.weights('TransformerLayer/dense/kernel/ConcatPartitions/concat'),
      model.weights('TransformerLayer/dense/bias/ConcatPartitions/concat'),
    );
    this.last = workspace.dense(
      model.weights('tanh_layer_0/weights'),
      model.weights('tanh_layer_0/bias'),
    );
    this.state = workspace.block(MAX_TOKENS, DIMENSIONS);
    this.normed = workspace.block(MAX_TOKENS, DIMENSIONS);
    this.added = workspace.block(MAX_TOKENS, DIMENSIONS);
    this.wide = workspace.block(MAX_TOKENS, INNER);
    this.attention = new Attention(workspace, MAX_TOKENS, DIMENSIONS / 4);
  }

  /**
   * One vector of length 1 for each text, in one array of rows. A text must not be empty.
   * @param {readonly string[]} texts
   */
  encode(texts) {
    const all = texts.map((text) => this.tokenizer.encode(text).slice(0, MAX_TOKENS));
    const vectors = new Float32Array(texts.length * DIMENSIONS);
    for (let first = 0; first < all.length;) {
      let end = first + 1;
      let tokens = all[first]?.length ?? 0;
      // Texts that fit together share one pass over the weights.
      while (end < all.length && tokens + (all[end]?.length ?? 0) <= MAX_TOKENS) {
        tokens += all[end]?.length ?? 0;
        end += 1;
      }
      this.encodeTogether(all.slice(first, end), vectors.subarray(first * DIMENSIONS));
      first = end;
    }
    return vectors;
  }

  /**
   * @param {readonly number[][]} texts at most {@link MAX_TOKENS} pieces together
   * @param {Float32Array} vectors
   */
  encodeTogether(texts, vectors) {
    const tokens = texts.flat().length;
    const counts = texts.map(({ length }) => length);
    const [first, second] = this.layers;
    if (!first || !second) throw new Error('The model has two layers.');
    this.embed(texts);
    this.normalize(first.before, tokens, EMBEDDING);
    this.workspace.multiply(this.state, this.residual, this.added, tokens);
    this.state.values.set(this.added.values.subarray(0, tokens * DIMENSIONS));
    this.runLayer(first, counts);
    this.workspace.multiply(this.wide, first.narrow, this.added, tokens);
    this.add(tokens);
    this.normalize(second.before, tokens, DIMENSIONS);
    this.runLayer(second, counts);
    this.readVectors(counts, second.narrow, vectors);
  }

  /**
   * Twice the embedding of each piece, and its place in the text as waves.
   * @param {readonly number[][]} texts
   */
  embed(texts) {
    const { values, columns } = this.state;
    const waves = EMBEDDING / 2;
    let row = 0;
    for (const text of texts) {
      for (const [place, piece] of text.entries()) {
        const at = row * columns;
        for (let i = 0; i < EMBEDDING; i += 1) {
          const angle = place * (this.timescales[i % waves] ?? 0);
          const wave = i < waves ? Math.sin(angle) : Math.cos(angle);
          values[at + i] = 2 * (this.embeddings[piece * EMBEDDING + i] ?? 0) + wave;
        }
        row += 1;
      }
    }
  }

  /**
   * Attention, added to the state, and the first of the two inner products, which is left in `wide`;
   * what attention reads is in `normed`.
   * @param {Layer} layer
   * @param {readonly number[]} counts pieces of each text
   */
  runLayer({ width, qkv, out, between, widen }, counts) {
    const { workspace, normed, wide, added } = this;
    const tokens = counts.reduce((sum, count) => sum + count, 0);
    workspace.multiply(normed, qkv, { ...wide, columns: 3 * width }, tokens);
    let first = 0;
    for (const count of counts) {
      this.attention.run({ ...wide, columns: 3 * width }, normed, first, count, width);
      first += count;
    }
    workspace.multiply(normed, out, added, tokens);
    this.add(tokens);
    this.normalize(between, tokens, DIMENSIONS);
    workspace.multiply(normed, widen, wide, tokens, { relu: true });
  }

  /** @param {number} tokens */
  add(tokens) {
    const { values } = this.state;
    for (let i = 0; i < tokens * DIMENSIONS; i += 1) {
      values[i] = (values[i] ?? 0) + (this.added.values[i] ?? 0);
    }
  }

  /**
   * Writes the rows of the state to `normed`: mean 0, variance 1, then the norm's own scale and bias.
   * @param {Norm} norm
   * @param {number} tokens
   * @param {number} width
   */
  normalize({ scale, bias }, tokens, width) {
    const { values, columns } = this.state;
    for (let row = 0; row < tokens; row += 1) {
      const from = values.subarray(row * columns, row * columns + width);
      const to = this.normed.values.subarray(row * columns, row * columns + width);
      let sum = 0;
      for (let i = 0; i < width; i += 1) sum += from[i] ?? 0;
      const mean = sum / width;
      let squares = 0;
      for (let i = 0; i < width; i += 1) squares += ((from[i] ?? 0) - mean) ** 2;
      const factor = 1 / Math.sqrt(squares / width + EPSILON);
      for (let i = 0; i < width; i += 1) {
        to[i] = (scale[i] ?? 0) * factor * ((from[i] ?? 0) - mean) + (bias[i] ?? 0);
      }
    }
  }

  /**
   * The mean of the state and of the last inner product. The product is linear: it is taken of the
   * mean, once a text instead of once a piece.
   * @param {readonly number[]} counts
   * @param {Dense} narrow
   * @param {Float32Array} vectors
   */
  readVectors(counts, narrow, vectors) {
    const { state, wide, normed, added, workspace } = this;
    meanRows(state, counts, normed);
    meanRows(wide, counts, wide);
    workspace.multiply(wide, narrow, added, counts.length);
    state.values.set(normed.values.subarray(0, counts.length * DIMENSIONS));
    this.add(counts.length);
    workspace.multiply(state, this.last, added, counts.length);
    for (const text of counts.keys()) {
      const start = text * DIMENSIONS;
      const curved = added.values.subarray(start, start + DIMENSIONS).map(Math.tanh);
      const length = Math.sqrt(curved.reduce((sum, value) => sum + value * value, 0));
      vectors.set(
        curved.map((value) => value / length),
        start,
      );
    }
  }
}

/**
 * The mean of the rows of each text, one row a text; `to` may be the same block.
 * @param {Block} from
 * @param {readonly number[]} counts
 * @param {Block} to
 */
function meanRows({ values, columns }, counts, to) {
  const mean = new Float32Array(columns);
  let row = 0;
  for (const [text, count] of counts.entries()) {
    mean.fill(0);
    for (let end = row + count; row < end; row += 1) {
      for (let i = 0; i < columns; i += 1) {
        mean[i] = (mean[i] ?? 0) + (values[row * columns + i] ?? 0) / count;
      }
    }
    to.values.set(mean, text * columns);
  }
}

/**
 * @param {Model} model
 * @param {Workspace} workspace
 * @param {number} number
 * @param {number} width of what it attends with
 * @returns {Layer}
 */
function layerOf(model, workspace, number, width) {
  const layer = `Layer_${number}/TransformerLayer`;
  const attention = `${layer}/MultiheadAttention`;
  return {
    width,
    before: normOf(model, `${layer}/layer_prepostprocess`),
    between: normOf(model, `${layer}/FFN/layer_prepostprocess`),
    qkv: attentionOf(model, workspace, `${attention}/qkv_transform_single`),
    out: attentionOf(model, workspace, `${attention}/output_transform_single`),
    widen: workspace.dense(
      model.weights(`TransformerStack/${layer}/FFN/conv1/Tensordot/Reshape_1`),
      model.weights(`${layer}/FFN/conv1/bias/ConcatPartitions/concat`),
    ),
    narrow: workspace.dense(
      model.weights(`TransformerStack/${layer}/FFN/conv2/Tensordot/Reshape_1`),
      model.weights(`${layer}/FFN/conv2/bias/ConcatPartitions/concat`),
    ),
  };
}

/**
 * @param {Model} model
 * @param {string} path
 * @returns {Norm}
 */
function normOf(model, path) {
  const part = (/** @type {string} */ name) =>
    model.weights(`Encode/${path}/layer_norm/layer_norm_${name}/ConcatPartitions/concat`);
  return { scale: part('scale'), bias: part('bias') };
}

/**
 * @param {Model} model
 * @param {Workspace} workspace
 * @param {string} path
 */
function attentionOf(model, workspace, path) {
  const bias = model.weights(`Encode/${path}/bias/ConcatPartitions/concat`);
  return workspace.dense(model.weights(`${path}/kernel/part_0`), bias);
}
