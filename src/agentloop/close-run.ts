import { newId } from '../foundation/ids.js';
import type { JsonObject } from '../foundation/json.js';
import type { ExecutedCall } from '../agenttools/executor.js';
import type { FinishReason, LlmMessage } from '../llm/types.js';
import { callStart, readText } from './ask-model.js';
import type { Closing, ClosingContext } from './agent-hooks.js';
import { modelFor } from './agent.js';
import type { AgentEvent } from './events.js';
import { runCalls } from './run-calls.js';
import { assistantMessage, TextCollector, toolMessage, type RunState } from './run.js';

export const FALLBACK = 'fallback';

/** How a run ends: what the closing shows is the answer, or the rest of one that began with `earlier`. */
export interface Ending {
  closing: Closing | undefined;
  earlier: string;
  finishReason: FinishReason | typeof FALLBACK;
  mayBeSilent?: boolean;
}

/** Runs the closing in the run's name, where there is one, and records the answer; the run's last event. */
export async function closeRun(run: RunState, ending: Ending): Promise<AgentEvent> {
  const { closing, earlier, finishReason, mayBeSilent = false } = ending;
  const collector = new TextCollector(run.emit);
  const { emit } = collector;
  let asked: FinishReason | undefined;
  const context = closingContext({ ...run, emit }, (reason) => (asked = reason));
  if (closing !== undefined) for await (const event of closing(context)) await emit(event);
  const text = earlier + collector.text;
  if (text !== '' || !mayBeSilent) run.deps.record([assistantMessage(text, [])]);
  const reason = finishReason === FALLBACK ? finishReason : (asked ?? finishReason);
  const { turnsTaken: turns, usage } = run.budget;
  const tokens = { input_tokens: usage.inputTokens, output_tokens: usage.outputTokens };
  return { type: 'message_complete', data: { finish_reason: reason, turns, usage: tokens } };
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
