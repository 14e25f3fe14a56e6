import { type AppError, invalidRequest, notFound } from '../foundation/errors.js';
import { isUuid } from '../foundation/ids.js';
import type { JsonObject } from '../foundation/json.js';
import type { Database, Queryable } from './database.js';
import { toJsonb } from './stored-text.js';

/** A conversation as a run finds it: its id, and its messages in the order they were said. */
export interface OpenConversation {
  id: string;
  messages: JsonObject[];
  /** The runs of the branch that the messages are of; absent where there is but one. */
  branch?: readonly string[];
}

export class PgConversationStore {
  constructor(private readonly db: Database) {}

  /** Opens one's own or a new conversation, back to the first message that is `enough`, on the branch of run `after`. */
  async open(
    userId: string,
    id: string,
    contextType: string,
    enough: (message: JsonObject) => boolean = () => false,
    after?: string,
  ): Promise<OpenConversation> {
    requireUuid(id);
    const given = [id, userId, contextType];
    const [own] = await this.db.query<{ has_branches: boolean }>(OPEN, given, 'open conversation');
    if (!own) throw noConversation(id);
    if (!own.has_branches && after === undefined)
      return { id, messages: await this.newest(id, enough) };
    const branch = await this.branch(id, after);
    return { id, messages: await this.newest(id, enough, branch), branch };
  }

  /** What holds a run's call, and the agent of the run: of what an MCP client proposed, which no run has said, of the conversation. */
  async callOf(userId: string, of: { conversationId: string; runId: string; toolUseId: string }) {
    const given = [of.conversationId, userId, of.runId, of.toolUseId];
    const [row] = await this.db.query<{ contextType: string; message: JsonObject }>(CALL, given);
    return row;
  }

  async beginningWith(userId: string, id: string, text: string, branch?: readonly string[]) {
    const given = [id, userId, text, branch ?? null];
    const rows = await this.db.query<{ message: JsonObject }>(BEGINNING_WITH, given);
    return rows.map(({ message }) => message);
  }

  private async branch(id: string, after: string | undefined): Promise<string[]> {
    const runs = await this.db.query<RunInBranches>(RUNS, [id]);
    const before = runsBefore(runs);
    if (after !== undefined && after !== BEGINNING && !before.has(after))
      throw invalidRequest(
        `The conversation has no run ${after} to say the message after. GET /v1/agent/conversations/:id lists its runs.`,
        [
          {
            path: 'after_run_id',
            message: 'must be a run of the conversation, or a zero id for its beginning',
          },
        ],
      );
    const last = after ?? runs.at(-1)?.id ?? BEGINNING;
    return branchTo(last === BEGINNING ? null : last, before);
  }

  private async newest(
    id: string,
    enough: (message: JsonObject) => boolean,
    branch: readonly string[] | null = null,
  ) {
    const backwards: JsonObject[] = [];
    let before: number | null = null;
    for (;;) {
      const given: unknown[] = [id, before, PAGE, branch];
      const rows: MessageRow[] = await this.db.query<MessageRow>(NEWEST, given);
      for (const { message, position } of rows) {
        backwards.push(message);
        if (enough(message)) return backwards.reverse();
        before = position;
      }
      if (rows.length < PAGE) return backwards.reverse();
    }
  }

  /** Adds messages at the end, in order and all or none; two runs that append at once take turns. */
  async append(userId: string, id: string, messages: readonly JsonObject[]): Promise<void> {
    requireUuid(id);
    await appendMessages(this.db, userId, id, messages);
  }
}

/** {@link PgConversationStore.append} on a transaction perhaps; the messages came from the run `runId`. */
export async function appendMessages(
  on: Queryable,
  userId: string,
  id: string,
  messages: readonly JsonObject[],
  runId?: string,
): Promise<void> {
  const values = [id, userId, toJsonb(messages), runId ?? null];
  const [own] = await on.query(`with ${APPENDED} select 1 from conversation`, values);
  if (!own) throw noConversation(id);
}

/**
 * Two parts of a `with` over the part `run`, whose rows have an id, a user, a conversation of their own and its
 * messages: `conversation` moves the user's conversation on and holds its row until the transaction ends, `said`
 * adds the messages. Who waited for the row counts on from what the other left, which its own view of the messages
 * does not show yet.
 */
export const ADD_MESSAGES = `conversation as (
    update sextant.conversations set updated_at = now(),
      last_position = jsonb_array_length(run.messages) + greatest(last_position,
        (select max(position) from sextant.messages where conversation_id = conversations.id))
    from run where conversations.id = run.conversation_id and conversations.user_id = run.user_id
    returning conversations.id, run.id as run_id, run.messages,
      last_position - jsonb_array_length(run.messages) as before
  ), said as (
    insert into sextant.messages (conversation_id, position, message, run_id)
    select conversation.id, before + nth, message, run_id
    from conversation, jsonb_array_elements(messages) with ordinality as gained(message, nth)
  )`;

const APPENDED = `run as (
    select $4::uuid as id, $1::uuid as conversation_id, $2::text as user_id, $3::jsonb as messages
  ), ${ADD_MESSAGES}`;

const OPEN = `insert into sextant.conversations (id, user_id, context_type) values ($1, $2, $3)
  on conflict (id) do update set updated_at = now() where conversations.user_id = $2
  returning exists (select 1 from sextant.runs where conversation_id = $1 and follows is not null)
    as has_branches`;

const RUNS = `select id, follows from sextant.runs where conversation_id = $1 order by created_at, id`;

/** A message that no run has said belongs to every branch. */
const OF_BRANCH = (branch: string): string =>
  `(${branch}::uuid[] is null or run_id is null or run_id = any(${branch}::uuid[]))`;

interface MessageRow {
  message: JsonObject;
  position: number;
}

const PAGE = 100;

const NEWEST = `select message, position from sextant.messages
  where conversation_id = $1 and ($2::integer is null or position < $2) and ${OF_BRANCH('$4')}
  order by position desc limit $3`;

const BEGINNING_WITH = `select message from sextant.messages as m
  join sextant.conversations as c on c.id = m.conversation_id
  where c.id = $1 and c.user_id = $2 and message->>'role' = 'user'
    and starts_with(message->>'content', $3) and ${OF_BRANCH('$4')} order by position`;

const CALL = `select coalesce(r.context_type, c.context_type) as "contextType",
    coalesce(m.message, '{}') as message
  from sextant.conversations as c
  left join sextant.runs as r on r.id = $3 and r.user_id = c.user_id
  left join sextant.messages as m on m.conversation_id = c.id and (m.run_id = $3 or m.run_id is null)
    and m.message->'toolCalls' @> jsonb_build_array(jsonb_build_object('id', $4::text))
  where c.id = $1 and c.user_id = $2 order by m.run_id nulls last, m.position desc limit 1`;

export function noConversation(id: string): AppError {
  return notFound(`There is no conversation ${id}. Leave conversation_id out to begin a new one.`);
}

function requireUuid(id: string): void {
  const valid: boolean = isUuid(id);
  if (valid) return;
  throw invalidRequest(
    `conversation_id must be a UUID, or absent to begin a new conversation; got "${id.slice(0, 80)}".`,
    [{ path: 'conversation_id', message: 'must be a UUID' }],
  );
}

/** What {@link RunInBranches.follows} holds for a message that begins the conversation. */
export const BEGINNING = '00000000-0000-0000-0000-000000000000';

export interface RunInBranches {
  id: string;
  /** The run that its message was said after; null for the one before it in time. */
  follows: string | null;
}

/** The run after which each of them was said, null where there is none; the runs in the order of their time. */
export function runsBefore(runs: readonly RunInBranches[]): Map<string, string | null> {
  return new Map(
    runs.map(({ id, follows }, at) => [
      id,
      follows === BEGINNING ? null : (follows ?? runs[at - 1]?.id ?? null),
    ]),
  );
}

/** The run `last` and those that its branch goes back to. */
export function branchTo(last: string | null, before: ReadonlyMap<string, string | null>) {
  const branch = new Set<string>();
  for (let id = last; id !== null && !branch.has(id); id = before.get(id) ?? null) branch.add(id);
  return [...branch];
}
