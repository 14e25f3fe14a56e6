import { AppError } from '../foundation/errors.js';

/** How many runs this process may have under way at once. */
export interface AdmissionLimits {
  maxRunsPerUser: number;
  /** Of all users together. */
  maxRuns: number;
}

/** The limits where nothing else is configured. */
export const defaultAdmissionLimits: AdmissionLimits = { maxRunsPerUser: 8, maxRuns: 200 };

/** Places that users hold; each is given back once. */
export abstract class Places {
  private readonly byUser = new Map<string, number>();
  protected taken = 0;

  /** Takes a place for the user; the answer gives it back. Rejects as {@link requireRoom}. */
  take(userId: string): () => void {
    this.requireRoom(userId);
    this.byUser.set(userId, this.ownOf(userId) + 1);
    this.taken += 1;
    let held = true;
    return () => {
      if (held) this.giveBack(userId);
      held = false;
    };
  }

  /** Rejects where there is no place left for the user, and takes none. */
  abstract requireRoom(userId: string): void;

  protected ownOf(userId: string): number {
    return this.byUser.get(userId) ?? 0;
  }

  private giveBack(userId: string): void {
    const left = this.ownOf(userId) - 1;
    if (left > 0) this.byUser.set(userId, left);
    else this.byUser.delete(userId);
    this.taken -= 1;
  }
}

/** The places of runs, from their request's admission until they have ended. */
export class Admission extends Places {
  constructor(private readonly limits: AdmissionLimits) {
    super();
  }

  /** Rejects with `too_many_runs` when the user has none left, with `server_busy` when nobody has. */
  requireRoom(userId: string): void {
    const { maxRunsPerUser, maxRuns } = this.limits;
    if (this.ownOf(userId) >= maxRunsPerUser)
      throw new AppError(
        'too_many_runs',
        `You have ${maxRunsPerUser} runs under way, the most that one user may have at once. Wait until one has ended, or cancel one, and send the message again.`,
      );
    if (this.taken >= maxRuns)
      throw new AppError(
        'server_busy',
        `The server has ${maxRuns} runs under way, the most it takes at once. Send the message again in a moment.`,
      );
  }
}

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
