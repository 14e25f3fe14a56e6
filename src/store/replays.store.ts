import { configError } from '../foundation/errors.js';
import type { Database } from './database.js';
import { PREVIEW, toPreview, type PreviewRow } from './previews.model.js';

/** A message that was answered, and the tools that did their work for it. */
export interface KeptMessage {
  runId: string;
  at: Date;
  contextType: string;
  message: string;
  /** The user's messages before it in its conversation, oldest first: a short one leans on them. */
  earlier: string[];
  tools: string[];
}

const CHANGES = `select ${PREVIEW}, count(*) over () as total from sextant.previews
  where state = 'accepted' order by created_at desc, id limit $1`;

const MESSAGES = `select id as "runId", created_at as at, context_type as "contextType", message,
    array(select distinct name from sextant.tool_calls
      where run_id = r.id and state = 'succeeded' order by name) as tools,
    array(select message from (select message, created_at from sextant.runs e
      where e.conversation_id = r.conversation_id and e.created_at < r.created_at
      order by created_at desc limit 3) as before order by created_at) as earlier,
    count(*) over () as total
  from sextant.runs r
  where state = 'completed' and conversation_id is not null
    and exists (select 1 from sextant.tool_calls where run_id = r.id and state = 'succeeded')
  order by created_at desc, id limit $1`;

const OTHER_TABLES: ReadonlySet<unknown> = new Set(['42P01', '42703']);

/** The latest accepted changes and answered messages of all users, and how many; `config_error`: other tables. */
export async function readKept(db: Database, limits: { changes: number; messages: number }) {
  return db
    .transaction(async (tx) => {
      await tx.query('set transaction read only');
      const changes = await tx.query<PreviewRow & { total: number }>(CHANGES, [limits.changes]);
      const messages = await tx.query<KeptMessage & { total: number }>(MESSAGES, [limits.messages]);
      return {
        changes: { rows: changes.map(toPreview), total: changes[0]?.total ?? 0 },
        messages: { rows: messages, total: messages[0]?.total ?? 0 },
      };
    })
    .catch((error: unknown) => {
      if (!OTHER_TABLES.has((error as { code?: unknown } | null)?.code)) throw error;
      throw configError('The tables are of another version than this program: "sextant migrate".');
    });
}
