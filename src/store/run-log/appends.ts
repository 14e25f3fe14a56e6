import type { Queryable } from '../database.js';
import { toJsonb, toText } from '../stored-text.js';
import type { FrameBatch, NewRun, RunEnd, RunOwner, StoredCall } from './run-log.model.js';
import { APPEND, CREATE, END } from './statements.js';
import { Together } from './together.js';

/** So many runs or batches go into one statement at most. */
const MOST = { creates: 100, batches: 500, ends: 50 };

/** The next batch of a run, with the states of its calls. */
interface Append {
  id: string;
  batch: FrameBatch;
  calls: readonly StoredCall[];
}

/** The last one, with what the run's conversation gained. */
interface Ending extends Append {
  conversationId: string;
  end: RunEnd;
}

/** All that runs write: what many of them have to store in one moment goes into one statement. */
export class RunAppends {
  private readonly creates = new Together((runs: readonly NewRun[]) => this.writeRuns(runs), {
    most: MOST.creates,
  });
  private readonly batches = new Together(
    (appends: readonly Append[]) => this.writeBatches(appends),
    { most: MOST.batches, longestRestMs: 20 },
  );
  private readonly ends = new Together((ends: readonly Ending[]) => this.writeEnds(ends), {
    most: MOST.ends,
    // A statement moves a conversation on once.
    keyOf: ({ conversationId }) => conversationId,
  });

  constructor(
    private readonly db: Queryable,
    private readonly owner: RunOwner,
    private readonly leaseMs: number,
    /** Wakes who waits for some runs. */
    private readonly notify: (ids: readonly string[]) => void,
  ) {}

  /** True when the run was stored, with its conversation when it opens one; false when its key is taken. */
  create(run: NewRun): Promise<boolean> {
    return this.creates.ask(run);
  }

  /**
   * Writes the next batch of a run: at once where calls change their state with it. True when it was written; false when
   * the run is not this server's, or the batch not the next.
   */
  async append(append: Append): Promise<boolean> {
    if (append.calls.length === 0) return this.batches.ask(append);
    return (await this.writeBatches([append]))[0] ?? false;
  }

  /** Stores a run's last batch and what its conversation gained; false when the run is not this server's. */
  end(ending: Ending): Promise<boolean> {
    return this.ends.ask(ending);
  }

  private async writeRuns(runs: readonly NewRun[]): Promise<boolean[]> {
    const { process, instanceId } = this.owner;
    const rows = await this.db.query<{ id: string }>(
      CREATE,
      [
        runs.map(({ id }) => id),
        runs.map(({ userId }) => userId),
        runs.map(({ conversationId }) => conversationId),
        runs.map(({ contextType }) => contextType),
        runs.map(({ message }) => toText(message)),
        runs.map(({ idempotencyKey }) => idempotencyKey ?? null),
        runs.map(({ requestHash }) => requestHash),
        process,
        instanceId,
        this.leaseMs,
        runs.map(({ opensConversation }) => opensConversation),
        runs.map(({ follows }) => follows ?? null),
        runs.map(({ opening }) => opening ?? null),
      ],
      'create runs',
    );
    const created = new Set(rows.map(({ id }) => id));
    return runs.map(({ id }) => created.has(id));
  }

  private async writeBatches(some: readonly Append[]): Promise<boolean[]> {
    const appends = some.toSorted(byId);
    const rows = await this.db.query<{ id: string; first_seq: number }>(
      `${APPEND} select id, first_seq from run`,
      this.values(appends),
      'append to runs',
    );
    this.notify(rows.map(({ id }) => id));
    const written = new Set(rows.map((row) => `${row.id} ${row.first_seq}`));
    return some.map(({ id, batch }) => written.has(`${id} ${batch.first}`));
  }

  private async writeEnds(some: readonly Ending[]): Promise<boolean[]> {
    const endings = some.toSorted(byId);
    const rows = await this.db.query<{ id: string }>(
      `${END} select id from run`,
      [
        ...this.values(endings),
        endings.map(({ end }) => end.state),
        endings.map(({ end }) => toJsonb(end.messages)),
      ],
      'end runs',
    );
    const ended = new Set(rows.map(({ id }) => id));
    this.notify([...ended]);
    return some.map(({ id }) => ended.has(id));
  }

  private values(appends: readonly Append[]): unknown[] {
    return [
      appends.map(({ id }) => id),
      appends.map(({ batch }) => batch.first),
      appends.map(({ batch }) => batch.last),
      appends.map(({ batch }) => batch.text),
      this.owner.instanceId,
      appends.map(({ calls }) => toJsonb(calls)),
    ];
  }
}

/** Whoever locks several runs does so by their ids, or two would wait for each other. */
function byId(one: Append, other: Append): number {
  return one.id < other.id ? -1 : 1;
}
