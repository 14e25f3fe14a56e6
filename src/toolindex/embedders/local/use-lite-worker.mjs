/**
 * Universal Sentence Encoder Lite, alone in its thread. Takes `{id, texts}`, answers
 * `{id, vectors}` (one Float32Array of all rows, transferred) or `{id, error}`. The model is loaded
 * once and has run once before the first message is read; messages wait until then.
 */
import { parentPort } from 'node:worker_threads';
import { Encoder } from './use-lite/encoder.mjs';
import { readModel } from './use-lite/weights.mjs';

const port = parentPort;
if (!port) throw new Error('use-lite-worker.mjs runs as a worker thread only');

const encoder = new Encoder(await readModel());
encoder.encode(['warm up']);

port.on('message', (/** @type {{id: number, texts: string[]}} */ { id, texts }) => {
  try {
    const vectors = encoder.encode(texts);
    port.postMessage({ id, vectors }, [vectors.buffer]);
  } catch (error) {
    port.postMessage({ id, error: error instanceof Error ? error.message : String(error) });
  }
});
