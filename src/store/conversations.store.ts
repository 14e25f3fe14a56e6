import { AppError } from '../foundation/errors.js';
import { isUuid } from '../foundation/ids.js';
import type { JsonObject } from '../foundation/json.js';
import type { Database, Queryable } from './database.js';
import { toJsonb } from './stored-text.js';

/** A conversation as a run finds it: its id, and its messages in the order they were said. */
export interface OpenConversation {
  id: string;
  messages: JsonObject[];
}

/** Conversations and their messages in PostgreSQL; every method sees only the given user's own. */
export class PgConversationStore {
  constructor(private readonly db: Database) {}

  /**
   * Opens the caller's own conversation, or a new one under an id that nobody has. Its messages are
   * read from the newest one backwards to the first that is `enough`; left out, all are. Another
   * user's id rejects with `not_found`, one that is no UUID with `invalid_request`.
   */
  async open(
    userId: string,
    id: string,
    contextType: string,
    enough: (message: JsonObject) => boolean = () => false,
  ): Promise<OpenConversation> {
    requireUuid(id);
    const [own] = await this.db.query(OPEN, [id, userId, contextType], 'open conversation');
    if (!own) throw noConversation(id);
    return { id, messages: await this.newest(id, enough) };
  }

  /** Those messages of the user that begin with this text, in order. */
  async beginningWith(userId: string, id: string, text: string): Promise<JsonObject[]> {
    const rows = await this.db.query<{ message: JsonObject }>(BEGINNING_WITH, [id, userId, text]);
    return rows.map(({ message }) => message);
  }

  private async newest(id: string, enough: (message: JsonObject) => boolean) {
    const backwards: JsonObject[] = [];
    let before: number | null = null;
    for (;;) {
      const rows: MessageRow[] = await this.db.query<MessageRow>(NEWEST, [id, before, PAGE]);
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
  on conflict (id) do update set updated_at = now() where conversations.user_id = $2 returning id`;

interface MessageRow {
  message: JsonObject;
  position: number;
}

/** How many messages are read at once. */
const PAGE = 100;

const NEWEST = `select message, position from sextant.messages
  where conversation_id = $1 and ($2::integer is null or position < $2)
  order by position desc limit $3`;

const BEGINNING_WITH = `select message from sextant.messages as m
  join sextant.conversations as c on c.id = m.conversation_id
  where c.id = $1 and c.user_id = $2 and message->>'role' = 'user'
    and starts_with(message->>'content', $3) order by position`;

/** What is answered for a conversation that is not there, or not the caller's. */
export function noConversation(id: string): AppError {
  return new AppError(
    'not_found',
    `There is no conversation ${id}. Leave conversation_id out to begin a new one.`,
  );
}

function requireUuid(id: string): void {
  const valid: boolean = isUuid(id);
  if (valid) return;
  throw new AppError(
    'invalid_request',
    `conversation_id must be a UUID, or absent to begin a new conversation; got "${id.slice(0, 80)}".`,
    [{ path: 'conversation_id', message: 'must be a UUID' }],
  );
}
