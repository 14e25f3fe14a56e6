import { EventEmitter } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { StartDocumentWorker } from '../../../src/agenttools/sources/openapi/worker/document-thread.js';
import { serveDocument } from '../../../src/agenttools/sources/openapi/worker/serve-document.js';

const worker = new URL(
  '../../../src/agenttools/sources/openapi/worker/document-worker.mjs',
  import.meta.url,
);
const loader = new URL('../typescript.mjs', import.meta.url);

/** The thread of a document from the source code: types are stripped by the compiler the tests use. */
export const startSourceWorker: StartDocumentWorker = (task) =>
  new Worker(worker, { workerData: task, execArgv: ['--import', loader.href] });

/** The same work in this thread, for tests that read many small documents: a thread loads all modules again. */
export const readInThisThread: StartDocumentWorker = (task) => {
  const messages = new EventEmitter();
  const send = (message: unknown) => messages.emit('message', structuredClone(message));
  const read = async () => serveDocument(structuredClone(task), send, async () => {});
  setImmediate(() => {
    read()
      .catch((error: unknown) => messages.emit('error', error))
      .finally(() => messages.emit('exit'));
  });
  return Object.assign(messages, {
    terminate: () => {},
    unref: () => {},
    postMessage: () => {},
  }) as unknown as Worker;
};
