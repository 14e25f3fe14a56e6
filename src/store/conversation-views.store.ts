import { conflict } from '../foundation/errors.js';
import { isUuid } from '../foundation/ids.js';
import type { JsonObject } from '../foundation/json.js';
import { withoutNulls, type Database, type Queryable } from './database.js';
import { runsBefore } from './conversations.store.js';
import type { RunState } from './run-log/run-log.model.js';

export interface ConversationSummary {
  id: string;
  contextType: string;
  title?: string;
  firstMessage: string;
  /** ISO 8601 in UTC with microseconds, so that it can be compared exactly. */
  updatedAt: string;
  runningRunId?: string;
  lastRunId: string;
  found?: string;
}

export interface ConversationPage {
  limit: number;
  before?: string | undefined;
  beforeId?: string | undefined;
  /** Words that a text of the conversation has all of; left out, all conversations. */
  words?: readonly string[] | undefined;
}

export interface RunOfConversation {
  id: string;
  state: RunState;
  message: string;
  createdAt: Date;
  endedAt?: Date;
  /** Whether its events can be read again; once they are deleted, only its messages are left. */
  eventsAvailable: boolean;
  afterRunId: string | null;
  rating?: Rating;
}

export interface MessageOfRun {
  runId: string;
  message: JsonObject;
}

export interface ConversationView extends ConversationSummary {
  /** The newest {@link MAX_RUNS}, oldest first. */
  runs: RunOfConversation[];
  /** Those of the runs whose events are deleted, in the order they were said. */
  messages: MessageOfRun[];
}

const MAX_COUNTED = 10_000;

export const MAX_RUNS = 200;

/** Deletes what a plugin keeps of a conversation, in the transaction of its deletion; rejecting keeps it all. */
export type ConversationCleanup = (
  tx: Queryable,
  userId: string,
  conversationId: string,
) => Promise<void>;

export class PgConversationViewStore {
  constructor(
    private readonly db: Database,
    private readonly cleanups: readonly ConversationCleanup[] = [],
  ) {}

  /** Those with a message, the latest first, `total` up to {@link MAX_COUNTED}. `before`, `beforeId`: the page's last. */
  async list(userId: string, { limit, before, beforeId, words = [] }: ConversationPage) {
    if (words.length > 0) return this.search(userId, words, limit);
    const rows = await this.db.query<ConversationSummary>(
      `${SUMMARY} where user_id = $1 and ($2::timestamptz is null or updated_at < $2::timestamptz
         or (updated_at = $2::timestamptz and id > $4::uuid))
       order by c.updated_at desc, id limit $3`,
      [userId, before ?? null, limit, beforeId ?? null],
    );
    const [count] = await this.db.query<{ total: number }>(
      `select count(*)::int as total from (
         select 1 from sextant.conversations as c where user_id = $1
           and exists (select 1 from sextant.runs where conversation_id = c.id) limit ${MAX_COUNTED}) as counted`,
      [userId],
    );
    return { items: rows.map(withoutNulls), total: count?.total ?? 0 };
  }

  /** Among the newest {@link MAX_SEARCHED}, by their titles, messages and answers. */
  private async search(userId: string, words: readonly string[], limit: number) {
    const given = [userId, words, limit];
    const rows = await this.db.query<ConversationSummary & { total: number }>(SEARCH, given);
    const items = rows.map(({ total: _, ...row }) => withoutNulls(row));
    return { items, total: rows[0]?.total ?? 0 };
  }

  async find(userId: string, id: string): Promise<ConversationView | undefined> {
    if (!isUuid(id)) return undefined;
    return this.db.transaction(async (tx) => {
      const [row] = await tx.query<ConversationSummary>(
        `${SUMMARY} where user_id = $1 and id = $2`,
        [userId, id],
      );
      if (row === undefined) return undefined;
      const runs = await runsOf(tx, id);
      const gone = runs.filter(({ eventsAvailable }) => !eventsAvailable).map((run) => run.id);
      return { ...withoutNulls(row), runs, messages: await messagesOf(tx, id, gone) };
    });
  }

  /** Names the user's conversation; `undefined` takes the name away. `false` when there is none of this id. */
  async rename(userId: string, id: string, title: string | undefined): Promise<boolean> {
    if (!isUuid(id)) return false;
    const renamed = await this.db.query(
      `update sextant.conversations set title = $3 where user_id = $1 and id = $2 returning id`,
      [userId, id, title],
    );
    return renamed.length > 0;
  }

  /** Deletes a conversation with its messages and runs; previews stay. False: there is none; `conflict`: a run is running. */
  async delete(userId: string, id: string): Promise<boolean> {
    if (!isUuid(id)) return false;
    return this.db.transaction(async (tx) => {
      const own = 'from sextant.conversations where id = $1 and user_id = $2';
      const [found] = await tx.query(`select 1 ${own} for update`, [id, userId]);
      if (found === undefined) return false;
      await refuseRunning(tx, id);
      for (const cleanup of this.cleanups) await cleanup(tx, userId, id);
      await tx.query(`delete ${own}`, [id, userId]);
      return true;
    });
  }
}

const COLUMNS = `id, context_type as "contextType", title, first.message as "firstMessage",
    to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "updatedAt",
    (select runs.id from sextant.runs where conversation_id = c.id and state = 'running'
     order by created_at desc limit 1) as "runningRunId",
    (select runs.id from sextant.runs where conversation_id = c.id
     order by created_at desc, id desc limit 1) as "lastRunId"`;

const FROM = `from sextant.conversations as c cross join lateral (
    select left(message, 200) as message from sextant.runs
    where conversation_id = c.id order by created_at, id limit 1
  ) as first`;

const SUMMARY = `select ${COLUMNS} ${FROM}`;

const MAX_SEARCHED = 1_000;

/** Searched are the user's words, from the runs, and what the model says, also in a call; not what was added to them. */
const SEARCH = `select ${COLUMNS}, count(*) over ()::int as total,
    substr(hit.text, greatest(1, strpos(lower(hit.text), lower(($2::text[])[1])) - 40), 160) as found
  ${FROM} cross join lateral (
    select said.text from (
      select message as text, created_at as at from sextant.runs where conversation_id = c.id
      union all
      select message->>'content', created_at from sextant.messages
      where conversation_id = c.id and message->>'role' = 'assistant'
      union all
      select argument.value, created_at from sextant.messages
        cross join lateral jsonb_path_query(message, '$.toolCalls[*].arguments') as arguments
        cross join lateral jsonb_each_text(arguments) as argument
      where conversation_id = c.id and message->>'role' = 'assistant'
        and jsonb_typeof(arguments) = 'object'
      union all
      select title, created_at where title is not null
    ) as said
    where not exists (
      select 1 from unnest($2::text[]) as word where strpos(lower(said.text), lower(word)) = 0)
    order by at desc limit 1
  ) as hit
  where c.id in (
    select id from sextant.conversations where user_id = $1
    order by updated_at desc limit ${MAX_SEARCHED})
  order by c.updated_at desc, id limit $3`;

async function runsOf(tx: Queryable, conversationId: string): Promise<RunOfConversation[]> {
  const rows = await tx.query<RunOfConversation & { follows: string | null }>(
    `select id, state, message, follows, created_at as "createdAt", ended_at as "endedAt",
       state = 'running' or exists (select 1 from sextant.run_events where run_id = runs.id)
         as "eventsAvailable",
       (select rating from sextant.run_feedback where run_id = runs.id) as rating
     from sextant.runs where conversation_id = $1 order by created_at desc, id desc limit $2`,
    // One more, so that the oldest shown is not taken for the conversation's first.
    [conversationId, MAX_RUNS + 1],
  );
  rows.reverse();
  const before = runsBefore(rows);
  return rows.slice(-MAX_RUNS).map(({ follows: _, ...row }) => ({
    ...withoutNulls(row),
    afterRunId: before.get(row.id) ?? null,
  }));
}

async function messagesOf(tx: Queryable, conversationId: string, runIds: readonly string[]) {
  if (runIds.length === 0) return [];
  return tx.query<MessageOfRun>(
    `select run_id as "runId", message from sextant.messages
     where conversation_id = $1 and run_id = any($2::uuid[]) order by position`,
    [conversationId, runIds],
  );
}

async function refuseRunning(tx: Queryable, id: string): Promise<void> {
  const [running] = await tx.query<{ id: string }>(
    "select id from sextant.runs where conversation_id = $1 and state = 'running' limit 1",
    [id],
  );
  if (running === undefined) return;
  throw conflict(
    `The conversation ${id} is being answered by run ${running.id}. Cancel that run or wait for its end, then delete again.`,
  );
}

export type Rating = 'up' | 'down';

export class RunFeedbackStore {
  constructor(private readonly db: Database) {}

  /** Keeps the rating of a run that has ended, in place of an earlier one. The same one again changes nothing. */
  async rate(userId: string, runId: string, rating: Rating, at: Date): Promise<void> {
    await this.db.query(
      `insert into sextant.run_feedback as f (run_id, user_id, rating, rated_at)
       select id, user_id, $3, $4 from sextant.runs
       where id = $1 and user_id = $2 and state <> 'running'
       on conflict (run_id) do update set rating = excluded.rating, rated_at = excluded.rated_at
       where f.rating is distinct from excluded.rating`,
      [runId, userId, rating, at],
    );
  }

  async takeBack(userId: string, runId: string, at: Date): Promise<void> {
    await this.db.query(
      `update sextant.run_feedback set rating = null, rated_at = $3
       where run_id = $1 and user_id = $2 and rating is not null`,
      [runId, userId, at],
    );
  }
}
