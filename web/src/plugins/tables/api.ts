import { useQuery } from '@tanstack/react-query';
import { type JsonObject, isObject } from '../../../../src/foundation/json.js';
import type { StoredConfig } from '../../../../src/platform/types.js';
import { postJson, type DraftItem } from '../../api/client.js';
import { LIBRARY, useLibraryItem } from '../../library/queries.js';
import { defined } from '../../../../src/foundation/defined.js';
import { href } from '../../shell/route.js';
import type { ErrorDetail } from '../../../../src/foundation/errors.js';
import { findingsOf } from '../../changes/use-edited-body.js';
import { t } from './texts.js';

/** A table in the library's list. */
export interface TableItem {
  id: string;
  name: string;
  description?: string;
  title: string;
  source: string;
  version: number;
  updated_at: string;
}

/** A table that is being changed. */
export interface TableDraft extends DraftItem {
  conversation_id: string;
  /** The table it changes. */
  config_id?: string;
  /** What was changed so far, in words. */
  changes: string[];
  config: JsonObject;
}

/** A whole stored table. */
export type TableView = StoredConfig;

/** Live rows of a config, stored or not. */
export interface LiveRows {
  rows: JsonObject[];
  total: number;
  notes: string[];
}

/** Which rows are wanted of a config. */
interface RowsWish {
  config: JsonObject;
  search?: string;
  sort?: { column: string; direction: 'asc' | 'desc' }[];
  limit?: number;
}

/** One stored table. */
export function useTable(id: string) {
  return useLibraryItem<TableView>('tables', id);
}

/** Live rows of a config, stored or not; rejects with what is wrong with the config. */
export function readRows(wish: RowsWish): Promise<LiveRows> {
  return postJson<LiveRows>(`${LIBRARY}/tables/rows`, wish);
}

/** Live rows of a config; those of before stay until the next have come, and while it is paused. */
export function useLiveRows(wish: RowsWish, sample: LiveRows | undefined, paused: boolean) {
  return useQuery({
    queryKey: ['rows', wish],
    queryFn: () => readRows(wish),
    placeholderData: (before) => before ?? sample,
    enabled: !paused,
    retry: false,
  });
}

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

/** What is wrong with a proposed table: one of its rows is read, and nothing is stored. */
export async function checkTable(body: JsonObject): Promise<readonly ErrorDetail[]> {
  const { name, config } = body;
  if (!isObject(config)) return [{ path: 'config', message: t('must be an object') }];
  const findings = await findingsOf(readRows({ config, limit: 1 }));
  const hasName = typeof name === 'string';
  return hasName ? findings : [{ path: 'name', message: t('must be a text') }, ...findings];
}
