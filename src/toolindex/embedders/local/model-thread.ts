import type { Worker } from 'node:worker_threads';
import { indexError, messageOf } from '../../../foundation/errors.js';
import { failAll, type QueuedText } from './embed-queue.js';

const DIMENSIONS = 384;

/** What runs the model: the native ONNX Runtime, or its slower WASM build where that does not load. */
export type Runtime = 'native' | 'wasm';

type Answer = { runtime: Runtime; reason?: string } | { vectors: Float32Array } | { error: string };

/** What is told of a thread. */
export interface ThreadEvents {
  /** Why the native runtime did not load. */
  slow(reason: string): void;
  /** It takes the next batch. */
  free(): void;
  /** It takes no more; what it was working on has been rejected. */
  ended(thread: ModelThread): void;
}

/** The model in a thread: one batch at a time. It never keeps the process alive while nothing is asked of it. */
export class ModelThread {
  private batch: QueuedText[] | undefined;
  private isClosing = false;

  constructor(
    private readonly worker: Worker,
    private readonly events: ThreadEvents,
  ) {
    let reason = 'it ended without a reason';
    worker.unref();
    worker.on('message', (answer: Answer) => this.onAnswer(answer));
    worker.on('error', (error) => (reason = messageOf(error)));
    worker.on('exit', () => {
      const message = `The thread of the local embedding model ended: ${reason}. It is started again for the next request.`;
      failAll(this.batch ?? [], indexError(message));
      events.ended(this);
    });
  }

  get isFree(): boolean {
    return this.batch === undefined && !this.isClosing;
  }

  send(batch: QueuedText[]): void {
    this.batch = batch;
    this.worker.ref();
    this.worker.postMessage({ texts: batch.map(({ text }) => text) });
  }

  /** It ends by itself behind the batch it is at: the native runtime must not be stopped within one. */
  async close(): Promise<void> {
    this.isClosing = true;
    const ended = new Promise((resolve) => this.worker.once('exit', resolve));
    this.worker.ref();
    this.worker.postMessage('close');
    await ended;
  }

  private onAnswer(answer: Answer): void {
    if ('runtime' in answer) {
      if (answer.reason !== undefined) this.events.slow(answer.reason);
      return;
    }
    const batch = this.batch ?? [];
    this.batch = undefined;
    if (!this.isClosing) this.worker.unref();
    if ('error' in answer) {
      failAll(batch, indexError(`The local embedding model failed: ${answer.error}`));
    } else {
      batch.forEach(({ request, position }, row) => {
        const start = row * DIMENSIONS;
        request.accept(position, answer.vectors.slice(start, start + DIMENSIONS));
      });
    }
    this.events.free();
  }
}
