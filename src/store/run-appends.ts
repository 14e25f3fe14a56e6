import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import type { Queryable } from './database.js';
import type { FrameBatch } from './frame-batch.js';
import type { StoredCall } from './run-rows.js';
import { APPEND } from './run-statements.js';
import { toJsonb } from './stored-text.js';
import { Together } from './together.js';

/** At most so many batches go into one statement. */
const MOST_BATCHES = 200;
/** A statement that took a moment is followed by a pause of so many of them, */
const PAUSE_SHARE = 2;
/** but never a longer one than nobody sees, in ms. */
const MAX_PAUSE_MS = 20;

interface Append {
  runId: string;
  batch: FrameBatch;
  calls: readonly StoredCall[];
}

/** Writes the next batches of many runs in one statement each time. */
export class RunAppends {
  private readonly together: Together<Append, boolean>;

  constructor(
    private readonly db: Queryable,
    private readonly instanceId: string,
    /** An expression that wakes who waits for the run of an id. */
    private readonly told: (id: string) => string,
  ) {
    this.together = new Together((appends) => this.write(appends), {
      most: MOST_BATCHES,
      rest: {
        // What other runs have to say in this turn of the event loop goes along.
        before: turn,
        after: (ms) => pause(Math.min(MAX_PAUSE_MS, PAUSE_SHARE * ms)),
      },
    });
  }

  /** True when the batch was written; false when the run is not this server's, or the batch not the next. */
  append(runId: string, batch: FrameBatch): Promise<boolean> {
    return this.together.ask({ runId, batch, calls: [] });
  }

  /** Writes one run's batch at once, with the states of its calls; answers as {@link append}. */
  async appendNow(
    runId: string,
    batch: FrameBatch,
    calls: readonly StoredCall[],
  ): Promise<boolean> {
    const [written = false] = await this.write([{ runId, batch, calls }]);
    return written;
  }

  private async write(appends: readonly Append[]): Promise<boolean[]> {
    const rows = await this.db.query<{ id: string; first_seq: number }>(
      `${APPEND} select id, first_seq, ${this.told('run.id')} from run`,
      [
        appends.map(({ runId }) => runId),
        appends.map(({ batch }) => batch.first),
        appends.map(({ batch }) => batch.last),
        appends.map(({ batch }) => batch.text),
        this.instanceId,
        appends.map(({ calls }) => toJsonb(calls)),
      ],
      'append to runs',
    );
    const written = new Set(rows.map(({ id, first_seq: first }) => keyOf(id, first)));
    return appends.map(({ runId, batch }) => written.has(keyOf(runId, batch.first)));
  }
}

function keyOf(runId: string, first: number): string {
  return `${runId} ${first}`;
}
