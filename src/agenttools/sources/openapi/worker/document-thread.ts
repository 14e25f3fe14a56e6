import { Worker } from 'node:worker_threads';
import { AppError, configError, messageOf } from '../../../../foundation/errors.js';
import type { Finding } from '../operation.js';
import type { PreparedDocument } from '../prepare-document.js';
import type { DocumentMessage, DocumentTask } from './serve-document.js';

/** Starts the thread that reads one document; replaced where the code is not built. */
export type StartDocumentWorker = (task: DocumentTask) => Worker;

/** Memory of the thread: reading a document of the largest size takes a third of it. */
const MAX_MEMORY_MB = 1024;

export const startDocumentWorker: StartDocumentWorker = (task) =>
  new Worker(new URL('./document-worker.mjs', import.meta.url), {
    workerData: task,
    transferList: ownMemory(task.bytes),
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
  });

/** Small buffers are cut out of memory that is others' too. */
function ownMemory({ buffer, length }: Uint8Array): ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === length ? [buffer] : [];
}

/** In a thread that ends by itself, the signal or the time limit. Rejects with `config_error` that says what is wrong. */
export function prepareInThread(
  task: DocumentTask,
  signal: AbortSignal,
  start: StartDocumentWorker = startDocumentWorker,
): Promise<{ document: PreparedDocument; validated: Promise<Finding[]> }> {
  return new Promise((resolve, reject) => {
    const worker = start(task);
    // Whole once it is prepared: what it is comes first, then its lists piece by piece.
    const document = { operations: [], definitions: [] } as unknown as PreparedDocument;
    let tellFindings: (findings: Finding[]) => void = () => {};
    const validated = new Promise<Finding[]>((tell) => (tellFindings = tell));
    const { timeMs } = task.options.limits;
    const fail = (message: string): void => reject(configError(message));
    const end = (): void => void worker.terminate();
    const late = (): void => {
      fail(`Reading it took longer than ${timeMs / 1000} s, so it was given up.`);
      end();
    };
    let limit = setTimeout(late, timeMs);
    const abort = (): void => {
      reject(new AppError('cancelled', 'Reading the document was cancelled.'));
      end();
    };
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    worker.on('message', (message: DocumentMessage) => {
      if (message.kind === 'failed') return fail(message.message);
      if (message.kind === 'validated') return tellFindings(message.findings);
      if (message.kind !== 'prepared') {
        if (message.kind === 'document') Object.assign(document, message.document);
        else if (message.kind === 'definitions') document.definitions.push(...message.definitions);
        else document.operations.push(...message.operations);
        return void setImmediate(() => worker.postMessage('next'));
      }
      clearTimeout(limit);
      limit = setTimeout(end, timeMs);
      limit.unref();
      worker.unref();
      resolve({ document, validated });
    });
    worker.on('error', (error) => fail(`Reading it failed: ${messageOf(error)}.`));
    worker.on('exit', () => {
      clearTimeout(limit);
      signal.removeEventListener('abort', abort);
      fail('Reading it ended without a result.');
      const message = 'The document was not validated to the end.';
      tellFindings([{ level: 'warning', message }]);
    });
  });
}
