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
    const collected = new CollectedDocument();
    const validated = new Settleable<Finding[]>();
    const seconds = task.options.limits.timeMs / 1000;
    const fail = (message: string): void => reject(configError(message));
    const end = (): void => void worker.terminate();
    const late = (): void => {
      fail(`Reading it took longer than ${seconds} s, so it was given up.`);
      end();
    };
    let limit = setTimeout(late, task.options.limits.timeMs);
    const abort = (): void => {
      reject(new AppError('cancelled', 'Reading the document was cancelled.'));
      end();
    };
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    worker.on('message', (message: DocumentMessage) => {
      if (message.kind === 'failed') return fail(message.message);
      if (message.kind === 'validated') return validated.resolve(message.findings);
      if (message.kind !== 'prepared') {
        collected.add(message);
        return void setImmediate(() => worker.postMessage('next'));
      }
      clearTimeout(limit);
      limit = setTimeout(end, task.options.limits.timeMs);
      limit.unref();
      worker.unref();
      resolve({ document: collected.document(), validated: validated.promise });
    });
    worker.on('error', (error) => fail(`Reading it failed: ${messageOf(error)}.`));
    worker.on('exit', () => {
      clearTimeout(limit);
      signal.removeEventListener('abort', abort);
      fail('Reading it ended without a result.');
      const message = 'The document was not validated to the end.';
      validated.resolve([{ level: 'warning', message }]);
    });
  });
}

class CollectedDocument {
  private head: Omit<PreparedDocument, 'operations' | 'definitions'> | undefined;
  private readonly operations: PreparedDocument['operations'] = [];
  private readonly definitions: PreparedDocument['definitions'] = [];

  add(
    message: Extract<DocumentMessage, { kind: 'document' | 'definitions' | 'operations' }>,
  ): void {
    if (message.kind === 'document') this.head = message.document;
    else if (message.kind === 'definitions') this.definitions.push(...message.definitions);
    else this.operations.push(...message.operations);
  }

  document(): PreparedDocument {
    if (this.head === undefined) throw new Error('the worker sent no document');
    return { ...this.head, operations: this.operations, definitions: this.definitions };
  }
}

/** A promise that is resolved from outside; later resolutions do not count. */
class Settleable<T> {
  resolve: (value: T) => void = () => {};
  readonly promise = new Promise<T>((resolve) => (this.resolve = resolve));
}
