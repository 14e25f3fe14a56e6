import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getJson } from '../api/client.js';
import { queryClient } from '../api/query-client.js';
import { keys } from '../api/queries.js';
import type { Page } from '../api/types.js';
import type { AddedSource, SourceInfo } from './wire.js';

const SOURCES = ['sources'];
/** How many tools that are not offered come with a source, and how many with each further page. */
const FIRST = 50;
const MORE = 100;
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

/** The further pages of what a source does not offer, from the second on; none is fetched until it is asked for. */
export function useMoreOf(id: string) {
  const { data, ...more } = useInfiniteQuery({
    queryKey: [...SOURCES, id, 'more'],
    queryFn: async ({ pageParam, signal }) => {
      const asked = new URLSearchParams({ id, limit: `${MORE}`, offset: `${pageParam}` });
      const { items } = await getJson<Page<SourceInfo>>(`/v1/agent/sources?${asked}`, signal);
      return items[0] ?? { refused: [], quarantined: [] };
    },
    initialPageParam: FIRST,
    getNextPageParam: (_last, pages) => FIRST + pages.length * MORE,
    enabled: false,
  });
  return { ...more, pages: data?.pages ?? [] };
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
