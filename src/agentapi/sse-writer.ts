import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, invalidRequest } from '../foundation/errors.js';
import { encodeSse, SSE_HEARTBEAT } from '../foundation/sse.js';
import { callerOf } from './caller.js';

export interface SseOptions {
  heartbeatMs: number;
  /** A client that takes nothing for this long is treated as gone. */
  stallMs: number;
  /** What is sent last when the frames fail; absent: an event of the server's own protocol. */
  broken?: (error: unknown) => string;
  /** Told why frames failed of which some were sent, so that no answer tells. */
  failed?: (error: unknown) => void;
  /** What stands in the head beside the stream's own. */
  headers?: () => Readonly<Record<string, number | string | string[] | undefined>>;
}

export const defaultSseOptions: SseOptions = { heartbeatMs: 15_000, stallMs: 60_000 };

type Frames = Promise<AsyncIterable<string>>;

/** Streams what `follow` gives once it has not been rejected; from then on the reply is this function's own. */
export async function answerFrames(
  reply: FastifyReply,
  sse: SseOptions,
  follow: (closed: AbortSignal) => Frames,
): Promise<void> {
  const closed = closeSignal(reply.raw);
  const frames = await follow(closed);
  reply.hijack();
  // Not awaited: an open stream would hold all that waits for the answer to its request.
  const options = { headers: () => reply.getHeaders(), ...sse };
  void writeSse(reply.raw, frames, closed, options).catch(sse.failed);
}

/** Streams to the caller what `follow` gives after `Last-Event-ID` or, without it, `?after=`. Rejects as `follow` does, before anything is sent. */
export async function answerEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  sse: SseOptions,
  follow: (userId: string, after: number, closed: AbortSignal) => Frames,
): Promise<void> {
  const { after } = request.query as { after?: unknown };
  const last = toSequence(request.headers['last-event-id'] ?? after);
  await answerFrames(reply, sse, (closed) => follow(callerOf(request).userId, last, closed));
}

const SEQUENCE = /^\d{1,9}$/;

/** The number of the last event a client has; 0, from the start, when it names none. */
function toSequence(text: unknown): number {
  if (text === undefined || text === '') return 0;
  if (typeof text === 'string' && SEQUENCE.test(text)) return Number(text);
  throw invalidRequest(
    'Last-Event-ID and after must be the number of the last event you have, from 0.',
    [{ path: 'after', message: 'must be a whole number from 0' }],
  );
}

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
  connection: 'keep-alive',
};

/** One for all: without a reason each abort makes an error of its own, with its stack. */
const CLOSED = new AppError('cancelled', 'The response is closed.');

/** Aborted when the response is closed, now or later: its end was read, or its client left or stalled. */
export function closeSignal(response: ServerResponse): AbortSignal {
  const closed = new AbortController();
  const onClose = (): void => closed.abort(CLOSED);
  // The response's close, not the request's: that one fires as soon as the body is read.
  if (response.destroyed) onClose();
  else response.once('close', onClose);
  return closed.signal;
}

/** Writes encoded frames, waiting for a slow client, and ends the response; frames that fail end it with one of no number, and reject. */
export async function writeSse(
  response: ServerResponse,
  frames: AsyncIterable<string>,
  closed: AbortSignal,
  options: SseOptions,
): Promise<void> {
  const heartbeat = setInterval(() => beat(response), options.heartbeatMs);
  try {
    for await (const frame of frames) {
      if (closed.aborted) break;
      begin(response, options);
      if (!response.write(frame)) await drained(response, closed, options.stallMs);
    }
  } catch (error) {
    // Without a first frame too: an empty answer would be a stream that ended well.
    if (!closed.aborted) begin(response, options).write((options.broken ?? broken)(error));
    throw error;
  } finally {
    clearInterval(heartbeat);
    if (!closed.aborted) response.end();
  }
}

function begin(response: ServerResponse, { headers }: SseOptions): ServerResponse {
  if (response.headersSent) return response;
  const { socket } = response;
  // The head in one write with what follows, but as a text of its own: else a stream keeps it in some fifty pieces.
  socket?.cork();
  process.nextTick(() => socket?.uncork());
  response.writeHead(200, Object.assign({}, headers?.(), HEADERS)).flushHeaders();
  return response;
}

/** What a client is told when its stream cannot continue: that events are missing, or that it may resume. */
function broken(error: unknown): string {
  if (error instanceof AppError && error.code === 'run_gone')
    return encodeSse({ event: 'gap', data: { message: error.message } });
  const isKnown = error instanceof AppError && error.code === 'database_error';
  const message = isKnown
    ? error.message
    : 'The stream cannot continue, because the server cannot read what comes next. The run may be continuing: read it again from the last event that came.';
  return encodeSse({
    event: 'error',
    data: { code: 'database_error', message, retryable: true },
  });
}

function beat(response: ServerResponse): void {
  if (response.headersSent && !response.writableNeedDrain && !response.writableEnded)
    response.write(SSE_HEARTBEAT);
}

/** Resolves when the client has read on; destroys the response of one that takes nothing for too long. */
async function drained(response: ServerResponse, closed: AbortSignal, stallMs: number) {
  const timer = setTimeout(() => response.destroy(), stallMs);
  try {
    await once(response, 'drain', { signal: closed });
  } catch {
    // Closed while waiting.
  } finally {
    clearTimeout(timer);
  }
}
