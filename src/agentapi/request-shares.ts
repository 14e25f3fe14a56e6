import { AppError } from '../foundation/errors.js';
import { Places } from './admission.js';

/** How many costly requests of one user may be under way at once where nothing else is configured. */
export const defaultRequestShare = 4;

/** Counts the costly requests under way by user, so that nobody's keep the server from everybody else's. */
export class RequestShares extends Places {
  constructor(private readonly maxPerUser: number) {
    super();
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

  /** Rejects with `too_many_requests` when the user has no place left. */
  requireRoom(userId: string): void {
    if (this.ownOf(userId) >= this.maxPerUser)
      throw new AppError(
        'too_many_requests',
        `You have ${this.maxPerUser} costly requests under way, the most that one user may have at once. Wait until one has been answered, and send this one again.`,
      );
  }
}
