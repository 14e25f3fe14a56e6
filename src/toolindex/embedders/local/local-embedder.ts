import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { availableMemory } from 'node:process';
import { SHARE_ENV, Worker } from 'node:worker_threads';
import { systemTimer, type Timer } from '../../../foundation/clock.js';
import { indexError } from '../../../foundation/errors.js';
import { firstChars } from '../../../foundation/text.js';
import { silentLogger, type Logger } from '../../../foundation/logger.js';
import { throwIfCancelled } from '../../bounded-work.js';
import type { Embedder, EmbedKind, EmbedOptions } from '../../embedder.js';
import { EmbedQueue, EmbedRequest, failAll } from './embed-queue.js';
import { ModelThread, type Runtime } from './model-thread.js';

/** Texts in one message to a thread: a chat waits for at most one such batch of tools. More at a time are not faster. */
const BATCH_SIZE = 2;
/** The model reads 160 tokens, which are hardly ever more characters than this. */
const MAX_TEXT_LENGTH = 1_200;
/** A second thread is worth its second to load while this many texts wait, a quarter of which it then saves. */
const MANY_WAITING = 64;
/** It holds the weights again, 150 MB, so it starts where so much is free, and ends when nothing was asked this long. */
const SPARE_BYTES = 512 * 2 ** 20;
const SPARE_REST_MS = 5_000;

/** The model was trained with these before its texts. */
const PREFIXES: Readonly<Record<EmbedKind, string>> = { query: 'query: ', document: 'passage: ' };

export interface LocalEmbedderOptions {
  /** Told when the native runtime does not load. */
  logger?: Logger;
  /** Fixes the runtime; without it the native one is tried first. */
  runtime?: Runtime;
  /** Replaced by tests that watch the threads. */
  startWorker?: () => Worker;
  timer?: Timer;
}

/** The model that comes with Sextant, in a worker thread; what a thread that dies was working on rejects with `index_error`. */
export class LocalEmbedder implements Embedder {
  readonly id = 'sextant-e5-384-v1';
  readonly searchFloor = 0.55;
  readonly unmet = { below: 0.56, lost: 0.03 };
  readonly likeWords = true;

  private readonly queue = new EmbedQueue();
  private readonly logger: Logger;
  private readonly startWorker: () => Worker;
  private readonly timer: Timer;
  private threads: ModelThread[] = [];
  private keepSpare = (): void => {};
  private closed = false;

  constructor(options: LocalEmbedderOptions = {}) {
    this.logger = options.logger ?? silentLogger;
    this.startWorker = options.startWorker ?? (() => startModelWorker(options.runtime));
    this.timer = options.timer ?? systemTimer;
  }

  prepare(): void {
    if (!this.closed && this.threads.length === 0) this.startThread();
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
    this.keepSpare();
    failAll(this.queue.waiting(), indexError('The local embedder was closed.'));
    await Promise.all(this.threads.map((thread) => thread.close()));
  }

  private sendNext(): void {
    if (this.closed) return;
    for (let thread = this.freeThread(); thread !== undefined; thread = this.freeThread()) {
      const batch = this.queue.take(BATCH_SIZE);
      if (batch.length === 0) break;
      thread.send(batch);
    }
    this.keepSpare();
    const spare = this.threads[1];
    if (spare !== undefined) {
      this.keepSpare = this.timer(() => void spare.close(), SPARE_REST_MS);
    }
  }

  /** One that rests; else one that starts, while texts wait. */
  private freeThread(): ModelThread | undefined {
    const free = this.threads.find(({ isFree }) => isFree);
    const waiting = free === undefined ? this.queue.waiting().length : 0;
    if (this.threads.length === 0 && waiting > 0) return this.startThread();
    const isSpareWanted = this.threads.length === 1 && waiting >= MANY_WAITING && hasRoom();
    return isSpareWanted ? this.startThread() : free;
  }

  private startThread(): ModelThread {
    const thread = new ModelThread(this.startWorker(), {
      slow: (reason) => this.logger.warn(slowRuntime(reason)),
      free: () => this.sendNext(),
      ended: (ended) => {
        this.threads = this.threads.filter((other) => other !== ended);
        this.sendNext();
      },
    });
    this.threads.push(thread);
    return thread;
  }
}

function hasRoom(): boolean {
  return availableParallelism() > 1 && availableMemory() > SPARE_BYTES;
}

function slowRuntime(reason: string): string {
  const said = reason.split('\n')[0] ?? '';
  return `The native ONNX Runtime does not load (${said}), so the local embedder runs on its WASM build: some five texts a second in place of sixty. Install onnxruntime-node for this platform (npm install --include=optional), or set EMBEDDER to a server's.`;
}

function startModelWorker(runtime: Runtime | undefined): Worker {
  const workerData = { folder: modelFolder().href, runtime };
  const more = { resourceLimits: { maxYoungGenerationSizeMb: 4 }, workerData };
  return new Worker(new URL('./e5-worker.mjs', import.meta.url), { ...more, env: SHARE_ENV });
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
