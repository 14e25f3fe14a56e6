import { AppError } from '../foundation/errors.js';
import { isUuid, newId } from '../foundation/ids.js';
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
   * Opens a conversation: a new one without an id, the caller's own, or a new one under an id that
   * nobody has. Another user's id rejects with `not_found`, one that is no UUID with `invalid_request`.
   */
  async open(
    userId: string,
    conversationId: string | undefined,
    contextType: string,
  ): Promise<OpenConversation> {
    const id = conversationId ?? newId();
    requireUuid(id);
    const values = [id, userId, contextType];
    if (conversationId === undefined) {
      await this.db.query(INSERT, values);
      return { id, messages: [] };
    }
    return this.db.transaction(async (tx) => {
      const [own] = await tx.query(
        `${INSERT} on conflict (id) do update set updated_at = now()
         where conversations.user_id = $2 returning id`,
        values,
      );
      if (!own) throw notFound(id);
      const rows = await tx.query<{ message: JsonObject }>(
        'select message from sextant.messages where conversation_id = $1 order by position',
        [id],
      );
      return { id, messages: rows.map((row) => row.message) };
    });
  }

  /** Adds messages at the end, in order and all or none; two runs that append at once take turns. */
  async append(userId: string, id: string, messages: readonly JsonObject[]): Promise<void> {
    requireUuid(id);
    await this.db.transaction((tx) => appendMessages(tx, userId, id, messages));
  }
}

/** {@link PgConversationStore.append} as a part of a transaction; the messages came from the run `runId`. */
export async function appendMessages(
  tx: Queryable,
  userId: string,
  id: string,
  messages: readonly JsonObject[],
  runId?: string,
): Promise<void> {
  // The update also locks the conversation's row until the transaction ends.
  const [own] = await tx.query(
    'update sextant.conversations set updated_at = now() where id = $1 and user_id = $2 returning id',
    [id, userId],
  );
  if (!own) throw notFound(id);
  await tx.query(APPEND, [id, toJsonb(messages), runId ?? null]);
}

const INSERT = `insert into sextant.conversations (id, user_id, context_type) values ($1, $2, $3)`;

const APPEND = `insert into sextant.messages (conversation_id, position, message, run_id)
  select $1, last.position + added.ordinality, added.message, $3
  from jsonb_array_elements($2::jsonb) with ordinality as added(message, ordinality),
    (select coalesce(max(position), 0) as position
     from sextant.messages where conversation_id = $1) as last`;

function notFound(id: string): AppError {
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
