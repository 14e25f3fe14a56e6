import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import type { Queryable } from './database.js';
import type { FrameBatch } from './frame-batch.js';
import type { StoredCall } from './run-rows.js';
import { APPEND, APPEND_ALL } from './run-statements.js';
import { toJsonb } from './stored-text.js';

/** At most so many batches go into one statement. */
const MOST_BATCHES = 200;
/** A statement that took a moment is followed by a pause of so many of them, */
const PAUSE_SHARE = 2;
/** but never a longer one than nobody sees, in ms. */
const MAX_PAUSE_MS = 20;

interface Waiting {
  runId: string;
  batch: FrameBatch;
  settle: (written: boolean) => void;
  fail: (error: unknown) => void;
}

/**
 * Writes the next batches of many runs in one statement each time: while one is under way, and for a
 * moment after it, further ones gather. So the database's work grows with time and not with the
 * number of streams, and under light load nobody waits.
 */
export class RunAppends {
  private waiting: Waiting[] = [];
  private writing = false;

  constructor(
    private readonly db: Queryable,
    private readonly instanceId: string,
    /** An expression that wakes who waits for the run of an id. */
    private readonly told: (id: string) => string,
  ) {}

  /** True when the batch was written; false when the run is not this server's, or the batch not the next. */
  append(runId: string, batch: FrameBatch): Promise<boolean> {
    return new Promise((settle, fail) => {
      this.waiting.push({ runId, batch, settle, fail });
      if (!this.writing) void this.drain();
    });
  }

  /** Writes one run's batch at once, with the states of its calls; answers as {@link append}. */
  async appendNow(
    runId: string,
    { first, last, text }: FrameBatch,
    calls: readonly StoredCall[],
  ): Promise<boolean> {
    const rows = await this.db.query(
      `${APPEND} select ${this.told('run.id')} from run`,
      [runId, first, last, text, this.instanceId, toJsonb(calls)],
      'append to run',
    );
    return rows.length > 0;
  }

  private async drain(): Promise<void> {
    this.writing = true;
    // What other runs have to say in this turn of the event loop goes along.
    await turn();
    while (this.waiting.length > 0) {
      const start = performance.now();
      await this.writeTogether(this.waiting.splice(0, MOST_BATCHES));
      const took = performance.now() - start;
      await pause(Math.min(MAX_PAUSE_MS, PAUSE_SHARE * took));
    }
    this.writing = false;
  }

  private async writeTogether(batches: readonly Waiting[]): Promise<void> {
    const [only] = batches;
    if (only !== undefined && batches.length === 1) {
      return this.appendNow(only.runId, only.batch, []).then(only.settle, only.fail);
    }
    try {
      const written = await this.write(batches);
      for (const { runId, batch, settle } of batches)
        settle(written.has(keyOf(runId, batch.first)));
    } catch {
      // One run's trouble must not become another's.
      for (const one of batches) await this.writeTogether([one]);
    }
  }

  private async write(batches: readonly Waiting[]): Promise<Set<string>> {
    const rows = await this.db.query<{ id: string; first_seq: number }>(
      `${APPEND_ALL} select id, first_seq, ${this.told('run.id')} from run`,
      [
        batches.map(({ runId }) => runId),
        batches.map(({ batch }) => batch.first),
        batches.map(({ batch }) => batch.last),
        batches.map(({ batch }) => batch.text),
        this.instanceId,
      ],
    );
    return new Set(rows.map(({ id, first_seq: first }) => keyOf(id, first)));
  }
}

function keyOf(runId: string, first: number): string {
  return `${runId} ${first}`;
}
