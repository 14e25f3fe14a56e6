/**
 * The model of models/sextant-e5: texts in, unit vectors out. Runs on ONNX Runtime, the native one
 * where it loads and the WASM one where it does not.
 */
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Tokenizer } from '@huggingface/tokenizers';

export const DIMENSIONS = 384;

/** The length that the model was trained with. */
const MAX_TOKENS = 160;
const PAD = 1;
/** More threads than this make a batch of short texts hardly faster. */
const MAX_THREADS = 4;

/** @typedef {'native' | 'wasm'} Runtime */

/**
 * @param {URL} folder with a slash at its end
 * @param {Runtime} [only] the runtime to use; absent: the native one, or WASM where it does not load
 */
export async function openModel(folder, only) {
  const settings = JSON.parse(await readFile(new URL('tokenizer.json', folder), 'utf8'));
  const tokenizer = new Tokenizer(settings, {});
  const { ort, runtime, reason } = await loadRuntime(only);
  const session = await openSession(ort, runtime, new URL('model.onnx', folder));
  return new E5Model(ort, session, tokenizer, runtime, reason);
}

class E5Model {
  /**
   * @param {typeof import('onnxruntime-common')} ort
   * @param {import('onnxruntime-common').InferenceSession} session
   * @param {Tokenizer} tokenizer
   * @param {Runtime} runtime
   * @param {string | undefined} reason why the native runtime is not used, where it was tried
   */
  constructor(ort, session, tokenizer, runtime, reason) {
    this.ort = ort;
    this.session = session;
    this.tokenizer = tokenizer;
    this.runtime = runtime;
    this.reason = reason;
  }

  /**
   * The token ids of a text, cut to what the model reads.
   * @param {string} text
   * @returns {number[]}
   */
  tokens(text) {
    const { ids } = this.tokenizer.encode(text);
    if (ids.length <= MAX_TOKENS) return ids;
    return [...ids.slice(0, MAX_TOKENS - 1), ...ids.slice(-1)];
  }

  /**
   * The vectors of texts, which carry their prefix, one after the other in one array.
   * @param {readonly string[]} texts at least one
   * @returns {Promise<Float32Array>}
   */
  async embed(texts) {
    const rows = texts.map((text) => this.tokens(text));
    const length = Math.max(...rows.map((ids) => ids.length));
    const ids = new BigInt64Array(rows.length * length).fill(BigInt(PAD));
    const mask = new BigInt64Array(rows.length * length);
    rows.forEach((row, at) => {
      row.forEach((id, i) => {
        ids[at * length + i] = BigInt(id);
        mask[at * length + i] = 1n;
      });
    });
    const shape = [rows.length, length];
    const { embedding } = await this.session.run({
      input_ids: new this.ort.Tensor('int64', ids, shape),
      attention_mask: new this.ort.Tensor('int64', mask, shape),
    });
    if (embedding === undefined) throw new Error('The model gave no embedding.');
    return new Float32Array(/** @type {Float32Array} */ (embedding.data));
  }
}

/** @param {Runtime | undefined} only */
async function loadRuntime(only) {
  if (only === 'wasm') return loadWasm(undefined);
  try {
    const { default: ort } = await import('onnxruntime-node');
    return { ort, runtime: /** @type {Runtime} */ ('native'), reason: undefined };
  } catch (error) {
    if (only === 'native') throw error;
    return loadWasm(error instanceof Error ? error.message : String(error));
  }
}

/** @param {string | undefined} reason */
async function loadWasm(reason) {
  const ort = await import('onnxruntime-web');
  ort.env.wasm.numThreads = 1;
  return { ort, runtime: /** @type {Runtime} */ ('wasm'), reason };
}

/**
 * @param {typeof import('onnxruntime-common')} ort
 * @param {Runtime} runtime
 * @param {URL} file
 */
async function openSession(ort, runtime, file) {
  if (runtime === 'wasm') {
    return ort.InferenceSession.create(await readFile(file), { executionProviders: ['wasm'] });
  }
  return ort.InferenceSession.create(fileURLToPath(file), {
    executionProviders: ['cpu'],
    intraOpNumThreads: Math.min(MAX_THREADS, availableParallelism()),
    // Threads that wait actively would take the processor from whatever else runs here.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  });
}
