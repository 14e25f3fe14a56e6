import {
  keepPreviousData,
  useQuery,
  QueryCache,
  QueryClient,
  type Query,
} from '@tanstack/react-query';
import { agentWords } from '../texts/texts.js';
import {
  getJson,
  type ConversationSummary,
  type ConversationView,
  type Page,
  type PreviewState,
  type PreviewSummary,
  type ServerInfo,
  type StoredPreview,
  type ToolInfo,
  ApiProblem,
} from './client.js';

/** The names under which answers are kept: what a change makes stale is named by these. */
export const keys = {
  info: ['info'],
  conversations: ['conversations'],
  conversation: (id: string) => ['conversations', id],
  previews: (asked: string) => ['previews', 'list', asked],
  preview: (id: string) => ['previews', 'one', id],
  tools: ['tools'],
  /** Of their lists. */
  drafts: ['drafts'],
  draft: (id: string) => ['draft', id],
  subjects: (path: string) => ['subjects', path],
  /** Saved things: accepting a change makes all of them stale. */
  library: ['library'],
};

/** Which agents, model and embedder answer here; agents by their titles in the user's language. */
export function useInfo() {
  return useQuery({
    queryKey: keys.info,
    queryFn: ({ signal }) => getJson<ServerInfo>('/v1/agent/info', signal),
    select: withTitles,
    staleTime: 60_000,
  });
}

function withTitles(info: ServerInfo): ServerInfo {
  return {
    ...info,
    agents: info.agents.map((agent) => ({ ...agent, title: agentWords(agent.title) })),
  };
}

/** The names of the server's plugins; none until they are known. */
export function useRunningPlugins(): readonly string[] {
  return useInfo().data?.plugins ?? NONE;
}

const NONE: readonly string[] = [];

/** How often it is asked what was said elsewhere, in milliseconds; not while the tab is hidden. */
const ELSEWHERE_MS = 5_000;

/** The user's conversations, newest first, with what is said in other tabs and browsers. */
export function useConversations() {
  return useQuery({
    queryKey: keys.conversations,
    queryFn: ({ signal }) =>
      getJson<Page<ConversationSummary>>('/v1/agent/conversations?limit=100', signal),
    refetchInterval: ({ state: { error } }) =>
      error === null || mayPass(error) ? ELSEWHERE_MS : false,
  });
}

/** Those of the user's conversations in which all words of a text are said; nothing is asked for an empty one. */
export function useFoundConversations(search: string) {
  const asked = new URLSearchParams({ q: search, limit: '50' }).toString();
  return useQuery({
    queryKey: [...keys.conversations, 'found', search],
    queryFn: ({ signal }) =>
      getJson<Page<ConversationSummary>>(`/v1/agent/conversations?${asked}`, signal),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  });
}

/** One conversation with its runs and messages; nothing is asked for a new one. */
export function useConversation(id: string, exists: boolean) {
  return useQuery({
    queryKey: keys.conversation(id),
    queryFn: ({ signal }) =>
      getJson<ConversationView>(`/v1/agent/conversations/${encodeURIComponent(id)}`, signal),
    enabled: exists,
  });
}

/** How many items a list shows at once. */
export const PAGE_SIZE = 20;

/** The query of one page of a list, from 0. */
export function pageQuery(page: number, more: Record<string, string> = {}): string {
  const place = { limit: String(PAGE_SIZE), offset: String(page * PAGE_SIZE) };
  return new URLSearchParams({ ...more, ...place }).toString();
}

/** A page of the user's previews, the newest first, perhaps only those of one state; the page before stays until the next has come. */
export function usePreviews(state: PreviewState | undefined, page: number) {
  const asked = pageQuery(page, state === undefined ? {} : { state });
  return useQuery({
    queryKey: keys.previews(asked),
    queryFn: ({ signal }) => getJson<Page<PreviewSummary>>(`/v1/agent/previews?${asked}`, signal),
    placeholderData: keepPreviousData,
  });
}

/** How often a preview that waits is asked for again, in milliseconds; not while the tab is hidden. */
const WAITING_MS = 1_000;

/**
 * One preview and what became of it. One that waits is asked for again while it is looked at: it can be
 * decided in another tab, expire, or be replaced by a later one.
 */
export function usePreview(id: string, enabled = true) {
  return useQuery({
    enabled,
    queryKey: keys.preview(id),
    queryFn: ({ signal }) =>
      getJson<StoredPreview>(`/v1/agent/previews/${encodeURIComponent(id)}`, signal),
    refetchInterval: ({ state }) => (isOpen(state.data) ? WAITING_MS : false),
    refetchOnWindowFocus: ({ state }) => (isOpen(state.data) ? 'always' : true),
  });
}

/** Whether another tab or the server may still take it on. */
const isOpen = (preview: StoredPreview | undefined) =>
  preview?.state === 'waiting' || preview?.state === 'applying';

/** The tool catalogue. */
export function useTools() {
  return useQuery({
    queryKey: keys.tools,
    queryFn: ({ signal }) => getJson<Page<ToolInfo>>('/v1/agent/tools', signal),
    staleTime: 60_000,
  });
}

/** What can be opened beside a chat, by id and name. */
export function useSubjects(path: string | undefined) {
  return useQuery({ ...subjectQuery(path ?? ''), enabled: path !== undefined });
}

/** The question for a list of things by id and name. */
export function subjectQuery(path: string) {
  return {
    queryKey: keys.subjects(path),
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      getJson<Page<{ id: string; name: string }>>(`${path}?limit=200`, signal),
  };
}

/** How often a question that failed for a reason that may pass is asked again while it is looked at, in milliseconds. */
const AGAIN_MS = 5_000;

/** What the page knows of the server's state; an answer that says no is not asked for again by itself. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onSuccess: askAgain }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (failures, error) => failures < 2 && mayPass(error),
      refetchInterval: ({ state: { status, error } }) =>
        status === 'error' && mayPass(error) ? AGAIN_MS : false,
    },
  },
});

/** An answer says that the server is there again: what it was asked for in vain is not left waiting. */
function askAgain(): void {
  const predicate = ({ state: { fetchStatus, error } }: Query) =>
    fetchStatus === 'idle' && error instanceof ApiProblem && error.status === 0;
  void queryClient.refetchQueries({ type: 'active', predicate });
}

/** True while the server is away or broken: it may be back. */
function mayPass(error: unknown): boolean {
  return !(error instanceof ApiProblem) || error.status === 0 || error.status >= 500;
}
