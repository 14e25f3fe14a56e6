import { closing } from '../foundation/program.js';
import { AppError } from '../foundation/errors.js';
import { withinTime } from '../foundation/clock.js';
import type { LiveRun } from './runs/run-reader.js';

export interface AdmissionLimits {
  maxRunsPerUser: number;
  maxRuns: number;
}

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

export const defaultRequestShare = 4;

/** Counts the costly requests under way by user, so that nobody's keep the server from everybody else's. */
export class RequestShares extends Places {
  constructor(private readonly maxPerUser: number) {
    super();
  }

  /** Holds a place while `work` is done; rejects as {@link take}, and then does nothing. */
  async during<T>(userId: string, work: () => T | Promise<T>): Promise<T> {
    return closing({ close: this.take(userId) }, async () => work());
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

/** All runs of this process: admits them, finds them, and ends them when the server stops. */
export class RunRegistry extends Places {
  private readonly active = new Map<string, LiveRun>();
  /** Runs that have ended, as long as somebody still reads them. */
  private readonly read = new Set<Promise<void>>();
  private stopping = false;

  constructor(private readonly limits: AdmissionLimits) {
    super();
  }

  /** Rejects with `too_many_runs` when the user has none left, with `server_busy` when nobody has, and with `shutting_down`. */
  requireRoom(userId: string): void {
    const { maxRunsPerUser, maxRuns } = this.limits;
    if (this.stopping) throw shuttingDown();
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

  add(run: LiveRun): void {
    this.active.set(run.id, run);
    void run.ended.then(() => this.end(run));
    // Admitted before the server began to stop, but only now started.
    if (this.stopping) run.cancel(shuttingDown());
  }

  private async end(run: LiveRun): Promise<void> {
    this.active.delete(run.id);
    const idle = run.idle();
    this.read.add(idle);
    await idle;
    this.read.delete(idle);
  }

  get(runId: string): LiveRun | undefined {
    return this.active.get(runId);
  }

  get ids(): string[] {
    return [...this.active.keys()];
  }

  /** Admits nothing more, ends every run with a terminal event, and waits for their readers at most `graceMs`. */
  async stop(graceMs: number): Promise<void> {
    this.stopping = true;
    const active = [...this.active.values()];
    for (const run of active) run.cancel(shuttingDown());
    const ended = Promise.all(active.map((run) => run.ended));
    const read = ended.then(() => Promise.all(this.read));
    await withinTime<unknown>(read, graceMs, () => undefined);
  }
}

function shuttingDown(): AppError {
  return new AppError(
    'shutting_down',
    'The server is shutting down; send the message again in a moment.',
  );
}
