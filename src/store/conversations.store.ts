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
   * Opens the caller's own conversation, or a new one under an id that nobody has. Another user's id
   * rejects with `not_found`, one that is no UUID with `invalid_request`.
   */
  async open(userId: string, id: string, contextType: string): Promise<OpenConversation> {
    requireUuid(id);
    const [own] = await this.db.query(OPEN, [id, userId, contextType], 'open conversation');
    if (!own) throw noConversation(id);
    const rows = await this.db.query<{ message: JsonObject }>(MESSAGES, [id]);
    return { id, messages: rows.map((row) => row.message) };
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

/** What tells {@link addMessages} what to add; each is an SQL expression. */
interface MessageExpressions {
  conversation: string;
  user: string;
  messages: string;
  run: string;
}

/**
 * Two parts of a `with`: `conversation` moves the user's conversation on and holds its row until the
 * transaction ends, `said` adds the messages. Who waited for the row counts on from what the other left,
 * which its own view of the messages does not show yet.
 */
export function addMessages({ conversation, user, messages, run }: MessageExpressions): string {
  return `conversation as (
    update sextant.conversations set updated_at = now(),
      last_position = jsonb_array_length(${messages}) + greatest(last_position,
        (select max(position) from sextant.messages where conversation_id = ${conversation}))
    where id = ${conversation} and user_id = ${user}
    returning id, last_position - jsonb_array_length(${messages}) as before
  ), said as (
    insert into sextant.messages (conversation_id, position, message, run_id)
    select conversation.id, before + nth, message, ${run}
    from conversation, jsonb_array_elements(${messages}) with ordinality as gained(message, nth)
  )`;
}

const APPENDED = addMessages({
  conversation: '$1::uuid',
  user: '$2',
  messages: '$3::jsonb',
  run: '$4::uuid',
});

const OPEN = `insert into sextant.conversations (id, user_id, context_type) values ($1, $2, $3)
  on conflict (id) do update set updated_at = now() where conversations.user_id = $2 returning id`;

const MESSAGES =
  'select message from sextant.messages where conversation_id = $1 order by position';

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
