import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getJson, type Page } from '../api/client.js';
import { queryClient, keys } from '../api/queries.js';

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

/** A source of tools, as `GET /v1/agent/sources` tells of it. */
export interface SourceInfo {
  id: string;
  title: string;
  kind: 'static' | 'openapi' | 'mcp';
  state: 'ok' | 'degraded' | 'down' | 'loading';
  detail: string;
  /** What its document or list has, and what of it is offered or wrong. */
  counts?: { offered: number; declared: number; wrong: number };
  tools: number;
  changes: number;
  /** The first of those that are not offered, and how many there are. */
  refused: readonly { tool: string; reason: string }[];
  refused_total: number;
  /** The first of the tools that wait until the operator has approved them, and how many there are. */
  quarantined_total: number;
  quarantined: readonly {
    tool: string;
    why: 'new' | 'changed' | 'suspicious';
    suspicions: readonly string[];
    /** Of its definition as it is shown here. */
    sha256: string;
    changes: readonly { field: string; before?: string; after?: string }[];
  }[];
  /** Its backend is asked with the user's own token. */
  forwards?: boolean;
  /** Whether the user is signed in there; absent where nobody has to be. */
  sign_in?: 'needed' | 'done';
  /** It was added here, and not by the config file or a plugin: it can be changed and removed. */
  removable: boolean;
}

/** A source as it was added: source and agent with the keys of the config file. */
export interface AddedSource {
  id: string;
  source: Record<string, unknown>;
  agent?: Record<string, unknown>;
  /** The text of its document, where that was sent. */
  document?: string;
  /** The origin that an operator allowed to be sent the tokens of users. */
  forward_to?: string;
}
