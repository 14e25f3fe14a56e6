import { newId } from '../foundation/ids.js';
import type { JsonObject } from '../foundation/json.js';
import type { ExecutedCall } from '../agenttools/executor.js';
import type { FinishReason, LlmMessage } from '../llm/types.js';
import { callStart, readText } from './ask-model.js';
import type { Closing, ClosingContext } from './agent-hooks.js';
import { modelFor } from './agent.js';
import { runCalls } from './run-calls.js';
import { assistantMessage, toolMessage, type RunState } from './run.js';

/** Runs a closing in the run's name; returns why the model's answer ended, where it asked for one. */
export async function closeRun(
  run: RunState,
  closing: Closing | undefined,
): Promise<FinishReason | undefined> {
  if (closing === undefined) return undefined;
  let ended: FinishReason | undefined;
  const events = closing(closingContext(run, (reason) => (ended = reason)));
  for await (const event of events) await run.emit(event);
  return ended;
}

function closingContext(run: RunState, ended: (reason: FinishReason) => void): ClosingContext {
  const { request, deps, budget, signal, messages, promptSection } = run;
  const { policy } = request.agent;
  return {
    messages,
    promptSection,
    limits: budget.limits,
    call: (name, input) => callTool(run, name, input),
    ask: async function* (system, asked) {
      const model = modelFor('closing', policy, deps.models);
      const closing = { system, messages: asked, tools: [], maxTokens: policy.maxTokens };
      const stream = model.streamChat(closing, signal);
      const reason = yield* readText(stream, (usage) => budget.spend(usage));
      ended(reason);
      return reason;
    },
  };
}

async function callTool(run: RunState, name: string, input: JsonObject): Promise<ExecutedCall> {
  const call = { id: `call_${newId()}`, name, arguments: input };
  await run.emit(callStart(call, run.activeTools));
  const results = await runCalls([call], run);
  const gained: LlmMessage[] = [assistantMessage('', [call]), ...results.map(toolMessage)];
  run.messages.push(...gained);
  run.deps.record(gained);
  return results[0] as ExecutedCall;
}
