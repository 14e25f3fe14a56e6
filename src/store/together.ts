import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import { AppError } from '../foundation/errors.js';

/** How {@link Together} gathers. */
interface Gathering<Item> {
  /** The most items of one statement. */
  most: number;
  /** Items of the same key never go together; all may where there is none. */
  keyOf?: (item: Item) => string;
  /** Waits for the end of this turn of the event loop first, and after each statement twice as long as it took, at most so long. */
  longestRestMs?: number;
}

interface Waiting<Item, Answer> {
  item: Item;
  settle: (answer: Answer) => void;
  fail: (error: unknown) => void;
}

/**
 * Carries out in one statement what many want in one moment, and then what gathered while it was under way. So the
 * database's work grows with time and not with the number of items, and who comes alone does not wait.
 */
export class Together<Item, Answer> {
  private waiting: Waiting<Item, Answer>[] = [];
  private isBusy = false;

  /** `carryOut` answers for each item, in their order; all of its items take effect or none. */
  constructor(
    private readonly carryOut: (items: readonly Item[]) => Promise<readonly Answer[]>,
    private readonly gathering: Gathering<Item>,
  ) {}

  /** The answer for one item; rejects with its own error, or with an outage. */
  ask(item: Item): Promise<Answer> {
    return new Promise((settle, fail) => {
      this.waiting.push({ item, settle, fail });
      if (!this.isBusy) void this.drain();
    });
  }

  private async drain(): Promise<void> {
    const { longestRestMs: longest } = this.gathering;
    this.isBusy = true;
    await (longest === undefined ? undefined : turn());
    while (this.waiting.length > 0) {
      const start = performance.now();
      await this.settleAll(this.next());
      if (longest !== undefined) await pause(Math.min(longest, 2 * (performance.now() - start)));
    }
    this.isBusy = false;
  }

  private next(): Waiting<Item, Answer>[] {
    const { most, keyOf } = this.gathering;
    if (keyOf === undefined) return this.waiting.splice(0, most);
    const keys = new Set<string>();
    const chosen = new Set<Waiting<Item, Answer>>();
    for (const one of this.waiting) {
      if (chosen.size === most) break;
      const key = keyOf(one.item);
      if (keys.has(key)) continue;
      keys.add(key);
      chosen.add(one);
    }
    this.waiting = this.waiting.filter((one) => !chosen.has(one));
    return [...chosen];
  }

  private async settleAll(some: readonly Waiting<Item, Answer>[]): Promise<void> {
    try {
      const answers = await this.carryOut(some.map(({ item }) => item));
      for (const [i, { settle }] of some.entries()) settle(answers[i]!);
    } catch (error) {
      // An outage is nobody's own: one after the other, all would wait for it again.
      if (some.length === 1 || error instanceof AppError)
        return some.forEach(({ fail }) => fail(error));
      // One item's trouble must not become another's.
      const half = some.length >> 1;
      for (const part of [some.slice(0, half), some.slice(half)]) await this.settleAll(part);
    }
  }
}
