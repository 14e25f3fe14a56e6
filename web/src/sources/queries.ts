import { useQuery } from '@tanstack/react-query';
import { getJson } from '../api/client.js';
import { queryClient } from '../api/query-client.js';
import { keys } from '../api/queries.js';
import type { Page } from '../api/types.js';
import type { AddedSource, SourceInfo } from './wire.js';

const SOURCES = ['sources'];
/** While one is being read it is asked again. */
const LOADING_MS = 2000;

/** Where the tools come from, and how each source stands. */
export function useSources() {
  return useQuery({
    queryKey: SOURCES,
    queryFn: ({ signal }) => getJson<Page<SourceInfo>>('/v1/agent/sources', signal),
    refetchInterval: ({ state }) =>
      state.data?.items.some((one) => one.state === 'loading') === true ? LOADING_MS : false,
  });
}

/** One that was added, as it is now: another operator may have changed it. */
export function useAddedSource(id: string) {
  return useQuery({
    queryKey: [...SOURCES, id],
    queryFn: ({ signal }) =>
      getJson<AddedSource>(`/v1/agent/sources/${encodeURIComponent(id)}`, signal),
    gcTime: 0,
    staleTime: 0,
  });
}

/** What a new or removed source makes stale: the sources, the tools and the agents. */
export async function sourcesChanged(): Promise<void> {
  const stale = [SOURCES, keys.tools, keys.info];
  await Promise.all(stale.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}
