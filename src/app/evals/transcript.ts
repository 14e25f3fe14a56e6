import { defined } from '../../foundation/defined.js';
import type { OfferedTool } from '../../agentloop/events.js';
import type { JsonObject } from '../../foundation/json.js';

export interface RunEvent {
  event: string;
  data: JsonObject;
}

export type CallRecord = ReturnType<typeof callsIn>[number];

export interface ChangeRecord {
  id: string;
  kind: string;
  payload: unknown;
  state: string;
}

export type TurnRecord = ReturnType<typeof toTurn> & { changes: readonly ChangeRecord[] };

/** A run's events as a turn; its changes are asked for apart. */
export function toTurn(said: string, events: readonly RunEvent[], seconds: number) {
  const all = <T extends JsonObject>(name: string) =>
    events.flatMap(({ event, data }) => (event === name ? [data as T] : []));
  const [start] = all<{ run_id: string; conversation_id: string; context_type: string }>(
    'run_start',
  );
  const agents = all<{ agent: string }>('agent_selected').map(({ agent }) => agent);
  const selections = all<{ tools: OfferedTool[] }>('tool_selection');
  const [end] = all<{ turns: number; usage: { input_tokens: number; output_tokens: number } }>(
    'message_complete',
  );
  const [failure] = all<{ code: string }>('error');
  return {
    said,
    agent: agents.at(-1) ?? start?.context_type ?? '',
    runId: start?.run_id ?? '',
    conversationId: start?.conversation_id ?? '',
    answer: all<{ chunk: string }>('content_chunk')
      .map(({ chunk }) => chunk)
      .join(''),
    offered: [...new Set(selections.flatMap(({ tools }) => tools.map(({ name }) => name)))],
    calls: callsIn(events),
    citations: all<{ title: string; document_id?: string; url?: string }>('citation').map(
      ({ title, document_id: id, url }) => ({ title, documentId: id ?? url ?? '' }),
    ),
    modelCalls: end?.turns ?? all('message_start').length,
    inputTokens: end?.usage.input_tokens ?? 0,
    outputTokens: end?.usage.output_tokens ?? 0,
    ...defined({ error: failure?.code }),
    seconds,
  };
}

function callsIn(events: readonly RunEvent[]) {
  const inputs = new Map<unknown, unknown>();
  return events.flatMap(({ event, data }) => {
    if (event === 'tool_call_start') inputs.set(data['tool_use_id'], data['input']);
    if (event !== 'tool_call_result') return [];
    const { name, is_error: isError, result } = data;
    return [
      {
        name: String(name),
        input: inputs.get(data['tool_use_id']),
        isError: isError === true,
        ...defined({ code: isError === true ? codeOf(result) : undefined }),
        result,
      },
    ];
  });
}

function codeOf(result: unknown): string | undefined {
  const error = (result as { error?: { code?: unknown } } | null)?.error;
  return typeof error?.code === 'string' ? error.code : undefined;
}
