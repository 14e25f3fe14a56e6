import { writeJson, parseJson } from '../../../src/foundation/exact-json.js';
import { ApiProblem, problemOf, type AgentEvent, type ChatBody } from './request.js';

/** What begins a run; what was said before, the server knows. */
export type ChatRequest = Omit<ChatBody, 'history'>;

/** A form of an operation as it is filled in; `context` is what the page has open. */
export interface FilledForm {
  tool: string;
  arguments: Record<string, unknown>;
  context?: Record<string, unknown>;
  after_run_id?: string;
}

/** How a preview that nobody can accept any more is prepared again; `message` is what the conversation keeps of it. */
export interface AgainRequest {
  message?: string;
  after_run_id?: string;
}

/**
 * A run to be started, or started already; `eventsPath` is where its events are read when it is no chat's, `path`
 * where the request goes when it is no message. The key makes sending again safe: it streams the same run.
 */
export type RunSource =
  | { runId: string; eventsPath?: string }
  | { request: ChatRequest; key: string; path?: undefined; runId?: undefined }
  | { request: FilledForm | AgainRequest; key: string; path: string; runId?: undefined };

/** What a reader of a run is told. */
export type RunUpdate =
  | { type: 'event'; id: number; event: AgentEvent }
  | { type: 'connected' }
  /** The connection broke; it is tried again in `retryInMs`. */
  | { type: 'lost'; attempt: number; retryInMs: number; reason: string }
  | { type: 'gap'; message: string }
  /** The server says no; nothing comes after it. */
  | { type: 'refused'; problem: ApiProblem };

/** What following a run needs from its surroundings. */
export interface FollowDeps {
  fetch: typeof fetch;
  /** The headers of a request, with who calls. */
  headers: (
    extra?: Record<string, string>,
  ) => Record<string, string> | Promise<Record<string, string>>;
  /** What stands before every path: the server's origin; absent: the page's own. */
  url?: string;
  /** Told of every refusal before it is given out. */
  onProblem?: (problem: ApiProblem) => void;
  /** Resolves after `ms`, earlier when the network is back; rejects or resolves when aborted. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
  random?: () => number;
}

const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 10_000;
/** Answers that are worth asking again: the server is stopping, starting, or behind a proxy that misses it. */
const PASSING = new Set([0, 502, 503, 504]);
const TOO_MANY = 429;

/** A run that continues is asked for again when there were too many requests; a new one waits for its user. */
function passes({ status }: ApiProblem, { runId }: ReaderProgress): boolean {
  return PASSING.has(status) || (status === TOO_MANY && runId !== undefined);
}

/**
 * Every event of a run once and in order, whatever happens to the connection, until its terminal
 * event, a refusal, or an abort. After a break it continues behind the last event it has.
 */
export async function* followRun(
  source: RunSource,
  deps: FollowDeps,
  signal: AbortSignal,
): AsyncGenerator<RunUpdate> {
  const place: ReaderProgress = { runId: source.runId, last: 0, terminal: false };
  for (let attempt = 1; !signal.aborted; attempt += 1) {
    let reason = 'the connection closed before the answer was complete';
    try {
      const response = await open(source, place, deps, signal);
      yield { type: 'connected' };
      for await (const update of read(response, place)) {
        attempt = 0;
        yield update;
        if (place.terminal) return;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ApiProblem && !passes(error, place)) {
        yield { type: 'refused', problem: error };
        return;
      }
      reason = error instanceof Error ? error.message : String(error);
    }
    const retryInMs = waitBefore(attempt, deps.random ?? Math.random);
    yield { type: 'lost', attempt: attempt + 1, retryInMs, reason };
    await deps.wait(retryInMs, signal);
  }
}

/** How far a reader is. */
interface ReaderProgress {
  runId: string | undefined;
  last: number;
  terminal: boolean;
}

/** Doubles from try to try, with a random part so that many pages do not come back at once. */
function waitBefore(attempt: number, random: () => number): number {
  const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt);
  return Math.round(longest * (0.5 + random() / 2));
}

async function open(
  source: RunSource,
  place: ReaderProgress,
  deps: FollowDeps,
  signal: AbortSignal,
): Promise<Response> {
  const [path, init] = await requestOf(source, place, deps);
  const response = await deps.fetch(`${deps.url ?? ''}${path}`, { ...init, signal });
  if (response.ok && response.body !== null) return response;
  const problem = await problemOf(response);
  deps.onProblem?.(problem);
  throw problem;
}

async function requestOf(
  source: RunSource,
  place: ReaderProgress,
  deps: FollowDeps,
): Promise<[string, RequestInit]> {
  if (place.runId === undefined && 'request' in source) {
    const headers = await deps.headers({
      'content-type': 'application/json',
      'idempotency-key': source.key,
    });
    return [
      source.path ?? '/v1/agent/chat',
      { method: 'POST', headers, body: writeJson(source.request) },
    ];
  }
  const headers = await deps.headers({ 'last-event-id': String(place.last) });
  return [eventsOf(source, place), { headers }];
}

function eventsOf(source: RunSource, { runId = '' }: ReaderProgress): string {
  const given = 'eventsPath' in source ? source.eventsPath : undefined;
  return given ?? `/v1/agent/runs/${encodeURIComponent(runId)}/events`;
}

async function* read(response: Response, place: ReaderProgress): AsyncGenerator<RunUpdate> {
  if (response.body === null) return;
  for await (const frame of readFrames(response.body)) {
    if (frame.id === undefined) {
      if (frame.event === 'gap') yield { type: 'gap', message: sentenceIn(frame) };
      // Any other frame without a number is about the stream, which ends here and is opened again.
      else return;
    } else if (frame.id > place.last) {
      yield advance(place, frame.id, frame);
    }
  }
}

function advance(place: ReaderProgress, id: number, frame: Frame): RunUpdate {
  const event = { type: frame.event, data: frame.data } as AgentEvent;
  place.last = id;
  if (event.type === 'run_start') place.runId = event.data.run_id;
  place.terminal = event.type === 'message_complete' || event.type === 'error';
  return { type: 'event', id, event };
}

function sentenceIn({ data }: Frame): string {
  const message = (data as { message?: unknown } | null)?.message;
  return typeof message === 'string' ? message : 'Part of this run is no longer stored.';
}

/** One event off the wire; `id` is its number in the run, absent for frames about the stream itself. */
export interface Frame {
  id: number | undefined;
  event: string;
  data: unknown;
}

/** The events of a streamed answer, cut anywhere by the network; ends when the stream ends. */
export async function* readFrames(body: ReadableStream<Uint8Array>): AsyncGenerator<Frame> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const read = rest + decoder.decode(value, { stream: true });
      // The server ends every frame with an empty line, and writes no other ends of lines than \n.
      const end = read.lastIndexOf('\n\n');
      if (end < 0) {
        rest = read;
        continue;
      }
      rest = read.slice(end + 2);
      for (const text of read.slice(0, end).split('\n\n')) {
        const frame = frameOf(text);
        if (frame !== undefined) yield frame;
      }
    }
  } finally {
    // Who stops reading closes the connection.
    await reader.cancel().catch(() => undefined);
  }
}

/** The event of a frame; undefined for a comment. */
function frameOf(text: string): Frame | undefined {
  const fields: Record<string, string> = {};
  for (const line of text.split('\n')) {
    const colon = line.indexOf(': ');
    if (colon > 0) fields[line.slice(0, colon)] = line.slice(colon + 2);
  }
  const { id, event = 'message', data } = fields;
  if (data === undefined) return undefined;
  return {
    id: id === undefined ? undefined : Number(id),
    event,
    data: parseJson(data),
  };
}
