import { setImmediate as nextTurn } from 'node:timers/promises';

const TURN_MS = 2;

/** Lets others have their turn while one goes through a long list. */
export class Turns {
  workedMs = 0;
  private since = performance.now();

  get isOver(): boolean {
    return performance.now() - this.since >= TURN_MS;
  }

  async pause(): Promise<void> {
    this.workedMs += performance.now() - this.since;
    await nextTurn();
    this.since = performance.now();
  }

  /** To be awaited after each item: waits only where the turn has been long. */
  async next(): Promise<void> {
    if (this.isOver) await this.pause();
  }
}

/** What is made step by step, made in one go. */
export function atOnce<T>(steps: Generator<unknown, T>): T {
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}

/** What is made step by step, while others have their turn in between. */
export async function inTurns<T>(steps: Generator<unknown, T>): Promise<T> {
  const turns = new Turns();
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    await turns.next();
  }
}

/** A line in which so many go on in each turn of the event loop, and what comes in between is seen to first. */
export class Line {
  private waiting: (() => void)[] = [];

  constructor(private readonly each: number) {}

  /** Resolves when it is the caller's turn: in the next one, where nobody waits. */
  join(): Promise<void> {
    return new Promise((resolve) => {
      if (this.waiting.push(resolve) === 1) setImmediate(this.advance);
    });
  }

  private readonly advance = (): void => {
    for (const goOn of this.waiting.splice(0, this.each)) goOn();
    if (this.waiting.length > 0) setImmediate(this.advance);
  };
}
