import type { JsonObject } from '../../src/foundation/json.js';
import { startTestServer, type TestServer, type WireEvent } from '../support/server.js';
import type { CorpusCase } from './corpus.js';
import type { Run } from './judge.js';

/** The whole server with the offline model: loop, tool index, tools, platform and database are the real ones. */
export interface Talk {
  run(wanted: CorpusCase): Promise<Run>;
  close(): Promise<void>;
}

/** Starts the server and learns the ids of the sample's rules and tables. */
export async function startTalk(): Promise<Talk> {
  const server = await startTestServer();
  const ids = new Map([
    ...(await idsOf(server, '/v1/workflow/rules', 'workflow')),
    ...(await idsOf(server, '/v1/data/configs', 'tables')),
  ]);
  return {
    close: () => server.close(),
    run: async (wanted) => {
      let conversationId: string | undefined;
      let run: Run = { calls: [], text: '', end: 'nothing was said' };
      for (const message of [...(wanted.before ?? []), wanted.say]) {
        const events = await server.chat({
          message,
          context_type: wanted.on,
          context: contextOf(wanted, ids),
          ...(conversationId === undefined ? {} : { conversation_id: conversationId }),
        });
        conversationId = startOf(events);
        run = toRun(events);
      }
      return run;
    },
  };
}

async function idsOf(server: TestServer, path: string, on: string): Promise<[string, string][]> {
  const answer = await fetch(`${server.url}${path}?rows=500`);
  const { items } = (await answer.json()) as { items: { id: string; name: string }[] };
  return items.map(({ id, name }) => [`${on} ${name}`, id]);
}

function contextOf({ on, open }: CorpusCase, ids: ReadonlyMap<string, string>): JsonObject {
  if (open === undefined) return {};
  const id = ids.get(`${on} ${open}`);
  if (id === undefined) throw new Error(`the sample holds no "${open}" for ${on}`);
  return on === 'workflow' ? { workflow_id: id } : { config_id: id };
}

function startOf(events: readonly WireEvent[]): string | undefined {
  const start = events.find((event) => event.event === 'run_start');
  return start?.event === 'run_start' ? start.data.conversation_id : undefined;
}

function toRun(events: readonly WireEvent[]): Run {
  const run: Run = { calls: [], text: '', end: 'no terminal event' };
  const open = new Map<string, { name: string; input: JsonObject }>();
  for (const event of events) {
    if (event.event === 'content_chunk') run.text += event.data.chunk;
    if (event.event === 'tool_call_start') {
      open.set(event.data.tool_use_id, { name: event.data.name, input: event.data.input });
    }
    if (event.event === 'tool_call_result') {
      const call = open.get(event.data.tool_use_id);
      if (call)
        run.calls.push({ ...call, isError: event.data.is_error, result: event.data.result });
    }
    if (event.event === 'message_complete') run.end = 'message_complete';
    if (event.event === 'error') run.end = `${event.data.code}: ${event.data.message}`;
  }
  return run;
}
