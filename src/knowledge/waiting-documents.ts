import { AppError } from '../foundation/errors.js';

/** How many files may wait, and how large they may be together: they are held in memory. */
interface Held {
  documents: number;
  bytes: number;
}

const MB = 1024 * 1024;

/** A user who waits for fifty documents leaves room for many others. */
const defaultLimits: Record<'perUser' | 'all', Held> = {
  perUser: { documents: 50, bytes: 64 * MB },
  all: { documents: 500, bytes: 256 * MB },
};

/** Documents waiting to be read: each user has a share, and users take turns. */
export class WaitingDocuments<T> {
  private readonly queues = new Map<string, T[]>();
  private readonly held = new Map<string, Held>();

  constructor(private readonly limits = defaultLimits) {}

  /** Takes a place, which the answer gives back once; `too_many_requests`: the share's, `server_busy`: all are used up. */
  take(userId: string, bytes: number): () => void {
    const own = this.held.get(userId) ?? { documents: 0, bytes: 0 };
    const { perUser, all } = this.limits;
    if (own.documents > 0 && !fits(own, bytes, perUser))
      throw new AppError(
        'too_many_requests',
        `You have as many documents waiting to be read as one user may: ${perUser.documents}, or ${perUser.bytes / MB} MB together. Upload this one again when some of them are ready.`,
      );
    if (!fits(this.total(), bytes, all))
      throw new AppError(
        'server_busy',
        'Too many documents of all users wait to be read. Upload this one again in a moment.',
      );
    this.hold(userId, 1, bytes);
    let taken = true;
    return () => {
      if (taken) this.hold(userId, -1, -bytes);
      taken = false;
    };
  }

  add(userId: string, document: T): void {
    const queue = this.queues.get(userId);
    if (queue === undefined) this.queues.set(userId, [document]);
    else queue.push(document);
  }

  /** The oldest document of the user whose turn it is; that user's next turn comes after all others'. */
  next(): T | undefined {
    const [first] = this.queues;
    if (first === undefined) return undefined;
    const [userId, queue] = first;
    const document = queue.shift();
    this.queues.delete(userId);
    if (queue.length > 0) this.queues.set(userId, queue);
    return document;
  }

  private hold(userId: string, documents: number, bytes: number): void {
    const own = this.held.get(userId) ?? { documents: 0, bytes: 0 };
    const now = { documents: own.documents + documents, bytes: own.bytes + bytes };
    if (now.documents > 0) this.held.set(userId, now);
    else this.held.delete(userId);
  }

  private total(): Held {
    const sum = { documents: 0, bytes: 0 };
    for (const { documents, bytes } of this.held.values()) {
      sum.documents += documents;
      sum.bytes += bytes;
    }
    return sum;
  }
}

function fits(held: Held, bytes: number, limit: Held): boolean {
  return held.documents < limit.documents && held.bytes + bytes <= limit.bytes;
}
