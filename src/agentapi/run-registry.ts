import { withinTime } from '../foundation/clock.js';
import { AppError } from '../foundation/errors.js';
import { Admission, type AdmissionLimits } from './admission.js';
import type { LiveRun } from './runs/live-run.js';

/** All runs of this process: admits them, finds them, and ends them when the server stops. */
export class RunRegistry {
  private readonly active = new Map<string, LiveRun>();
  /** Also runs that have ended, as long as somebody still reads them. */
  private readonly read = new Set<Promise<void>>();
  private readonly admission: Admission;
  private stopping = false;

  constructor(limits: AdmissionLimits) {
    this.admission = new Admission(limits);
  }

  /**
   * Takes a place for a run of the user; the answer gives it back, and must be called. Rejects with
   * `shutting_down` once the server has started to stop, and as {@link Admission.take}.
   */
  admit(userId: string): () => void {
    if (this.stopping) throw shuttingDown();
    return this.admission.take(userId);
  }

  /** Rejects as {@link admit}, and takes no place. */
  requireRoom(userId: string): void {
    if (this.stopping) throw shuttingDown();
    this.admission.requireRoom(userId);
  }

  /** Registers a run until it has ended. */
  add(run: LiveRun): void {
    this.active.set(run.id, run);
    void run.ended.then(() => this.active.delete(run.id));
    const idle = run.idle();
    this.read.add(idle);
    void idle.then(() => this.read.delete(idle));
    // Admitted before the server began to stop, but only now started.
    if (this.stopping) run.cancel(shuttingDown());
  }

  get(runId: string): LiveRun | undefined {
    return this.active.get(runId);
  }

  /** The ids of the runs that have started and not ended. */
  get ids(): string[] {
    return [...this.active.keys()];
  }

  get size(): number {
    return this.active.size;
  }

  /**
   * Admits nothing more, ends every run with a terminal event, and waits until their readers have it,
   * at most `graceMs`.
   */
  async stop(graceMs: number): Promise<void> {
    this.stopping = true;
    for (const run of this.active.values()) run.cancel(shuttingDown());
    await withinTime<unknown>(Promise.all(this.read), graceMs, () => undefined);
  }
}

function shuttingDown(): AppError {
  return new AppError(
    'shutting_down',
    'The server is shutting down; send the message again in a moment.',
  );
}
