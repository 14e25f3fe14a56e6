import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long work may hold the thread before it lets others run, in ms. */
const SLICE_MS = 10;

/** Lets others have their turn while one goes through a long list. */
export class Turns {
  /** How long this one has worked so far, in ms. */
  workedMs = 0;
  private since = performance.now();

  /** To be awaited after each item: waits only where the turn has been long. */
  async next(): Promise<void> {
    const held = performance.now() - this.since;
    if (held < SLICE_MS) return;
    this.workedMs += held;
    await nextTurn();
    this.since = performance.now();
  }
}
