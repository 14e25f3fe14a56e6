import { AppError } from '../foundation/errors.js';

/** How many files may wait, and how large they may be together: they are held in memory. */
interface Limit {
  documents: number;
  bytes: number;
}

const MB = 1024 * 1024;

/** A user who waits for fifty documents leaves room for many others. */
const defaultLimits: Record<'perUser' | 'all', Limit> = {
  perUser: { documents: 50, bytes: 64 * MB },
  all: { documents: 500, bytes: 256 * MB },
};

/** Documents waiting to be read: each user has a share, and users take turns. */
export class WaitingDocuments<T> {
  private readonly queues = new Map<string, T[]>();
  private readonly held = new Set<{ userId: string; bytes: number }>();

  constructor(private readonly limits = defaultLimits) {}

  /** Takes a place, which the answer gives back once; `too_many_requests`: the share's, `server_busy`: all are used up. */
  take(userId: string, bytes: number): () => void {
    const held = [...this.held];
    const own = held.filter((one) => one.userId === userId);
    const { perUser, all } = this.limits;
    if (own.length > 0 && !fits(own, bytes, perUser))
      throw new AppError(
        'too_many_requests',
        `You have as many documents waiting to be read as one user may: ${perUser.documents}, or ${perUser.bytes / MB} MB together. Upload this one again when some of them are ready.`,
      );
    if (!fits(held, bytes, all))
      throw new AppError(
        'server_busy',
        'Too many documents of all users wait to be read. Upload this one again in a moment.',
      );
    const place = { userId, bytes };
    this.held.add(place);
    return () => void this.held.delete(place);
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
}

function fits(held: readonly { bytes: number }[], bytes: number, limit: Limit): boolean {
  const sum = held.reduce((all, one) => all + one.bytes, bytes);
  return held.length < limit.documents && sum <= limit.bytes;
}
