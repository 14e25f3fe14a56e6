import { defined } from '../../foundation/defined.js';
import { configError } from '../../foundation/errors.js';
import type { JsonObject } from '../../foundation/json.js';
import { outboundFetch } from '../../foundation/outbound/exchange-http.js';
import { sseEvents } from '../../llm/wire/post-stream.js';
import type { RunEvent } from './transcript.js';

export type EvalClient = ReturnType<typeof evalClient>;

/** A client of the server at `url`, with the caller's token where there is one. Rejects with what a server refuses. */
export function evalClient(url: string, authorization?: string) {
  const headers = { 'content-type': 'application/json', ...defined({ authorization }) };
  const ask = async (method: string, path: string, body?: JsonObject): Promise<Response> => {
    const sent = { method, headers, body: body && JSON.stringify(body) };
    const response = await outboundFetch(`${url}${path}`, sent);
    if (response.ok) return response;
    const text = (await response.text()).slice(0, 500);
    throw configError(`${method} ${path} was answered ${response.status}: ${text}`);
  };
  return {
    chat: async (body: JsonObject) => eventsOf(await ask('POST', '/v1/agent/chat', body)),
    events: async (runId: string) =>
      eventsOf(await ask('GET', `/v1/agent/runs/${encodeURIComponent(runId)}/events`)),
    get: async (path: string): Promise<unknown> => (await ask('GET', path)).json(),
    post: async (path: string, body: JsonObject): Promise<unknown> =>
      (await ask('POST', path, body)).json(),
  };
}

async function eventsOf(response: Response): Promise<RunEvent[]> {
  const events: RunEvent[] = [];
  for await (const item of sseEvents(response.body as AsyncIterable<Uint8Array> | null)) {
    if (item === 'comment' || item.event === undefined || item.id === undefined) continue;
    events.push({ event: item.event, data: JSON.parse(item.data) as JsonObject });
  }
  return events;
}
