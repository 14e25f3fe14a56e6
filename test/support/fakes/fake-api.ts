import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { createHash } from 'node:crypto';
import type { FakeFinish, FakeRefusal, FakeStep } from './script.js';

/** One request as it came, and what became of its connection. */
export interface FakeRequest {
  method: string;
  /** With the query. */
  path: string;
  headers: IncomingHttpHeaders;
  // The tests look into bodies of four APIs: a type for each would be a second copy of their formats.
  // oxlint-disable-next-line typescript/no-explicit-any
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
type FakePiece = string | { stall: number | true } | { reset: true };

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

type Errors = Pick<FakeApi, 'errorBody'>;

/** The key that every fake takes for the right one. */
export const FAKE_KEY = 'fake-key-of-no-value';

/** What is wrong with a request, as the real API would say it. */
export type Wrong = FakeRefusal | undefined;

/** A body that is looked into without its type. */
export type Body = FakeRequest['body'];

export function bad(message: string, status = 400, details?: unknown): FakeRefusal {
  return { status, message, details };
}

/** A JSON answer. */
export function json(status: number, body: unknown, more: FakeReply['headers'] = {}): FakeReply {
  const headers = { 'content-type': 'application/json; charset=utf-8', ...more };
  return { status, headers, body: [JSON.stringify(body)] };
}

/** A refusal in the API's own form. */
export function refusal(api: Errors, { status, message, details, headers }: FakeRefusal) {
  return json(status, api.errorBody(status, message, details), headers);
}

/** What an API does with a chat request; the rest of a chat route is the same for all. */
export interface ChatFormat {
  path: RegExp;
  contentType: string;
  check(request: FakeRequest): Wrong;
  /** The request as the API's prompt cache has it: tools, system, messages. */
  blocks?(request: FakeRequest): CacheBlock[];
  /** Begins an answer to this request. */
  begin(request: FakeRequest): ChatRenderer;
}

/** The tokens of one answer; `cached` of the input were read from the prompt cache. */
interface FakeUsage {
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
  end(finish: FakeFinish, usage: FakeUsage): string;
}

const USAGE = { input: 11, output: 7 };

interface ChatApi extends Omit<FakeApi, 'routes'> {
  chat: ChatFormat;
  /** What lists its models, refused as its chat is refused without the right key. */
  models: { path: RegExp; check?: ChatFormat['check']; body: unknown };
}

/** An API of a chat, which refuses what the real one would and else plays the next turn, and of its models. */
export function chatApi({ chat, models, ...api }: ChatApi): FakeApi {
  const route = (
    method: FakeRoute['method'],
    { path, check }: Pick<ChatApi['models'], 'path' | 'check'>,
    answer: FakeRoute['answer'],
  ): FakeRoute => ({
    method,
    path,
    answer: (request, nextTurn) => {
      const wrong = check?.(request);
      return wrong === undefined ? answer(request, nextTurn) : refusal(api, wrong);
    },
  });
  const list = route('GET', models, () => json(200, models.body));
  const talk = route('POST', chat, (request, next) => play(api, chat, request, next()));
  return { ...api, routes: [talk, list] };
}

type Steps = readonly FakeStep[];

function play(api: Errors, format: ChatFormat, request: FakeRequest, steps: Steps): FakeReply {
  const hold = steps.map((step) => ('hold' in step ? step.hold : undefined)).find(Boolean);
  const held = hold === undefined ? {} : { hold };
  for (const step of steps) {
    if (!('refuse' in step)) continue;
    const { status, headers, page } = step.refuse;
    if (page === undefined) return { ...refusal(api, step.refuse), ...held };
    return { status, headers: { 'content-type': 'text/html', ...headers }, body: [page] };
  }
  const headers = { 'content-type': format.contentType };
  const counted = (): FakeUsage => ({
    ...USAGE,
    ...request.promptCache?.read(format.blocks?.(request) ?? []),
  });
  return { status: 200, headers, body: render(format.begin(request), steps, counted), ...held };
}

function render(renderer: ChatRenderer, steps: Steps, counted: () => FakeUsage): FakePiece[] {
  const body: FakePiece[] = [renderer.start()];
  let usage: FakeUsage = USAGE;
  let finish: FakeFinish = 'stop';
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

/** A piece of a request that an API caches whole, in the order in which the API reads it. */
interface CacheBlock {
  text: string;
  /** The request asks to keep all up to and with this block. */
  isMarked?: boolean;
}

/** How an API keeps what it has read. */
type CacheRules =
  /** Anthropic: kept up to marked blocks, found by looking back from each, at most so many blocks. */
  | { kind: 'marks'; lookBack: number; leastTokens: number }
  /** OpenAI, Gemini: the longest beginning that was sent before, in steps of so many tokens. */
  | { kind: 'prefix'; step: number; leastTokens: number };

type Rules<Kind> = Extract<CacheRules, { kind: Kind }>;

/** Some four characters to a token. */
const CHARS = 4;

/** A model API's prompt cache; what was kept never expires, as no test waits five minutes. */
export class PromptCache {
  private readonly known = new Set<string>();

  constructor(private readonly rules: CacheRules) {}

  /** The tokens of a request and how many of them are read from the cache; keeps what it is to keep. */
  read(blocks: readonly CacheBlock[]): { input: number; cached: number } {
    const whole = blocks.map(({ text }) => text).join('');
    const { rules } = this;
    const cached =
      rules.kind === 'marks' ? this.readMarked(blocks, rules) : this.readPrefix(whole, rules);
    return { input: Math.ceil(whole.length / CHARS), cached };
  }

  private readMarked(blocks: readonly CacheBlock[], rules: Rules<'marks'>): number {
    const { lookBack, leastTokens } = rules;
    const hash = createHash('sha256');
    let chars = 0;
    const beginnings = blocks.map(({ text }) => {
      chars += text.length;
      return { key: hash.update(`${text}\0`).copy().digest('base64'), tokens: chars / CHARS };
    });
    const marked = blocks.flatMap(({ isMarked }, at) => (isMarked ? [at] : []));
    const found = marked.flatMap((at) =>
      beginnings.slice(Math.max(0, at - lookBack), at + 1).filter(({ key }) => this.known.has(key)),
    );
    const kept = marked.map((at) => beginnings[at]!).filter(({ tokens }) => tokens >= leastTokens);
    for (const { key } of kept) this.known.add(key);
    return Math.floor(Math.max(0, ...found.map(({ tokens }) => tokens)));
  }

  private readPrefix(text: string, { step, leastTokens }: Rules<'prefix'>): number {
    const hash = createHash('sha256');
    let cached = 0;
    for (let tokens = step; tokens * CHARS <= text.length; tokens += step) {
      const piece = text.slice((tokens - step) * CHARS, tokens * CHARS);
      const key = hash.update(piece).copy().digest('base64');
      if (tokens >= leastTokens && this.known.has(key)) cached = tokens;
      this.known.add(key);
    }
    return cached;
  }
}

/** A text in at most some 50 pieces of at least 12 characters, as APIs stream the arguments of a call. */
export function fragments(text: string): string[] {
  const size = Math.max(12, Math.ceil(text.length / 50));
  return text.match(new RegExp(`.{1,${size}}`, 'gs')) ?? [];
}
