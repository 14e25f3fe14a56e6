import type { EventData, ReasoningStep } from '../../../src/agentloop/events.js';
import { defined } from '../../../src/foundation/defined.js';
import type { RunItem, Step, StepReasoning } from './run-items.js';

/**
 * The items with what is told of a step. It belongs to the call of that name that runs; one without a call
 * (writing the answer) is a step of its own.
 */
export function withReasoning(
  items: readonly RunItem[],
  data: EventData['reasoning_step'],
): readonly RunItem[] {
  const of = data.tool_status === 'running' ? begunBy(items, data) : endedBy(items, data);
  if (of === undefined) return [...items, ownStep(items, data)];
  return items.map((item) =>
    item === of ? { ...of, ...ending(of, data), reasoning: reasoningOf(data) } : item,
  );
}

function begunBy(items: readonly RunItem[], data: ReasoningStep): Step | undefined {
  const open = stepsNamed(items, data).filter(
    ({ reasoning, call }) => call !== false && reasoning === undefined,
  );
  return sameInput(open, data) ?? open[0];
}

function endedBy(items: readonly RunItem[], data: ReasoningStep): Step | undefined {
  const open = stepsNamed(items, data).filter(({ reasoning }) => reasoning?.status === 'running');
  // The result of a call comes right before what is told of its end.
  return open.find(({ state, call }) => call === false || state !== 'running') ?? open[0];
}

function stepsNamed(items: readonly RunItem[], { step, tool_name: name = step }: ReasoningStep) {
  return items.filter((item) => item.kind === 'step').filter((item) => item.name === name);
}

function sameInput(steps: readonly Step[], { tool_input: input }: ReasoningStep) {
  const wanted = JSON.stringify(input);
  return steps.find((step) => JSON.stringify(step.input) === wanted);
}

function ownStep(items: readonly RunItem[], data: ReasoningStep): Step {
  const step: Step = {
    kind: 'step',
    id: `reasoning-${items.length}`,
    name: data.tool_name ?? data.step,
    input: data.tool_input ?? {},
    state: 'running',
    call: false,
  };
  return { ...step, ...ending(step, data), reasoning: reasoningOf(data) };
}

/** How a step without a call stands; a call's own result says it better. */
function ending(step: Step, { tool_status: status }: ReasoningStep): Partial<Step> {
  if (step.call !== false || status === 'running') return {};
  return { state: status === 'error' ? 'failed' : 'done' };
}

function reasoningOf(data: ReasoningStep): StepReasoning {
  const { action_type: action, message, tool_status: status, tool_output: output } = data;
  return { action, message, status, ...defined({ output }) };
}
