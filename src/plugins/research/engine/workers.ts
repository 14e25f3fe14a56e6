import { newId } from '../../../foundation/ids.js';
import { repeat } from '../../../foundation/clock.js';
import { leaseKey, type Lease } from '../store/research-work.store.js';
import { doWork, WorkerStops, type WorkDeps } from './do-work.js';

export interface WorkersDeps extends WorkDeps {
  parallel: number;
  leaseMs: number;
  lookMs: number;
  /** No other process can use the database: what anybody had taken before the start is free. */
  aloneOnDatabase: boolean;
}

/** Several renewals fit into a lease, so that one slow moment is not a death. */
const RENEWALS = 3;

/** Does the work of researches on this server: takes it, also that of dead servers, and keeps its leases. */
export class ResearchWorkers {
  private readonly id = newId();
  private readonly busy = new Map<string, { researchId: string; abort: AbortController }>();
  private readonly working = new Set<Promise<void>>();
  private readonly stops: (() => void)[] = [];
  private looking: Promise<void> | undefined;
  private isAsked = false;
  private isRunning = false;

  constructor(private readonly deps: WorkersDeps) {}

  async start(): Promise<void> {
    const { deps } = this;
    if (deps.aloneOnDatabase) await deps.work.giveBackAll();
    this.isRunning = true;
    this.every(deps.lookMs, async () => this.wake());
    this.every(deps.leaseMs / RENEWALS, () => this.keep());
    this.wake();
  }

  /** Says that there may be work; nothing is taken before the start. */
  wake(): void {
    this.isAsked = true;
    if (!this.isRunning || this.looking !== undefined) return;
    this.isAsked = false;
    const failed = (error: unknown): void =>
      this.deps.logger.warn({ err: error }, 'work of researches could not be taken');
    this.looking = this.takeWhileFree()
      .catch(failed)
      .finally(() => {
        this.looking = undefined;
        if (this.isAsked) this.wake();
      });
  }

  abort(researchId: string): void {
    for (const one of this.busy.values()) {
      if (one.researchId === researchId) one.abort.abort(new Error('the research has ended'));
    }
  }

  /** Takes nothing more, breaks off what is under way, and gives it back for others. */
  async stop(): Promise<void> {
    this.isRunning = false;
    for (const stop of this.stops.splice(0)) stop();
    // At once: taking work, which is waited for next, may itself wait for the database.
    for (const { abort } of this.busy.values()) abort.abort(new WorkerStops('the server stops'));
    // What is being taken now is given back.
    await this.looking;
    await Promise.all(this.working);
  }

  /** Keeps the leases of what is under way; what is no longer this server's is broken off. */
  private async keep(): Promise<void> {
    if (this.busy.size === 0) return;
    const before = [...this.busy];
    const own = await this.deps.work.renew(this.id, [...this.busy.keys()]);
    for (const [key, { abort }] of before) {
      if (!own.has(key)) abort.abort(new Error('the work is no longer this server’s'));
    }
  }

  private async takeWhileFree(): Promise<void> {
    const { work, parallel } = this.deps;
    while (this.busy.size < parallel && this.isRunning) {
      const taken = await work.take(this.id);
      if (taken === undefined) return;
      // Perhaps what was broken off a moment ago: it is for another server.
      if (!this.isRunning) await work.giveBack(taken.work, { afterSeconds: 0, counts: false });
      else this.begin(taken);
    }
  }

  private begin(taken: Lease): void {
    const { researchId } = taken.work;
    const key = leaseKey(taken.work);
    const abort = new AbortController();
    // Its lease had run out before that was noticed here: only the newer attempt counts.
    this.busy.get(key)?.abort.abort(new Error('the work was taken again'));
    this.busy.set(key, { researchId, abort });
    const work = doWork(taken, this.deps, abort.signal).finally(() => {
      if (this.busy.get(key)?.abort === abort) this.busy.delete(key);
      this.working.delete(work);
      this.wake();
    });
    this.working.add(work);
  }

  private every(ms: number, work: () => Promise<void>): void {
    const failed = (error: unknown): void =>
      this.deps.logger.warn({ err: error }, 'looking after the researches failed');
    this.stops.push(repeat(ms, work, failed));
  }
}
