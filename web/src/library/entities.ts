import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import type { JsonObject } from '../../../src/foundation/json.js';
import { getJson } from '../api/client.js';
import { LIBRARY } from './queries.js';

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
