import { parseJson, writeJson } from '../../../src/foundation/exact-json.js';
import type { ConversationRun, ErrorBody, ErrorDetail, EventData } from './api-types.js';

export type * from './api-types.js';

/** Where the server is, and who calls. */
export interface ClientOptions {
  /** The server's origin, without a last slash; left out, the page's own. */
  url?: string;
  /** The caller's token, asked for with every request; undefined where the server wants none. */
  token?: () => string | undefined | Promise<string | undefined>;
  fetch?: typeof fetch;
  /** Told of every refusal before it is thrown. */
  onProblem?: (problem: ApiProblem) => void;
}

/** A request; `body` is sent as JSON unless it is a form. */
export interface CallInit {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  body?: unknown;
  /** The request's `Idempotency-Key`: sent again with the same one, it is done once. */
  key?: string;
  signal?: AbortSignal;
}

/** Asks any route and reads JSON; rejects with an {@link ApiProblem} for every other answer. */
export type Request = <T>(path: string, init?: CallInit) => Promise<T>;

/** How a client of these options asks. */
export function createRequester(options: ClientOptions) {
  const { url = '', onProblem } = options;
  const ask: typeof fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  const headers = async (extra: Record<string, string> = {}): Promise<Record<string, string>> => {
    const token = await options.token?.();
    return token === undefined ? extra : { authorization: `Bearer ${token}`, ...extra };
  };

  async function call(path: string, { body, key, ...init }: CallInit): Promise<Response> {
    const isJson = body !== undefined && !(body instanceof FormData);
    const sent = body === undefined ? {} : { body: isJson ? writeJson(body) : body };
    const own: Record<string, string> = {
      ...(isJson ? { 'content-type': 'application/json' } : {}),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    };
    const request = { ...init, ...(sent as RequestInit), headers: await headers(own) };
    try {
      return await ask(`${url}${path}`, request);
    } catch (error) {
      if (init.signal?.aborted) throw error;
      throw new ApiProblem(0, 'unreachable', 'The server cannot be reached. Is it running?');
    }
  }

  const request: Request = async <T>(path: string, init: CallInit = {}) => {
    const response = await call(path, init);
    if (response.ok)
      return (response.status === 204 ? undefined : parseJson(await response.text())) as T;
    const problem = await problemOf(response);
    onProblem?.(problem);
    throw problem;
  };

  return { ask, headers, request };
}

/** What the server answered instead of what was asked for; `status` 0: it was not reached. */
export class ApiProblem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly details: readonly ErrorDetail[] = [],
    /** The whole answer: some errors carry more than the error. */
    readonly body: unknown = undefined,
  ) {
    super(message);
    this.name = 'ApiProblem';
  }
}

/** What a refusal says. */
export async function problemOf(response: Response): Promise<ApiProblem> {
  const body: unknown = await response
    .text()
    .then(parseJson)
    .catch(() => undefined);
  const error = (body as Partial<ErrorBody> | undefined)?.error;
  return new ApiProblem(
    response.status,
    error?.code ?? 'unreadable',
    error?.message ?? `The server answered with status ${response.status} and no explanation.`,
    error?.details ?? [],
    body,
  );
}

/** A list as every route of the server answers it. */
export interface Page<T> {
  items: T[];
  total: number;
}

/** What the user of a run says of its answer. */
export type Rating = NonNullable<ConversationRun['rating']>;

/** The wire names of the server's own events. */
export type EventType = keyof EventData;

/** One event of a run. Plugins send others of the same shape, under names that stand in no type. */
export type AgentEvent = { [T in EventType]: { type: T; data: EventData[T] } }[EventType];

/** A browser's window, which is told when the network is back; elsewhere there is none. */
const page = globalThis as Partial<Pick<EventTarget, 'addEventListener' | 'removeEventListener'>>;

/** Resolves after `ms`, and earlier when the network is back or nobody waits any more. */
export function waitOrOnline(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      page.removeEventListener?.('online', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    page.addEventListener?.('online', done);
    signal.addEventListener('abort', done);
  });
}
