import { once } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTick, setTimeout as sleep } from 'node:timers/promises';
import { serve, type TestServer } from '../http-server.js';
import {
  refusal,
  PromptCache,
  type FakeApi,
  type FakeReply,
  type FakeRequest,
  type FakeRoute,
} from './fake-api.js';
import type { FakeDelivery, FakeStep } from './script.js';

/** A turn of a script: steps, or a function of the request that gives them. */
export type FakeTurn = readonly FakeStep[] | ((request: FakeRequest) => readonly FakeStep[]);

/** How a fake starts. */
interface FakeOptions {
  port?: number;
  turns?: readonly FakeTurn[];
  delivery?: FakeDelivery;
  /** Begins again when the script is used up, instead of answering 500. */
  repeat?: boolean;
  /** Routes besides the API's own. */
  routes?: readonly FakeRoute[];
}

/** A model API on a port of this machine that answers from a script. */
export class FakeServer {
  /** Every request so far, in the order they came. */
  readonly requests: FakeRequest[] = [];
  delivery: FakeDelivery;
  private turns: readonly FakeTurn[];
  private played = 0;
  private readonly promptCache: PromptCache | undefined;
  private server!: TestServer;

  private constructor(
    readonly api: FakeApi,
    private readonly options: FakeOptions,
  ) {
    this.turns = options.turns ?? [];
    this.delivery = options.delivery ?? {};
    this.promptCache = api.cacheRules && new PromptCache(api.cacheRules);
  }

  /** Starts `api` on a free port, or on `options.port`. */
  static async start(api: FakeApi, options: FakeOptions = {}): Promise<FakeServer> {
    const fake = new FakeServer(api, options);
    const answer: RequestListener = (request, response) =>
      void fake.handle(request, response).catch((error: Error) => response.destroy(error));
    fake.server = await serve(answer, options.port);
    return fake;
  }

  get url(): string {
    return this.server.url;
  }

  /** The variables with which a server uses this fake. */
  get env(): Record<string, string> {
    return this.api.env(this.url);
  }

  /** Forgets what was and plays these turns from now on, bytes whole unless said otherwise. */
  script(turns: readonly FakeTurn[], delivery: FakeDelivery = {}): void {
    this.turns = turns;
    this.delivery = delivery;
    this.played = 0;
    this.requests.length = 0;
  }

  /** The latest request. */
  get last(): FakeRequest {
    const request = this.requests.at(-1);
    if (request === undefined) throw new Error('the fake has not been asked');
    return request;
  }

  close(): Promise<void> {
    return this.server.close();
  }

  private async handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await readRequest(incoming, response);
    if (this.promptCache !== undefined) request.promptCache = this.promptCache;
    this.requests.push(request);
    const reply = this.answer(request);
    request.status = reply.status;
    if (reply.hold !== undefined) await pause(reply.hold, request);
    if (request.closedAt !== undefined) return;
    await send(reply, request, response, this.delivery);
  }

  private answer(request: FakeRequest): FakeReply {
    const path = request.path.split('?')[0] ?? '';
    const routes = [...this.api.routes, ...(this.options.routes ?? [])];
    const found = routes.find((route) => route.method === request.method && route.path.test(path));
    if (found === undefined)
      return refusal(this.api, { status: 404, message: `no such route: ${path}` });
    return request.body === undefined
      ? refusal(this.api, { status: 400, message: 'the body is no JSON' })
      : found.answer(request, () => this.nextTurn(request));
  }

  private nextTurn(request: FakeRequest): readonly FakeStep[] {
    const at = this.options.repeat ? this.played % this.turns.length : this.played;
    const turn = this.turns[at];
    this.played += 1;
    const message = `the script has ${this.turns.length} turns and was asked for one more`;
    if (turn === undefined) return [{ refuse: { status: 500, message } }];
    return typeof turn === 'function' ? turn(request) : turn;
  }
}

async function readRequest(incoming: IncomingMessage, response: ServerResponse) {
  const { method = '', url: path = '', headers, socket } = incoming;
  const request: FakeRequest = {
    method,
    path,
    headers,
    socket,
    body: undefined,
    text: '',
    completed: false,
    closed: once(response, 'close').then(() => {
      request.closedAt = performance.now();
      request.completed = response.writableFinished;
    }),
  };
  try {
    request.text = await text(incoming);
    request.body = JSON.parse(request.text || '{}');
  } catch {
    // Answered as no JSON, or the client has left.
  }
  return request;
}

async function send(
  reply: FakeReply,
  request: FakeRequest,
  response: ServerResponse,
  delivery: FakeDelivery,
) {
  response.writeHead(reply.status, reply.headers);
  response.flushHeaders();
  const split = splitter(delivery.split);
  let left = delivery.resetAfter ?? Infinity;
  for (const piece of reply.body) {
    if (typeof piece !== 'string') {
      if ('reset' in piece) return cut(response);
      await pause(piece.stall, request);
      continue;
    }
    for (const bytes of split(Buffer.from(piece))) {
      if (request.closedAt !== undefined) return;
      response.write(bytes.subarray(0, left));
      left -= bytes.length;
      if (left <= 0) return cut(response);
      if (delivery.dripMs !== undefined) await sleep(delivery.dripMs);
      else if (delivery.split !== undefined) await nextTick();
    }
  }
  response.end();
}

/** Lets what was written reach the client first. */
async function cut(response: ServerResponse): Promise<void> {
  await sleep(5);
  response.socket?.resetAndDestroy();
}

/** Waits for so many ms, until a promise is kept, or for ever; in all cases no longer than the client does. */
async function pause(time: number | true | Promise<void>, request: FakeRequest): Promise<void> {
  if (time === true) return request.closed;
  if (typeof time !== 'number') return Promise.race([time, request.closed]);
  const over = new AbortController();
  const slept = sleep(time, undefined, { signal: over.signal }).catch(() => {});
  await Promise.race([slept, request.closed]);
  over.abort();
}

/** Cuts bytes at places that look random and are the same for the same seed; without rules, not at all. */
function splitter(rules?: { seed: number; max: number }): (bytes: Buffer) => Iterable<Buffer> {
  if (rules === undefined) return (bytes) => [bytes];
  let state = rules.seed >>> 0;
  const random = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
  return function* (bytes) {
    for (let at = 0, size = 0; at < bytes.length; at += size) {
      size = 1 + Math.floor(random() * rules.max);
      yield bytes.subarray(at, at + size);
    }
  };
}
