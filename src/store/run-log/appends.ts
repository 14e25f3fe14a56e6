import { ADD_MESSAGES } from '../conversations.store.js';
import type { Queryable } from '../database.js';
import { toJsonb, toText } from '../stored-text.js';
import { Together } from '../together.js';
import type { FrameBatch, LogPage, NewRun, RunEnd, RunOwner, StoredCall } from './run-log.model.js';

/** Stores runs, each with its first event, and the conversations that they open; no row, and neither, for one whose user has its key in use. */
export const CREATE = `with given as (
    select * from unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[],
      $11::boolean[], $12::uuid[], $13::text[]) as begun(id, user_id, conversation_id, context_type, message,
      idempotency_key, request_hash, opens_conversation, follows, opening)
  ), run as (
    insert into sextant.runs (id, user_id, conversation_id, context_type, message,
      idempotency_key, request_hash, process, instance_id, lease_until, follows, last_seq)
    select id, user_id, conversation_id, context_type, message, idempotency_key, request_hash,
      $8, $9::uuid, now() + $10 * interval '1 ms', follows, (opening is not null)::integer from given
    on conflict (user_id, idempotency_key) where idempotency_key is not null do nothing
    returning id
  ), conversation as (
    insert into sextant.conversations (id, user_id, context_type)
    select conversation_id, user_id, context_type from given
    where opens_conversation and id in (select id from run)
  ), event as (
    insert into sextant.run_events (run_id, first_seq, last_seq, frames)
    select id, 1, 1, opening from given where opening is not null and id in (select id from run)
  )
  select id from run`;

/**
 * Moves runs on by a batch each, those that are the owner's and whose batch is the next one, with the states of their
 * calls. The statements have names, so that the embedded database plans them once, perhaps while its tables are
 * empty: a condition that always holds makes the planner expect one row, and find that by its key.
 */
const moved = (more: { columns: string; arrays: string; set: string }): string => `with given as (
    select * from unnest($1::uuid[], $2::integer[], $3::integer[], $4::text[], $6::jsonb[] ${more.arrays})
      as batch(run_id, first_seq, to_seq, frames, calls ${more.columns})
    where first_seq % 1 = 0
  ), run as (
    update sextant.runs set last_seq = given.to_seq ${more.set}
    from given where runs.id = given.run_id and runs.state = 'running' and instance_id = $5
      and last_seq = given.first_seq - 1
    returning runs.id, user_id, conversation_id, first_seq, to_seq, frames, calls ${more.columns}
  ), added as (
    insert into sextant.run_events (run_id, first_seq, last_seq, frames)
    select id, first_seq, to_seq, frames from run where to_seq >= first_seq
  ), called as (
    insert into sextant.tool_calls (run_id, tool_use_id, user_id, name, effect, state)
    select run.id, call->>'id', run.user_id, call->>'name', call->>'effect', call->>'state'
    from run, jsonb_array_elements(run.calls) with ordinality as noted(call, nth)
    order by run.id, nth
    on conflict (run_id, tool_use_id) do update set state = excluded.state, updated_at = now()
  )`;

/** The next batches of runs, whose leases they renew; a row in `run` for each that was written. */
export const APPEND = moved({
  columns: '',
  arrays: '',
  set: ", lease_until = now() + $7 * interval '1 ms'",
});

/** The last batches of runs, each of another conversation, and what those gained: all are stored or none. */
export const END = `${moved({
  columns: ', ended_as, messages',
  arrays: ', $7::text[], $8::jsonb[]',
  set: ', state = ended_as, ended_at = now()',
})}, ${ADD_MESSAGES}`;

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

/** The batches of runs after an event each, as many as fit a page, each with where its run stands. */
export const PAGES_AFTER = `select nth, runs.state, runs.last_seq as "lastSeq", found.first_seq as first,
    found.last_seq as last, found.frames as text
  from unnest($1::uuid[], $2::integer[]) with ordinality as wanted(run_id, after, nth)
  join sextant.runs on runs.id = wanted.run_id left join lateral (
    select * from (
      select first_seq, last_seq, frames, sum(octet_length(frames)) over (
        order by first_seq rows between unbounded preceding and 1 preceding) as before
      from (
        select first_seq, last_seq, frames from sextant.run_events
        where run_id = wanted.run_id and last_seq > after and first_seq >= coalesce((
          select first_seq from sextant.run_events
          where run_id = wanted.run_id and first_seq <= after order by first_seq desc limit 1), 0)
        order by first_seq limit $3
      ) as next
    ) as sized where coalesce(before, 0) < $4
  ) as found on true
  order by nth, found.first_seq`;

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
