import type { Usage } from '../llm/types.js';

export interface Slot<T> {
  make(): T;
}

/** What one run's tools keep from call to call: by slot, so that each kind of it has its own type. Ends with the run. */
export class RunScratch {
  private readonly kept = new Map<Slot<unknown>, unknown>();

  of<T>(slot: Slot<T>): T {
    if (!this.kept.has(slot)) this.kept.set(slot, slot.make());
    return this.kept.get(slot) as T;
  }
}

/** Set by the loop for each run; a tool that is called without a run has none, and asks no model. */
export const modelSpendingSlot: Slot<{
  limit?: { readonly isLeft: boolean; spend(usage: Usage): void };
}> = { make: () => ({}) };
