import { AppError } from '../foundation/errors.js';

/** How many costly requests of one user may be under way at once where nothing else is configured. */
export const defaultRequestShare = 4;

/** Counts the costly requests under way by user, so that nobody's keep the server from everybody else's. */
export class RequestShares {
  private readonly byUser = new Map<string, number>();

  constructor(private readonly maxPerUser: number) {}

  /** Takes a place for a request; the answer gives it back, once. Rejects with `too_many_requests`. */
  take(userId: string): () => void {
    this.requireRoom(userId);
    this.byUser.set(userId, this.ownOf(userId) + 1);
    let held = true;
    return () => {
      if (held) this.giveBack(userId);
      held = false;
    };
  }

  /** Holds a place while `work` is done; rejects as {@link take}, and then does nothing. */
  async during<T>(userId: string, work: () => T | Promise<T>): Promise<T> {
    const giveBack = this.take(userId);
    try {
      return await work();
    } finally {
      giveBack();
    }
  }

  /** Rejects as {@link take}, and takes nothing. */
  requireRoom(userId: string): void {
    if (this.ownOf(userId) >= this.maxPerUser) throw tooManyRequests(this.maxPerUser);
  }

  private ownOf(userId: string): number {
    return this.byUser.get(userId) ?? 0;
  }

  private giveBack(userId: string): void {
    const left = this.ownOf(userId) - 1;
    if (left > 0) this.byUser.set(userId, left);
    else this.byUser.delete(userId);
  }
}

function tooManyRequests(max: number): AppError {
  return new AppError(
    'too_many_requests',
    `You have ${max} costly requests under way, the most that one user may have at once. Wait until one has been answered, and send this one again.`,
  );
}
