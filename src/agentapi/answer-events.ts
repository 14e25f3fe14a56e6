import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from './caller.js';
import { toSequence } from './runs/sequence.js';
import { closeSignal, writeSse, type SseOptions } from './sse-writer.js';

/** The frames of a user's stream after event `after`, until `closed` is aborted. */
export type Follow = (
  userId: string,
  after: number,
  closed: AbortSignal,
) => Promise<AsyncIterable<string>>;

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
