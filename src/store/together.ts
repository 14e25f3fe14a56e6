import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import { AppError } from '../../foundation/errors.js';
import type { Queryable } from '../database.js';
import { toJsonb, toText } from '../stored-text.js';
import type { FrameBatch, LogPage, NewRun, RunEnd, RunOwner, StoredCall } from './run-log.model.js';
import { APPEND, CREATE, END, PAGES_AFTER } from './statements.js';

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
      // An outage is nobody's own: one after the other, all would wait for it anew.
      if (some.length === 1 || error instanceof AppError)
        return some.forEach(({ fail }) => fail(error));
      // One item's trouble must not become another's.
      const half = some.length >> 1;
      for (const part of [some.slice(0, half), some.slice(half)]) await this.settleAll(part);
    }
  }
}

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
      [...this.values(appends), this.leaseMs],
      'append to runs',
    );
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

/** So many runs are looked at in one statement at most. */
const MOST_READERS = 500;
/** The most batches of a run that one reads. */
const PAGE = 16;
/** Bytes after which it takes no further batch, where nothing else is configured. */
const PAGE_BYTES = 256 * 1024;

/** A batch of the `nth` run, or none, and where that stands. */
type PageRow = Pick<LogPage, 'state' | 'lastSeq'> & { nth: number } & (
    FrameBatch | { first: null; last: null; text: null }
  );

/** What readers want in one moment, read in one statement; undefined for a run that is not there. */
export function readsOf(
  db: Queryable,
  pageBytes = PAGE_BYTES,
): Together<{ id: string; after: number }, LogPage | undefined> {
  return new Together(
    async (some) => {
      const [ids, after] = [some.map(({ id }) => id), some.map((one) => one.after)];
      // Many pages together take no more memory than one.
      const values = [ids, after, PAGE, Math.ceil(pageBytes / some.length)];
      const pages: (LogPage | undefined)[] = some.map(() => undefined);
      const rows = await db.query<PageRow>(PAGES_AFTER, values);
      for (const { nth, state, lastSeq, first, last, text } of rows) {
        const page = (pages[nth - 1] ??= { state, lastSeq, batches: [] });
        if (first !== null) page.batches.push({ first, last, text });
      }
      return pages;
    },
    { most: MOST_READERS, longestRestMs: 20 },
  );
}
