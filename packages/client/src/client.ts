import {
  followRun,
  type AgainRequest,
  type ChatRequest,
  type FilledForm,
  type FollowDeps,
} from './follow-run.js';
import {
  createRequester,
  type ClientOptions,
  type Request,
  type AcceptSetBody,
  type ChangeSet,
  type ConversationSummary,
  type ConversationView,
  type NewResearchBody,
  type Page,
  type PlanBody,
  type PreviewState,
  type PreviewSummary,
  type Rating,
  type Research,
  type ResearchSummary,
  type RunState,
  type ServerInfo,
  type StoredPreview,
  waitOrOnline,
} from './request.js';

/** How a stream is followed. */
export interface FollowOptions {
  /** Ends the reading; the run goes on for a while, and `cancel` ends it. */
  signal?: AbortSignal;
}

/** A server, as its clients use it (docs/frontends.md). */
export type Client = ReturnType<typeof createClient>;

/** A client of the server at `url`. Every method rejects with an `ApiProblem` for what the server refuses. */
export function createClient(options: ClientOptions = {}) {
  const { ask, headers, request } = createRequester(options);
  const { url = '', onProblem } = options;
  const deps: FollowDeps = {
    fetch: ask,
    headers,
    url,
    wait: waitOrOnline,
    ...(onProblem === undefined ? {} : { onProblem }),
  };
  return {
    request,
    /** Sends a message; its run's events once and in order, whatever happens to the connection. */
    chat: (chat: ChatRequest, { signal = never, key }: FollowOptions & { key?: string } = {}) =>
      followRun({ request: chat, key: key ?? crypto.randomUUID() }, deps, signal),
    /** Sends a form that was shown in place of an answer; its run begins with exactly that call. */
    sendForm: (
      id: string,
      form: FilledForm,
      { signal = never, key }: FollowOptions & { key?: string } = {},
    ) => {
      const path = `/v1/agent/forms/${part(id)}`;
      return followRun({ request: form, key: key ?? crypto.randomUUID(), path }, deps, signal);
    },
    /** Prepares a preview that is out of date or has expired again; its run begins with the call that led to it. */
    prepareAgain: (
      previewId: string,
      again: AgainRequest = {},
      { signal = never, key }: FollowOptions & { key?: string } = {},
    ) => {
      const path = `/v1/agent/previews/${part(previewId)}/again`;
      return followRun({ request: again, key: key ?? crypto.randomUUID(), path }, deps, signal);
    },
    /** A run that goes on, or has ended, from its start. */
    resume: (runId: string, { signal = never }: FollowOptions = {}) =>
      followRun({ runId }, deps, signal),
    /** Ends a run; answers when it has stopped. */
    cancel: (runId: string) =>
      request<RunState>(`/v1/agent/runs/${part(runId)}/cancel`, { method: 'POST', body: {} }),
    /** Says of an answer whether it was good; `undefined` takes that back. */
    rate: (runId: string, rating: Rating | undefined) => {
      const path = `/v1/agent/runs/${part(runId)}/feedback`;
      return rating === undefined
        ? request<void>(path, { method: 'DELETE' })
        : request<void>(path, { method: 'PUT', body: { rating } });
    },
    run: (runId: string) => request<RunState>(`/v1/agent/runs/${part(runId)}`),
    info: () => request<ServerInfo>('/v1/agent/info'),
    conversations: conversations(request),
    previews: previews(request),
    changeSets: changeSets(request),
    research: research(request, deps),
  };
}

const never = new AbortController().signal;

function conversations(request: Request) {
  const path = '/v1/agent/conversations';
  return {
    list: (query: { limit?: number; before?: string; before_id?: string } = {}) =>
      request<Page<ConversationSummary>>(`${path}${queryOf(query)}`),
    find: (id: string) => request<ConversationView>(`${path}/${part(id)}`),
    remove: (id: string) => request<void>(`${path}/${part(id)}`, { method: 'DELETE' }),
  };
}

function previews(request: Request) {
  const path = '/v1/agent/previews';
  const decide = (id: string, way: string, body: object) =>
    request<StoredPreview>(`${path}/${part(id)}/${way}`, { method: 'POST', body });
  return {
    list: (query: PreviewQuery = {}) => request<Page<PreviewSummary>>(`${path}${queryOf(query)}`),
    find: (id: string) => request<StoredPreview>(`${path}/${part(id)}`),
    /** Saves what was shown, or the edited payload. */
    accept: (id: string, payload?: Record<string, unknown>) =>
      decide(id, 'accept', payload === undefined ? {} : { payload }),
    reject: (id: string, reason?: string) =>
      decide(id, 'reject', reason === undefined ? {} : { reason }),
  };
}

function changeSets(request: Request) {
  const path = (id: string, way = '') => `/v1/agent/change-sets/${part(id)}${way}`;
  const decide = (id: string, way: string, body: object) =>
    request<ChangeSet>(path(id, way), { method: 'POST', body });
  return {
    find: (id: string) => request<ChangeSet>(path(id)),
    /** Applies what waits, in order, or only the chosen previews, some perhaps edited. Resolves also when one of them stopped it. */
    accept: (id: string, chosen: AcceptSetBody = {}) => decide(id, '/accept', chosen),
    reject: (id: string, reason?: string) =>
      decide(id, '/reject', reason === undefined ? {} : { reason }),
    /** A new set that takes the applied changes back; it waits for its own decision. */
    undo: (id: string) => decide(id, '/undo', {}),
  };
}

function research(request: Request, deps: FollowDeps) {
  const path = '/v1/research';
  const post = (id: string, what: string, body: object = {}) =>
    request<Research>(`${path}/${part(id)}/${what}`, { method: 'POST', body });
  return {
    /** Begins a research; with the `key` of an earlier try, the one that was begun by it. */
    begin: (body: NewResearchBody, { key = crypto.randomUUID() }: { key?: string } = {}) =>
      request<Research>(path, { method: 'POST', body, key }),
    list: (query: { limit?: number; offset?: number } = {}) =>
      request<Page<ResearchSummary>>(`${path}${queryOf(query)}`),
    find: (id: string) => request<Research>(`${path}/${part(id)}`),
    follow: (id: string, { signal = never }: FollowOptions = {}) =>
      followRun({ runId: id, eventsPath: `${path}/${part(id)}/events` }, deps, signal),
    reply: (id: string, text: string) => post(id, 'reply', { text }),
    plan: (id: string, plan: PlanBody) => post(id, 'plan', plan),
    cancel: (id: string) => post(id, 'cancel'),
    remove: (id: string) => request<void>(`${path}/${part(id)}`, { method: 'DELETE' }),
  };
}

/** Which previews a list shows. */
export interface PreviewQuery {
  state?: PreviewState;
  conversation_id?: string;
  limit?: number;
  offset?: number;
}

const part = encodeURIComponent;

function queryOf(query: object): string {
  const fields = Object.entries(query).filter(([, value]) => value !== undefined);
  if (fields.length === 0) return '';
  const texts = fields.map(([name, value]): [string, string] => [name, String(value)]);
  return `?${new URLSearchParams(texts).toString()}`;
}
