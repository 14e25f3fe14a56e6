import type { Queryable } from './database.js';
import type { FrameBatch } from './frame-batch.js';
import type { NewRun, RunEnd, StoredCall } from './run-rows.js';
import { END } from './run-statements.js';
import { toJsonb } from './stored-text.js';
import { Together } from './together.js';

/** At most so many runs go into one statement. */
const MOST_RUNS = 50;

interface Ending {
  run: NewRun;
  batch: FrameBatch;
  calls: readonly StoredCall[];
  end: RunEnd;
}

/** Stores the ends of the runs that end in one moment in one statement. */
export class RunEnds {
  private readonly together: Together<Ending, boolean>;

  constructor(
    private readonly db: Queryable,
    private readonly instanceId: string,
    /** An expression that wakes who waits for the run of an id. */
    private readonly told: (id: string) => string,
  ) {
    this.together = new Together((endings) => this.write(endings), {
      most: MOST_RUNS,
      // A statement moves a conversation on once.
      keyOf: ({ run }) => run.conversationId,
    });
  }

  /** Stores a run's last batch and what its conversation gained; false when the run is not this server's. */
  end(run: NewRun, batch: FrameBatch, calls: readonly StoredCall[], end: RunEnd): Promise<boolean> {
    return this.together.ask({ run, batch, calls, end });
  }

  private async write(endings: readonly Ending[]): Promise<boolean[]> {
    const rows = await this.db.query<{ id: string }>(
      `${END} select id, ${this.told('run.id')} from run`,
      [
        endings.map(({ run }) => run.id),
        endings.map(({ batch }) => batch.first),
        endings.map(({ batch }) => batch.last),
        endings.map(({ batch }) => batch.text),
        this.instanceId,
        endings.map(({ calls }) => toJsonb(calls)),
        endings.map(({ end }) => end.state),
        endings.map(({ end }) => toJsonb(end.messages)),
      ],
      'end runs',
    );
    const ended = new Set(rows.map(({ id }) => id));
    return endings.map(({ run }) => ended.has(run.id));
  }
}
