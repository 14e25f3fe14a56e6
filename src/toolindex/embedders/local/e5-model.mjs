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
/** Half the processors, as a catalogue is embedded by two models; more make a batch of short texts hardly faster. */
const THREADS = Math.max(1, Math.min(2, Math.floor(availableParallelism() / 2)));

/** @typedef {'native' | 'wasm'} Runtime */

/**
 * @param {URL} folder with a slash at its end
 * @param {Runtime} [only] the runtime to use; absent: the native one, or WASM where it does not load, with the reason
 */
export async function openModel(folder, only) {
  const tokenizer = await openTokenizer(new URL('tokenizer.json', folder));
  const { ort, runtime, reason } = await loadRuntime(only);
  const session = await openSession(ort, runtime, new URL('model.onnx', folder));
  /**
   * The vectors of texts, which carry their prefix, one after the other in one array.
   * @param {readonly string[]} texts at least one
   */
  const embed = async (texts) => {
    const rows = texts.map((text) => tokensOf(tokenizer, text));
    const length = Math.max(...rows.map((ids) => ids.length));
    const ids = new BigInt64Array(rows.length * length).fill(BigInt(PAD));
    const mask = new BigInt64Array(rows.length * length);
    rows.forEach((row, at) => {
      ids.set(row.map(BigInt), at * length);
      mask.fill(1n, at * length, at * length + row.length);
    });
    const shape = [rows.length, length];
    const { embedding } = await session.run({
      input_ids: new ort.Tensor('int64', ids, shape),
      attention_mask: new ort.Tensor('int64', mask, shape),
    });
    if (embedding === undefined) throw new Error('The model gave no embedding.');
    return new Float32Array(/** @type {Float32Array} */ (embedding.data));
  };
  return { runtime, reason, embed };
}

/**
 * Finds pieces by their names: the library's tree of their characters takes 36 MB, and the list it was made of 14 MB.
 * @param {URL} file
 */
async function openTokenizer(file) {
  const settings = JSON.parse(await readFile(file, 'utf8'));
  const tokenizer = new Tokenizer(settings, {});
  const pieces = /** @type {any} */ (tokenizer.model);
  const longest = Math.max(...pieces.vocab.map((/** @type {string} */ piece) => piece.length));
  pieces.trie = {
    *common_prefix_search(/** @type {string[]} */ chars, /** @type {number} */ start) {
      let piece = '';
      for (let at = start; at < chars.length && piece.length < longest; at += 1) {
        piece += chars[at];
        if (pieces.tokens_to_ids.has(piece)) yield piece;
      }
    },
  };
  settings.model.vocab = [];
  return tokenizer;
}

/**
 * The token ids of a text, cut to what the model reads.
 * @param {Tokenizer} tokenizer
 * @param {string} text
 */
function tokensOf(tokenizer, text) {
  const { ids } = tokenizer.encode(text);
  if (ids.length <= MAX_TOKENS) return ids;
  return [...ids.slice(0, MAX_TOKENS - 1), ...ids.slice(-1)];
}

/** @param {Runtime | undefined} only */
async function loadRuntime(only) {
  let reason;
  if (only !== 'wasm') {
    // Else it tells Microsoft of this machine and of each model it loads. Read from the environment of the process.
    process.env.ORT_DISABLE_TELEMETRY = '1';
    try {
      const { default: ort } = await import('onnxruntime-node');
      return { ort, runtime: /** @type {Runtime} */ ('native') };
    } catch (error) {
      if (only === 'native') throw error;
      reason = error instanceof Error ? error.message : String(error);
    }
  }
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
    intraOpNumThreads: THREADS,
    // Threads that wait actively would take the processor from whatever else runs here.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  });
}
