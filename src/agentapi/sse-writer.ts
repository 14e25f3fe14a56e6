import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { encodeSse, SSE_HEARTBEAT } from '../foundation/sse.js';
import type { AgentEvent } from '../agentloop/events.js';

/** Limits of one stream, in ms. */
export interface SseOptions {
  heartbeatMs: number;
  /** A client that takes nothing for this long is treated as gone. */
  stallMs: number;
}

/** The limits of the server's streams. */
export const defaultSseOptions: SseOptions = { heartbeatMs: 15_000, stallMs: 60_000 };

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
  connection: 'keep-alive',
};

/**
 * Writes events as SSE, numbered from 1, and ends the response after the last. Headers go out with
 * the first event. Waits for a slow client instead of buffering for it; `gone` is called at once when
 * the client leaves or stalls, and the events are then read to their end without being written.
 */
export async function writeSse(
  response: ServerResponse,
  events: AsyncIterable<AgentEvent>,
  gone: () => void,
  options: SseOptions = defaultSseOptions,
): Promise<void> {
  const closed = watchClose(response, gone);
  const heartbeat = setInterval(() => beat(response), options.heartbeatMs);
  let sequence = 0;
  try {
    for await (const event of events) {
      if (closed.aborted) continue;
      if (!response.headersSent) response.writeHead(200, HEADERS).flushHeaders();
      sequence += 1;
      const frame = encodeSse({ id: sequence, event: event.type, data: event.data });
      if (!response.write(frame)) await drained(response, closed, options.stallMs);
    }
  } finally {
    clearInterval(heartbeat);
    if (!closed.aborted) response.end();
  }
}

/** Aborted when the response is closed, now or later; calls `gone` if that was before its end. */
function watchClose(response: ServerResponse, gone: () => void): AbortSignal {
  const closed = new AbortController();
  const onClose = () => {
    closed.abort();
    if (!response.writableFinished) gone();
  };
  // The response's close, not the request's: that one fires as soon as the body is read.
  if (response.destroyed) onClose();
  else response.once('close', onClose);
  return closed.signal;
}

function beat(response: ServerResponse): void {
  if (response.headersSent && !response.writableNeedDrain && !response.writableEnded) {
    response.write(SSE_HEARTBEAT);
  }
}

/** Resolves when the client has read on; destroys the response of one that takes nothing for too long. */
async function drained(
  response: ServerResponse,
  closed: AbortSignal,
  stallMs: number,
): Promise<void> {
  const timer = setTimeout(() => response.destroy(), stallMs);
  try {
    await once(response, 'drain', { signal: closed });
  } catch {
    // Closed while waiting: `gone` has been called, and the rest is not written.
  } finally {
    clearTimeout(timer);
  }
}
