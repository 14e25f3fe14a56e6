import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import type { CacheBlock, CacheRules, PromptCache } from './prompt-cache.js';
import type { FakeStep } from './script.js';

/** One request as it came, and what became of its connection. */
export interface FakeRequest {
  method: string;
  /** With the query. */
  path: string;
  headers: IncomingHttpHeaders;
  // The tests look into bodies of four APIs: a type for each would be a second copy of their formats.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  body: any;
  /** The body as it came. */
  text: string;
  /** The status it was answered with, once known. */
  status?: number;
  /** When its answer was over or the client left, by `performance.now()`. */
  closedAt?: number;
  /** True when the answer was sent to its end. */
  completed: boolean;
  /** What its API has kept of the requests before, where it keeps any. */
  promptCache?: PromptCache;
  /** The connection it came on. */
  socket: Socket;
  /** Settles when `closedAt` is known. */
  closed: Promise<void>;
}

/** A piece of a body: bytes, or something that happens between them. */
export type FakePiece = string | { stall: number | true } | { reset: true };

/** An answer as it is sent. */
export interface FakeReply {
  status: number;
  headers: Record<string, string>;
  body: FakePiece[];
  /** Silence before the headers. */
  hold?: number | true | Promise<void>;
}

/** One route of an API. */
export interface FakeRoute {
  method: 'GET' | 'POST';
  path: RegExp;
  /** `nextTurn` gives the next turn of the script; a refused request must not use one up. */
  answer(request: FakeRequest, nextTurn: () => readonly FakeStep[]): FakeReply;
}

/** One model API that can be faked. */
export interface FakeApi {
  /** As in `LLM_PROVIDER`. */
  name: string;
  /** The variables with which a server uses the fake at `url`. */
  env(url: string): Record<string, string>;
  routes: readonly FakeRoute[];
  /** How it caches prompts; absent: not at all. */
  cacheRules?: CacheRules;
  /** The body of an error in the API's own form. */
  errorBody(status: number, message: string, details?: unknown): unknown;
}

/** The key that every fake takes for the right one. */
export const FAKE_KEY = 'fake-key-of-no-value';

/** A JSON answer. */
export function json(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): FakeReply {
  const type = { 'content-type': 'application/json; charset=utf-8' };
  return { status, headers: { ...type, ...headers }, body: [JSON.stringify(body)] };
}

/** What an API does with a chat request; the rest of a chat route is the same for all. */
export interface ChatFormat {
  path: RegExp;
  contentType: string;
  /** What is wrong with the request, as the real API would say it. */
  check(request: FakeRequest): { status: number; message: string; details?: unknown } | undefined;
  /** The request as the API's prompt cache has it: tools, system, messages. */
  blocks?(request: FakeRequest): CacheBlock[];
  /** Begins an answer to this request. */
  begin(request: FakeRequest): ChatRenderer;
}

/** The tokens of one answer; `cached` of the input were read from the prompt cache. */
export interface FakeUsage {
  input: number;
  output: number;
  cached?: number;
}

/** Writes one answer, step by step, in the API's format. */
export interface ChatRenderer {
  start(): string;
  text(text: string): string;
  thinking(text: string): string;
  call(call: Extract<FakeStep, { call: unknown }>['call']): string;
  error(error: Extract<FakeStep, { error: unknown }>['error']): string;
  end(finish: Extract<FakeStep, { finish: unknown }>['finish'], usage: FakeUsage): string;
}

/** The route that lists an API's models, refused as its chat is refused without the right key. */
export function modelsRoute(
  api: Pick<FakeApi, 'errorBody'>,
  list: { path: RegExp; check?: ChatFormat['check']; body: unknown },
): FakeRoute {
  return {
    method: 'GET',
    path: list.path,
    answer(request) {
      const wrong = list.check?.(request);
      if (wrong === undefined) return json(200, list.body);
      return json(wrong.status, api.errorBody(wrong.status, wrong.message, wrong.details));
    },
  };
}

const USAGE = { input: 11, output: 7 };

/** The chat route of an API: refuses what the real one would, else plays the next turn. */
export function chatRoute(api: Pick<FakeApi, 'errorBody'>, format: ChatFormat): FakeRoute {
  return {
    method: 'POST',
    path: format.path,
    answer(request, nextTurn) {
      const wrong = format.check(request);
      if (wrong !== undefined) {
        return json(wrong.status, api.errorBody(wrong.status, wrong.message, wrong.details));
      }
      return play(api, format, request, nextTurn());
    },
  };
}

function play(
  api: Pick<FakeApi, 'errorBody'>,
  format: ChatFormat,
  request: FakeRequest,
  steps: readonly FakeStep[],
): FakeReply {
  const hold = steps.map((step) => ('hold' in step ? step.hold : undefined)).find(Boolean);
  const held = hold === undefined ? {} : { hold };
  for (const step of steps) {
    if (!('refuse' in step)) continue;
    const { status, message, details, headers = {}, page } = step.refuse;
    if (page !== undefined) {
      return { status, headers: { 'content-type': 'text/html', ...headers }, body: [page] };
    }
    return { ...json(status, api.errorBody(status, message, details), headers), ...held };
  }
  const headers = { 'content-type': format.contentType };
  const counted = (): FakeUsage => ({
    ...USAGE,
    ...request.promptCache?.read(format.blocks?.(request) ?? []),
  });
  return { status: 200, headers, body: render(format.begin(request), steps, counted), ...held };
}

function render(
  renderer: ChatRenderer,
  steps: readonly FakeStep[],
  counted: () => FakeUsage,
): FakePiece[] {
  const body: FakePiece[] = [renderer.start()];
  let usage: FakeUsage = USAGE;
  let finish: Extract<FakeStep, { finish: unknown }>['finish'] = 'stop';
  for (const step of steps) {
    if ('text' in step) body.push(renderer.text(step.text));
    else if ('thinking' in step) body.push(renderer.thinking(step.thinking));
    else if ('call' in step) body.push(renderer.call(step.call));
    else if ('raw' in step) body.push(step.raw);
    else if ('usage' in step) usage = step.usage === 'counted' ? counted() : step.usage;
    else if ('finish' in step) finish = step.finish;
    else if ('stall' in step) body.push({ stall: step.stall });
    else if ('reset' in step) return [...body, { reset: true }];
    else if ('end' in step) return body;
    else if ('error' in step) return [...body, renderer.error(step.error)];
  }
  return [...body, renderer.end(finish, usage)];
}
