import { writeJson } from './exact-json.js';

export interface SseFrame {
  id?: string | number;
  event: string;
  data: unknown;
}

const LINE_BREAK = /[\r\n]/;

/** An event of a text/event-stream. A break in `event` or `id` would forge fields, and is refused. */
export function encodeSse({ id, event, data }: SseFrame): string {
  if (LINE_BREAK.test(event) || (typeof id === 'string' && LINE_BREAK.test(id)))
    throw new TypeError('an SSE event name or id must not contain a line break');
  const json = writeJson(data) as string | undefined;
  if (json === undefined) throw new TypeError('the data of an SSE event must be a JSON value');
  const idLine = id === undefined ? '' : `id: ${id}\n`;
  return `${idLine}event: ${event}\ndata: ${json}\n\n`;
}

/** A comment that keeps proxies from closing a quiet stream. */
export const SSE_HEARTBEAT = ': keep-alive\n\n';
