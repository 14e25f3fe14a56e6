/**
 * The model of models/sextant-e5 alone in its thread. Says `{runtime, reason}` once it is loaded, takes
 * `{texts}`, answers `{vectors}` (one Float32Array of all rows, transferred) or `{error}`.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { collectGarbage } from '../../../foundation/collect-garbage.mjs';
import { openModel } from './e5-model.mjs';

const port = parentPort;
if (!port) throw new Error('e5-worker.mjs runs as a worker thread only');

const model = await openModel(new URL(workerData.folder), workerData.runtime);
collectGarbage();
port.postMessage({ runtime: model.runtime, reason: model.reason });

/**
 * Batches come one at a time: the next is sent when the one before is answered.
 * @param {{texts: string[]}} batch
 */
async function embed({ texts }) {
  try {
    const vectors = await model.embed(texts);
    port?.postMessage({ vectors }, [/** @type {ArrayBuffer} */ (vectors.buffer)]);
  } catch (error) {
    port?.postMessage({ error: error instanceof Error ? error.message : String(error) });
  }
}

let work = Promise.resolve();
// Ended from outside in the middle of a batch, the native runtime would take the whole process with it.
port.on('message', (/** @type {{texts: string[]} | 'close'} */ message) => {
  work = work.then(() => (message === 'close' ? port.close() : embed(message)));
});
