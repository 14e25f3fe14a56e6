import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from './caller.js';
import { closeSignal, writeSse, type SseOptions } from './sse-writer.js';
import { AppError } from '../foundation/errors.js';

const SEQUENCE = /^\d{1,9}$/;

/** The number of the last event a client has; 0, from the start, when it names none. */
function toSequence(text: unknown): number {
  if (text === undefined || text === '') return 0;
  if (typeof text === 'string' && SEQUENCE.test(text)) return Number(text);
  throw new AppError(
    'invalid_request',
    'Last-Event-ID and after must be the number of the last event you have, from 0.',
    [{ path: 'after', message: 'must be a whole number from 0' }],
  );
}

interface Follows {
  follow(
    userId: string,
    runId: string,
    after: number,
    closed: AbortSignal,
  ): Promise<AsyncIterable<string>>;
}

/** The frames of a user's stream after event `after`, until `closed` is aborted. */
export type Follow = (
  userId: string,
  after: number,
  closed: AbortSignal,
) => Promise<AsyncIterable<string>>;

/** Streams to the caller the run that they began, from its first event on. */
export async function answerRun(
  request: FastifyRequest,
  reply: FastifyReply,
  { runs, sse, runId }: { runs: Follows; sse: SseOptions; runId: string },
): Promise<void> {
  const closed = closeSignal(reply.raw);
  const frames = await runs.follow(callerOf(request).userId, runId, 0, closed);
  reply.hijack();
  await writeSse(reply.raw, frames, closed, sse);
}

/** Streams to the caller what `follow` gives after `Last-Event-ID` or, without it, `?after=`. Rejects as `follow` does, before anything is sent. */
export async function answerEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  sse: SseOptions,
  follow: Follow,
): Promise<void> {
  const { after } = request.query as { after?: unknown };
  const last = toSequence(request.headers['last-event-id'] ?? after);
  const closed = closeSignal(reply.raw);
  const frames = await follow(callerOf(request).userId, last, closed);
  reply.hijack();
  await writeSse(reply.raw, frames, closed, sse);
}
