import { useQuery } from '@tanstack/react-query';
import type { JsonObject } from '../../../../src/foundation/json.js';
import type { StoredConfig } from '../../../../src/platform/types.js';
import { postJson } from '../../api/client.js';
import type { DraftItem } from '../../api/types.js';
import { LIBRARY, useLibraryItem } from '../../library/queries.js';

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
export interface RowsWish {
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
