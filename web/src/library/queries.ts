import {
  keepPreviousData,
  useQuery,
  useQueryClient,
  queryOptions,
  useQueries,
} from '@tanstack/react-query';
import { getJson, type PreviewSummary, remove, type DraftItem, type Page } from '../api/client.js';
import { keys, pageQuery } from '../api/queries.js';
import { changeViewOf } from '../registry/registry.js';
import { href } from '../shell/route.js';
import { hasChat } from '../changes/change.js';
import type { JsonObject } from '../../../src/foundation/json.js';

/** Where the lists of saved things are, each below its name. */
export const LIBRARY = '/v1/agent/library';

/** One page of a list of saved things that match; the page before stays until the next has come. */
export function useLibraryList<T>(list: string, search: string, page: number) {
  const asked = pageQuery(page, search === '' ? {} : { search });
  return useQuery({
    queryKey: [...keys.library, list, 'list', asked],
    queryFn: ({ signal }) => getJson<Page<T>>(`${LIBRARY}/${list}?${asked}`, signal),
    placeholderData: keepPreviousData,
  });
}

/** One saved thing of a list. */
export function useLibraryItem<T>(list: string, id: string) {
  return useQuery({
    queryKey: [...keys.library, list, 'one', id],
    queryFn: ({ signal }) => getJson<T>(`${LIBRARY}/${list}/${encodeURIComponent(id)}`, signal),
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

/** The conversation that a preview came from, else a new one, with what it changes open. */
export function chatWithPreview(
  preview: Pick<
    PreviewSummary,
    'kind' | 'tool_use_id' | 'conversation_id' | 'target_id' | 'result'
  >,
): string {
  const id = preview.result?.id ?? preview.target_id;
  const query = changeViewOf(preview.kind)?.chatQuery?.(id) ?? {};
  return href('chat', hasChat(preview) ? [preview.conversation_id] : [], query);
}

interface Sample {
  entity: string;
  columns: { name: string }[];
  record: JsonObject | null;
  records: JsonObject[];
}

/** The tables that can be named, and what is known of their columns. */
export interface Entities {
  names: readonly string[];
  columnsOf: (entity: string) => readonly string[];
}

/** The columns of a table, with rows of it. */
export function sampleQuery(entity: string, isOpen: boolean) {
  return queryOptions({
    queryKey: ['sample', entity],
    queryFn: ({ signal }) =>
      getJson<Sample>(`${LIBRARY}/entities/${encodeURIComponent(entity)}/sample`, signal),
    enabled: isOpen && entity !== '',
    staleTime: Infinity,
    retry: false,
  });
}

/** All tables, and the columns of those that are named here; empty until they are known. */
export function useEntities(named: readonly string[]): Entities {
  const { data } = useQuery({
    queryKey: ['entities'],
    queryFn: ({ signal }) => getJson<{ items: { name: string }[] }>(`${LIBRARY}/entities`, signal),
    staleTime: 5 * 60_000,
    retry: false,
  });
  const samples = useQueries({ queries: named.map((entity) => sampleQuery(entity, true)) });
  const columns = new Map(
    samples.flatMap(({ data: sample }) =>
      sample === undefined ? [] : [[sample.entity, sample.columns.map(({ name }) => name)]],
    ),
  );
  return {
    names: data?.items.map(({ name }) => name) ?? [],
    columnsOf: (entity) => columns.get(entity) ?? [],
  };
}
