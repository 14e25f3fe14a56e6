import { newId } from '../foundation/ids.js';
import type { JsonObject } from '../foundation/json.js';
import type { ExecutedCall } from '../agenttools/executor.js';
import type { LlmMessage } from '../llm/types.js';
import { readText } from './ask-model.js';
import type { Closing, Desk } from './conduct.js';
import type { AgentEvent } from './events.js';
import { runCalls } from './run-calls.js';
import { assistantMessage, toolMessage, type RunState } from './run-state.js';

/** Runs a closing in the run's name. */
export async function* closeRun(
  run: RunState,
  closing: Closing | undefined,
): AsyncGenerator<AgentEvent, void> {
  if (closing !== undefined) yield* closing(deskOf(run));
}

function deskOf(run: RunState): Desk {
  const { deps, budget, signal, request } = run;
  const { maxTokens } = request.agent.policy;
  return {
    messages: run.messages,
    call: (name, input) => callTool(run, name, input),
    ask: (system, messages) =>
      readText(deps.llm.streamChat({ system, messages, tools: [], maxTokens }, signal), (usage) =>
        budget.spend(usage),
      ),
  };
}

async function* callTool(
  run: RunState,
  name: string,
  input: JsonObject,
): AsyncGenerator<AgentEvent, ExecutedCall> {
  const call = { id: `call_${newId()}`, name, arguments: input };
  yield { type: 'tool_call_start', data: { tool_use_id: call.id, name, input } };
  const results = yield* runCalls([call], { ...run.deps, ...run });
  const gained: LlmMessage[] = [assistantMessage('', [call]), ...results.map(toolMessage)];
  run.messages.push(...gained);
  run.deps.record(gained);
  return results[0] as ExecutedCall;
}
