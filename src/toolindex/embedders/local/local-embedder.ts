import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { indexError, messageOf } from '../../../foundation/errors.js';
import { firstChars } from '../../../foundation/text.js';
import { silentLogger, type Logger } from '../../../foundation/logger.js';
import { throwIfCancelled } from '../../bounded-work.js';
import type { Embedder, EmbedKind, EmbedOptions } from '../../embedder.js';
import { EmbedQueue, EmbedRequest, type QueuedText } from './embed-queue.js';

const DIMENSIONS = 384;
/** Texts in one message to the thread: a chat waits for at most one such batch of tools. More at a time are not faster. */
const BATCH_SIZE = 2;
/** The model reads 160 tokens, which are hardly ever more characters than this. */
const MAX_TEXT_LENGTH = 1_200;

/** The model was trained with these before its texts. */
const PREFIXES: Readonly<Record<EmbedKind, string>> = { query: 'query: ', document: 'passage: ' };

/** What runs the model: the native ONNX Runtime, or its slower WASM build where that does not load. */
export type Runtime = 'native' | 'wasm';

export interface LocalEmbedderOptions {
  /** Told when the native runtime does not load. */
  logger?: Logger;
  /** Fixes the runtime; without it the native one is tried first. */
  runtime?: Runtime;
  /** Replaced by tests that watch the thread. */
  startWorker?: () => Worker;
}

type Answer =
  | { runtime: Runtime; reason?: string }
  | { id: number; vectors: Float32Array }
  | { id: number; error: string };

/**
 * Vectors of the model that comes with Sextant (models/sextant-e5): 384 dimensions, some thirty
 * languages, no key, no download. It runs in a worker thread that starts with the first call (or
 * `prepare`) and never keeps the process alive while nothing is asked of it. When the thread dies, the
 * requests it was working on reject with `index_error`, and a new one is started for the next.
 */
export class LocalEmbedder implements Embedder {
  readonly id = 'sextant-e5-384-v1';
  readonly searchFloor = 0.55;
  readonly unmet = { below: 0.56, lost: 0.03 };
  readonly likeWords = true;

  private readonly queue = new EmbedQueue();
  private readonly logger: Logger;
  private readonly startWorker: () => Worker;
  private worker: Worker | undefined;
  private inWork: { id: number; batch: QueuedText[] } | undefined;
  private lastId = 0;
  private closed = false;

  constructor(options: LocalEmbedderOptions = {}) {
    this.logger = options.logger ?? silentLogger;
    this.startWorker = options.startWorker ?? (() => startModelWorker(options.runtime));
  }

  prepare(): void {
    if (!this.closed) this.runningWorker();
  }

  async embed(texts: readonly string[], options: EmbedOptions): Promise<Float32Array[]> {
    const { kind, signal, background = kind === 'document' } = options;
    throwIfCancelled(signal);
    if (this.closed) throw indexError('The local embedder is closed.');
    if (texts.length === 0) return [];
    const prefix = PREFIXES[kind];
    const request = new EmbedRequest(
      texts.map((text) => prefix + readable(text)),
      signal,
    );
    this.queue.add(request, background);
    this.sendNext();
    return request.result;
  }

  async close(): Promise<void> {
    this.closed = true;
    const error = indexError('The local embedder was closed.');
    this.inWork?.batch.forEach(({ request }) => request.fail(error));
    this.queue.requests().forEach((request) => request.fail(error));
    const worker = this.worker;
    this.worker = undefined;
    if (worker === undefined) return;
    // It ends by itself behind the batch it is at: the native runtime must not be stopped within one.
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    worker.ref();
    worker.postMessage('close');
    await ended;
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
    if ('runtime' in answer) {
      if (answer.reason !== undefined) this.logger.warn(slowRuntime(answer.reason));
      return;
    }
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
  const error = indexError(message);
  batch.forEach(({ request }) => request.fail(error));
}

function slowRuntime(reason: string): string {
  const said = reason.split('\n')[0] ?? '';
  return `The native ONNX Runtime does not load (${said}), so the local embedder runs on its WASM build: some five texts a second in place of fifty. Install onnxruntime-node for this platform (npm install --include=optional), or set EMBEDDER to a server's.`;
}

function startModelWorker(runtime: Runtime | undefined): Worker {
  const workerData = { folder: modelFolder().href, runtime };
  const resourceLimits = { maxYoungGenerationSizeMb: 4 };
  return new Worker(new URL('./e5-worker.mjs', import.meta.url), { workerData, resourceLimits });
}

/** The folder models/sextant-e5 above these sources, or above their build in dist. */
function modelFolder(): URL {
  const up = ['../../../../', '../../../../../'];
  const folders = up.map((path) => new URL(`${path}models/sextant-e5/`, import.meta.url));
  const found = folders.find((folder) => existsSync(new URL('model.onnx', folder)));
  if (found !== undefined) return found;
  throw indexError(
    'The weights of the local embedder are missing: models/sextant-e5/model.onnx belongs to the installation. Install again, or set EMBEDDER to another embedder or to none.',
  );
}

/** What the model can read: without lone surrogates, white space single, cut. */
function readable(text: string): string {
  const cut = firstChars(text, MAX_TEXT_LENGTH).replace(/\p{Cs}/gu, '');
  return cut.replace(/\s+/g, ' ').trim();
}
