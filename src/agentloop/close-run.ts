import { newId } from '../foundation/ids.js';
import type { JsonObject } from '../foundation/json.js';
import type { ExecutedCall } from '../agenttools/executor.js';
import type { FinishReason, LlmMessage, LlmRequest } from '../llm/types.js';
import { callStart, readText } from './ask-model.js';
import type { Closing, ClosingContext } from './agent-hooks.js';
import { closingModel } from './agent.js';
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
  const { request, budget, messages, promptSection } = run;
  const { maxTokens } = request.agent.policy;
  return {
    messages,
    promptSection,
    limits: budget.limits,
    call: (name, input) => callTool(run, name, input),
    ask: async function* (system, asked) {
      const reason = yield* askClosing(run, { system, messages: asked, tools: [], maxTokens });
      ended(reason);
      return reason;
    },
  };
}

function askClosing(
  { deps, budget, signal, request }: RunState,
  asked: LlmRequest,
): AsyncGenerator<string, FinishReason> {
  const model = closingModel(request.agent.policy, deps.models);
  const stream = model.streamChat(asked, signal);
  return readText(stream, (usage) => budget.spend(usage));
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
