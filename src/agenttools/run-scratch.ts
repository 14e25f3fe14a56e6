/** Something a run keeps for its tools, made when it is first asked for. */
export interface Slot<T> {
  make(): T;
}

/** What one run's tools keep from call to call: by slot, so that each kind of it has its own type. Ends with the run. */
export class RunScratch {
  private readonly kept = new Map<Slot<unknown>, unknown>();

  /** What this run keeps in the slot. */
  of<T>(slot: Slot<T>): T {
    if (!this.kept.has(slot)) this.kept.set(slot, slot.make());
    return this.kept.get(slot) as T;
  }
}
