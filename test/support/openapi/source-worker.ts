import { Worker } from 'node:worker_threads';
import type { StartDocumentWorker } from '../../../src/agenttools/sources/openapi/worker/document-thread.js';

const worker = new URL(
  '../../../src/agenttools/sources/openapi/worker/document-worker.mjs',
  import.meta.url,
);
const loader = new URL('../typescript.mjs', import.meta.url);

/** The thread of a document from the source code: types are stripped by the compiler the tests use. */
export const startSourceWorker: StartDocumentWorker = (task) =>
  new Worker(worker, { workerData: task, execArgv: ['--import', loader.href] });
