import { indexError } from '../../../foundation/errors.js';
import { cancelled } from '../../bounded-work.js';

/** One text that waits for its vector, and the request it belongs to. */
export interface QueuedText {
  text: string;
  position: number;
  request: EmbedRequest;
}

/** One `embed` call: settles once, when all its vectors are there, it fails, or its signal fires. */
export class EmbedRequest {
  readonly result: Promise<Float32Array[]>;
  settled = false;

  private readonly vectors: Float32Array[];
  private missing: number;
  private readonly onAbort = (): void => this.fail(cancelled());
  private resolve!: (vectors: Float32Array[]) => void;
  private reject!: (error: Error) => void;

  constructor(
    readonly texts: readonly string[],
    private readonly signal: AbortSignal | undefined,
  ) {
    this.vectors = new Array<Float32Array>(texts.length);
    this.missing = texts.length;
    this.result = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    signal?.addEventListener('abort', this.onAbort, { once: true });
  }

  accept(position: number, vector: Float32Array): void {
    if (this.settled) return;
    this.vectors[position] = vector;
    this.missing -= 1;
    if (this.missing > 0) return;
    this.settle();
    this.resolve(this.vectors);
  }

  fail(error: Error): void {
    if (this.settled) return;
    this.settle();
    this.reject(error);
  }

  private settle(): void {
    this.settled = true;
    this.signal?.removeEventListener('abort', this.onAbort);
  }
}

export function failAll(texts: readonly QueuedText[], error: Error): void {
  texts.forEach(({ request }) => request.fail(error));
}

/** More texts than this do not wait: whoever embeds a catalogue does so in portions. */
const MAX_WAITING = 20_000;

/** Texts that wait for the model: those of chats first, and their requests take turns. */
export class EmbedQueue {
  /** By request, in the order of their turns. */
  private readonly lanes: Record<'urgent' | 'background', QueuedText[][]> = {
    urgent: [],
    background: [],
  };

  /** Throws `index_error` when too many texts wait already. */
  add(request: EmbedRequest, isBackground: boolean): void {
    const { texts } = request;
    if (this.waiting().length + texts.length > MAX_WAITING) {
      throw indexError(
        `More than ${MAX_WAITING.toLocaleString('en')} texts wait for the local embedder: ask for fewer at a time, or try again later.`,
      );
    }
    const queued = texts.map((text, position): QueuedText => ({ text, position, request }));
    // A batch costs as much as its longest text makes of it.
    queued.sort((a, b) => a.text.length - b.text.length);
    this.lanes[isBackground ? 'background' : 'urgent'].push(queued);
  }

  /** Removes and answers the next texts, at most `size`; those of settled requests are dropped. */
  take(size: number): QueuedText[] {
    // Short questions and long texts do not share a batch.
    const urgent = this.lanes.urgent.filter(isWaiting);
    const each = Math.ceil(size / Math.max(1, urgent.length));
    const asked = urgent.splice(0, Math.ceil(size / each));
    const batch = takeFrom(asked, each, size);
    this.lanes.urgent = [...urgent, ...asked];
    if (batch.length > 0) return batch;
    this.lanes.background = this.lanes.background.filter(isWaiting);
    return takeFrom(this.lanes.background, size, size);
  }

  waiting(): QueuedText[] {
    return [...this.lanes.urgent, ...this.lanes.background].flat();
  }
}

function isWaiting([next]: QueuedText[]): boolean {
  return next?.request.settled === false;
}

/** Removes and answers at most `each` texts of each request, and `size` of all. */
function takeFrom(requests: QueuedText[][], each: number, size: number): QueuedText[] {
  const batch: QueuedText[] = [];
  for (const texts of requests) {
    batch.push(...texts.splice(0, Math.min(each, size - batch.length)));
    if (batch.length === size) break;
  }
  return batch;
}
