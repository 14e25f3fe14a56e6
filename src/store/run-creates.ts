import type { Queryable } from './database.js';
import type { NewRun, RunOwner } from './run-rows.js';
import { CREATE } from './run-statements.js';
import { toText } from './stored-text.js';
import { Together } from './together.js';

/** At most so many runs go into one statement. */
const MOST_RUNS = 100;

/** Stores the runs that begin in one moment in one statement. */
export class RunCreates {
  private readonly together: Together<NewRun, boolean>;

  constructor(
    private readonly db: Queryable,
    private readonly owner: RunOwner,
    private readonly leaseMs: number,
  ) {
    this.together = new Together((runs) => this.write(runs), { most: MOST_RUNS });
  }

  /** True when the run was stored, with its conversation when it opens one; false when its key is taken. */
  create(run: NewRun): Promise<boolean> {
    return this.together.ask(run);
  }

  private async write(runs: readonly NewRun[]): Promise<boolean[]> {
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
        this.owner.process,
        this.owner.instanceId,
        this.leaseMs,
        runs.map(({ opensConversation }) => opensConversation),
        runs.map(({ follows }) => follows ?? null),
      ],
      'create runs',
    );
    const created = new Set(rows.map(({ id }) => id));
    return runs.map(({ id }) => created.has(id));
  }
}
