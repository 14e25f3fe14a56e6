import { defined } from '../../../../src/foundation/defined.js';
import { href } from '../../shell/route.js';
import type { TableDraft } from './api.js';

/** The kind of change that makes and alters tables. */
export const TABLE_CHANGE = 'table_config_preview';

/** The agent that works on tables. */
export const AGENT = 'tables';

/** What its chat can take along: the open table. */
export const FIELDS = ['config_id'] as const;

/** The page of a stored table. */
export function tableAddress(id: string): string {
  return href('library', ['tables', id]);
}

/** The query of a chat, with a table open when one is named. */
export function chatQuery(id: string | undefined): Record<string, string> {
  return { context: AGENT, ...defined({ config_id: id || undefined }) };
}

/** A new chat with a table open. */
export function chatWithTable(id: string): string {
  return href('chat', [], chatQuery(id));
}

/** The chat in which a draft continues: pending changes belong to their conversation. */
export function chatWithDraft({ conversation_id: conversation, config_id: table }: TableDraft) {
  return href('chat', [conversation], chatQuery(table));
}
