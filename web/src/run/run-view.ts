import { defined } from '../../../src/foundation/defined.js';
import type {
  AgentEvent,
  Citation,
  EventData,
  ReasoningStep,
} from '../../../src/agentloop/events.js';
import { isObject } from '../../../src/foundation/json.js';
import { changeIn } from '../changes/change.js';
import type { Finding, RunItem, Step, StepReasoning } from './run-items.js';

/** Where a run stands for its reader. `gone`: its events are no longer stored. */
export type RunStatus = 'sending' | 'running' | 'done' | 'stopped' | 'failed' | 'gone';

/** What went wrong, in words. */
interface RunProblem {
  code: string;
  message: string;
  retryable: boolean;
}

/** Everything the page knows of a run, made from its events alone: the same events give the same view. */
export interface RunView {
  status: RunStatus;
  runId?: string;
  conversationId?: string;
  contextType?: string;
  /** The number of the last event in it. */
  lastEventId: number;
  turn: number;
  items: readonly RunItem[];
  /** The share of the tool index that is done, while the run waits for it. */
  indexing?: number;
  /** What was offered, newest last. */
  selections: readonly EventData['tool_selection'][];
  /** What the markers `[n]` of the answer stand for. */
  citations: readonly Citation[];
  problem?: RunProblem;
  usage?: EventData['message_complete']['usage'];
  /** What the server said of events that are missing. */
  gap?: string;
}

/** A run of which nothing is known yet. */
export const EMPTY_RUN: RunView = {
  status: 'sending',
  lastEventId: 0,
  turn: 0,
  items: [],
  selections: [],
  citations: [],
};

/** The view with one more event; an event it already has changes nothing. */
export function withEvent(view: RunView, id: number, event: AgentEvent): RunView {
  if (id <= view.lastEventId) return view;
  return { ...apply(view, event), lastEventId: id };
}

/** The view of a run that cannot be read any further, and why. */
export function withProblem(view: RunView, problem: RunProblem): RunView {
  const status = problem.code === 'run_gone' ? 'gone' : 'failed';
  return ended({ ...view, status, problem });
}

/** True while more events can come. */
export function isRunning({ status }: RunView): boolean {
  return status === 'sending' || status === 'running';
}

/** All that the model said, as one text. */
export function answerOf(view: RunView): string {
  return view.items
    .filter((item) => item.kind === 'text')
    .map(({ text }) => text)
    .join('\n\n');
}

/** The run's steps in the order of their calls. */
export function stepsOf(view: RunView): readonly Step[] {
  return view.items.filter((item) => item.kind === 'step');
}

function apply(view: RunView, event: AgentEvent): RunView {
  switch (event.type) {
    case 'run_start': {
      const { run_id: runId, conversation_id: conversationId, context_type } = event.data;
      return { ...view, status: 'running', runId, conversationId, contextType: context_type };
    }
    case 'agent_selected':
      return withItem(
        { ...view, contextType: event.data.agent },
        { kind: 'agent', data: event.data },
      );
    case 'indexing':
      return { ...view, indexing: event.data.share };
    case 'tool_selection': {
      const { indexing: _, ...rest } = view;
      return { ...rest, selections: [...view.selections, event.data] };
    }
    case 'message_start':
      return { ...view, turn: event.data.turn };
    case 'content_chunk':
      return { ...view, items: withChunk(view, event.data.chunk) };
    case 'thinking_chunk':
      return { ...view, items: withThinking(view.items, event.data.chunk) };
    case 'tool_call_start': {
      const { tool_use_id: id, name, title, input } = event.data;
      const titled = title === undefined ? {} : { title };
      return withItem(view, { kind: 'step', id, name, ...titled, input, state: 'running' });
    }
    case 'tool_call_result':
      return { ...view, items: withResult(view.items, event.data) };
    case 'reasoning_step':
      return { ...view, items: withReasoning(view.items, event.data) };
    case 'citation':
      return { ...view, citations: [...view.citations, event.data] };
    case 'ui_action':
      return withItem(view, { kind: 'ui_action', data: event.data });
    case 'message_complete':
      return ended({ ...view, status: 'done', usage: event.data.usage });
    case 'error':
      return failed(view, event.data);
    default:
      return withItem(view, itemOf(event));
  }
}

/** What an event without a place of its own shows: a change, findings, or plainly itself, as later servers may send. */
function itemOf({ type, data }: { type: string; data: unknown }): RunItem {
  const change = changeIn(type, data);
  if (change !== undefined) return { kind: 'change', change };
  const errors: unknown = isObject(data) ? data['errors'] : undefined;
  if (Array.isArray(errors)) return { kind: 'findings', findings: errors.filter(isFinding) };
  return { kind: 'other', event: type, data };
}

function isFinding(value: unknown): value is Finding {
  return isObject(value) && typeof value['message'] === 'string';
}

function withItem(view: RunView, item: RunItem): RunView {
  return { ...view, items: [...view.items, item] };
}

/** Chunks of one turn make one text until something else comes between. */
function withChunk({ items, turn }: RunView, chunk: string): readonly RunItem[] {
  const last = items.at(-1);
  if (last?.kind !== 'text' || last.turn !== turn) {
    return [...items, { kind: 'text', turn, text: chunk }];
  }
  return [...items.slice(0, -1), { ...last, text: last.text + chunk }];
}

function withThinking(items: readonly RunItem[], chunk: string): readonly RunItem[] {
  const last = items.at(-1);
  if (last?.kind !== 'thinking') return [...items, { kind: 'thinking', text: chunk }];
  return [...items.slice(0, -1), { ...last, text: last.text + chunk }];
}

function withResult(
  items: readonly RunItem[],
  result: EventData['tool_call_result'],
): readonly RunItem[] {
  return items.map((item) =>
    item.kind === 'step' && item.id === result.tool_use_id && item.state === 'running'
      ? {
          ...item,
          state: stateOf(result),
          elapsedMs: result.elapsed_ms,
          result: result.result,
          ...defined({ link: result.link }),
        }
      : item,
  );
}

function stateOf({ is_error: isError, result }: EventData['tool_call_result']): Step['state'] {
  if (!isError) return 'done';
  return isStopped(result) ? 'stopped' : 'failed';
}

/** True of the result of a call that was cut off because the user stopped the run. */
export function isStopped(result: unknown): boolean {
  const error = isObject(result) ? result['error'] : undefined;
  return isObject(error) && error['code'] === 'cancelled';
}

function failed(view: RunView, problem: RunProblem): RunView {
  const status = problem.code === 'cancelled' ? 'stopped' : 'failed';
  return ended({ ...view, status, problem });
}

/** No call runs on in a run that has ended: it was stopped with it, or how it went cannot be told from here. */
function ended(view: RunView): RunView {
  const state: Step['state'] = view.status === 'stopped' ? 'stopped' : 'unknown';
  const items = view.items.map((item) =>
    item.kind === 'step' && item.state === 'running' ? { ...item, state } : item,
  );
  return { ...view, items };
}

/**
 * The items with what is told of a step. It belongs to the call of that name that runs; one without a call
 * (writing the answer) is a step of its own.
 */
function withReasoning(
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
