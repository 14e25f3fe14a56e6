import { stringify } from 'yaml';
import { defined } from '../../foundation/defined.js';
import type { JsonObject } from '../../foundation/json.js';
import type { EvalClient } from './ask-server.js';
import { toTurn, type ChangeRecord, type TurnRecord } from './transcript.js';

export function suiteText(scenarios: readonly JsonObject[]): string {
  return stringify({ scenarios }, { lineWidth: 100 });
}

/** A run as a scenario that expects what came of it, after the messages before it. Rejects when there is none. */
export async function scenarioOfRun(
  runId: string,
  client: Pick<EvalClient, 'events' | 'get'>,
  context: JsonObject = {},
): Promise<JsonObject> {
  const turn = toTurn('', await client.events(runId), 0);
  const { runs } = (await client.get(`/v1/agent/conversations/${turn.conversationId}`)) as {
    runs: readonly { run_id: string; message: string }[];
  };
  const at = runs.findIndex((run) => run.run_id === runId);
  const said = runs.slice(0, at + 1).map(({ message }) => message);
  const changes = await changesOf(runId, turn.conversationId, client);
  const shown = Object.keys(context).length > 0 && { context };
  return {
    name: (said.at(-1) ?? runId).slice(0, 80),
    agent: turn.agent,
    turns: said.map((say, index) =>
      index < at ? { say } : { say, ...shown, expect: expectationOf(turn, changes) },
    ),
  };
}

function expectationOf(turn: Omit<TurnRecord, 'changes'>, changes: readonly ChangeRecord[]) {
  const used = [...new Set(turn.calls.filter((one) => !one.isError).map(({ name }) => name))];
  const cited = [...new Set(turn.citations.map(({ title }) => title))];
  return {
    ...(used.length > 0 && { tools: { use: used } }),
    changes: changes.map(({ kind, payload }) => ({ kind, payload })),
    ...(cited.length > 0 && { cites: cited }),
    ...defined({ error: turn.error }),
  };
}

export async function changesOf(
  runId: string,
  conversationId: string,
  client: Pick<EvalClient, 'get'>,
): Promise<ChangeRecord[]> {
  const list = (await client.get(
    `/v1/agent/previews?conversation_id=${conversationId}&limit=200`,
  )) as { items: { id: string; run_id: string }[] };
  const own = list.items.filter((one) => one.run_id === runId);
  const found = await Promise.all(own.map(({ id }) => client.get(`/v1/agent/previews/${id}`)));
  return (found as JsonObject[]).map(({ id, kind, payload, state }) => {
    return { id: String(id), kind: String(kind), payload, state: String(state) };
  });
}
