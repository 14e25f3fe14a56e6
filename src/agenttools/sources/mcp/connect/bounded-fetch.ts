import { withDigits } from '../../../../foundation/exact-json.js';
import type { FetchLike } from '@modelcontextprotocol/client';
import { outboundFetch } from '../../../../foundation/outbound/exchange-http.js';
import type { McpLimits } from '../mcp-limits.js';

/**
 * The server's `fetch` with bounded answers: one as a whole, an event stream event by event. A body that is
 * longer fails with an error that says so.
 */
export function boundedFetch({ messageBytes }: Pick<McpLimits, 'messageBytes'>): FetchLike {
  return async (url, init) => {
    const body = typeof init?.body === 'string' ? { body: withDigits(init.body) } : {};
    const response = await outboundFetch(url, { ...init, ...body });
    if (response.body === null) return response;
    const isStream = (response.headers.get('content-type') ?? '').includes('text/event-stream');
    const bounded = response.body.pipeThrough(boundedBytes(messageBytes, isStream));
    const { status, statusText, headers } = response;
    return new Response(bounded, { status, statusText, headers });
  };
}

const NEW_LINE = 10;

function boundedBytes(max: number, byEvent: boolean): TransformStream<Uint8Array, Uint8Array> {
  let size = 0;
  return new TransformStream({
    transform(chunk, controller) {
      size += chunk.byteLength;
      if (size > max) {
        controller.error(new Error(`the server answered more than ${max} bytes at once`));
        return;
      }
      // A blank line ends an event; one more line than needed is counted with the next.
      if (byEvent && chunk.includes(NEW_LINE)) size = sizeAfterLastEvent(chunk, size);
      controller.enqueue(chunk);
    },
  });
}

function sizeAfterLastEvent(chunk: Uint8Array, size: number): number {
  for (let at = chunk.byteLength - 1; at > 0; at -= 1) {
    const before = chunk[at - 1] === 13 ? at - 2 : at - 1;
    if (chunk[at] === NEW_LINE && before >= 0 && chunk[before] === NEW_LINE)
      return chunk.byteLength - at - 1;
  }
  return size;
}
