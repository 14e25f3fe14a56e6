import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { JsonObject } from '../../../src/foundation/json.js';
import type { StoredConfig } from '../../../samples/erp/tables/configs.model.js';
import { getJson, postJson, remove } from './client.js';
import { keys, pageQuery } from './queries.js';
import type { Page } from './types.js';

/** A rule in the library's list. */
export interface RuleItem {
  id: string;
  name: string;
  description: string;
  is_active: boolean;
  /** `schema.table`. */
  entity: string;
  trigger_type: string;
  action_count: number;
  version: number;
  updated_at: string;
}

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

/** What was begun by chat and not finished. */
export type DraftItem = {
  id: string;
  name: string;
  updated_at: string;
  expires_at: string;
} & (
  | { kind: 'workflow'; description: string; workflow_id?: string; workflow: JsonObject }
  | {
      kind: 'table';
      conversation_id: string;
      config_id?: string;
      changes: string[];
      config: JsonObject;
    }
);

/** A whole stored table; its times are texts on the wire. */
export type TableView = Omit<StoredConfig, 'created_at' | 'updated_at'> & {
  created_at: string;
  updated_at: string;
};

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

const ROOT = '/v1/agent/library';

/** One page of the rules or the tables that match; the page before stays until the next has come. */
export function useLibraryList<T extends RuleItem | TableItem>(
  list: 'rules' | 'tables',
  search: string,
  page: number,
) {
  const asked = pageQuery(page, search === '' ? {} : { search });
  return useQuery({
    queryKey: ['library', list, 'list', asked],
    queryFn: ({ signal }) => getJson<Page<T>>(`${ROOT}/${list}?${asked}`, signal),
    placeholderData: keepPreviousData,
  });
}

/** One stored rule with its graph. */
export function useLibraryRule(id: string) {
  return useQuery({
    queryKey: ['library', 'rules', 'one', id],
    queryFn: ({ signal }) =>
      getJson<RuleItem & JsonObject>(`${ROOT}/rules/${encodeURIComponent(id)}`, signal),
  });
}

/** One stored table. */
export function useLibraryTable(id: string) {
  return useQuery({
    queryKey: ['library', 'tables', 'one', id],
    queryFn: ({ signal }) => getJson<TableView>(`${ROOT}/tables/${encodeURIComponent(id)}`, signal),
  });
}

/** A page of the drafts, the latest changed first; the page before stays until the next has come. */
export function useDrafts(page: number) {
  const asked = pageQuery(page);
  return useQuery({
    queryKey: [...keys.drafts, asked],
    queryFn: ({ signal }) => getJson<Page<DraftItem>>(`/v1/agent/drafts?${asked}`, signal),
    placeholderData: keepPreviousData,
  });
}

/** One draft as far as it has come; not asked again by itself, because what was finished is there no more. */
export function useDraft(id: string) {
  return useQuery({
    queryKey: keys.draft(id),
    queryFn: ({ signal }) =>
      getJson<DraftItem>(`/v1/agent/drafts/${encodeURIComponent(id)}`, signal),
    staleTime: 0,
  });
}

/** Throws a draft away. */
export function useDeleteDraft() {
  const client = useQueryClient();
  return async (id: string) => {
    await remove(`/v1/agent/drafts/${encodeURIComponent(id)}`);
    await client.invalidateQueries({ queryKey: keys.drafts });
  };
}

/** Live rows of a config; those of before stay until the next have come, and while it is paused. */
export function useLiveRows(wish: RowsWish, sample: LiveRows | undefined, paused: boolean) {
  return useQuery({
    queryKey: ['rows', wish],
    queryFn: () => postJson<LiveRows>(`${ROOT}/tables/rows`, wish),
    placeholderData: (before) => before ?? sample,
    enabled: !paused,
    retry: false,
  });
}
