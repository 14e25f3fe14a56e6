import type { Clock } from '../../foundation/clock.js';
import { firstChars } from '../../foundation/first-chars.js';
import { isObject, type JsonObject } from '../../foundation/json.js';
import type { AgentEvent, ReasoningStep } from '../../agentloop/events.js';
import { defined } from '../../foundation/defined.js';

/** What people read of a step while it runs, and when it has ended. */
interface StepWords {
  action: ReasoningStep['action_type'];
  running(input: JsonObject): string;
  complete(output: JsonObject): string;
}

const WORDS: Readonly<Record<string, StepWords>> = {
  search_documents: {
    action: 'searching',
    running: ({ query }) => `Searching for: ${textOf(query)}`,
    complete: ({ total_found: count }) => `Found ${counted(Number(count), 'document')}`,
  },
  read_document: {
    action: 'reading',
    running: () => 'Reading a document',
    complete: ({ filename }) => `Read ${textOf(filename)}`,
  },
  read_multiple_documents: {
    action: 'reading',
    running: ({ doc_ids: ids }) => `Reading ${counted(listOf(ids).length, 'document')}`,
    complete: ({ documents }) => `Read ${counted(listOf(documents).length, 'document')}`,
  },
  rerank_documents: {
    action: 'analysing',
    running: ({ doc_ids: ids }) => `Weighing ${counted(listOf(ids).length, 'document')}`,
    complete: ({ documents }) => `Best fit: ${nameOfFirst(documents)}`,
  },
  get_document_summary: {
    action: 'analysing',
    running: () => 'Looking at a document',
    complete: ({ filename }) => `Looked at ${textOf(filename)}`,
  },
  open_document: {
    action: 'opening',
    running: ({ reason }) => `Opening a document: ${textOf(reason)}`,
    complete: ({ target }) => `Opened ${isObject(target) ? textOf(target['title']) : ''}`,
  },
  navigate_to: {
    action: 'navigating',
    running: ({ reason }) => `Going there: ${textOf(reason)}`,
    complete: ({ target }) => `Went to ${isObject(target) ? textOf(target['name']) : ''}`,
  },
  show_map: {
    action: 'navigating',
    running: ({ reason }) => `Showing a map: ${textOf(reason)}`,
    complete: ({ target }) =>
      `Showed a map of ${counted(isObject(target) ? listOf(target['sites']).length : 0, 'site')}`,
  },
  generate_answer: {
    action: 'summarising',
    running: () => 'Writing the answer',
    complete: () => 'Wrote the answer',
  },
};

/** A step that people can follow, and where it stands. */
export interface Step {
  name: string;
  input: JsonObject;
  status: ReasoningStep['tool_status'];
  /** Absent while it runs. */
  output?: unknown;
  details?: JsonObject;
}

/** A step as the event of its present state. */
export function stepEvent(step: Step, clock: Clock): AgentEvent {
  const { name, input, status, output, details = {} } = step;
  const message = messageOf(step);
  return {
    type: 'reasoning_step',
    data: {
      step: name,
      action_type: WORDS[name]?.action ?? 'analysing',
      message,
      timestamp: clock().getTime() / 1000,
      tool_name: name,
      tool_input: input,
      ...defined({ tool_output: output === undefined ? undefined : message }),
      tool_status: status,
      details,
    },
  };
}

function messageOf({ name, input, status, output }: Step): string {
  const words = WORDS[name];
  const result = isObject(output) ? output : {};
  if (status === 'error')
    return isObject(result['error']) ? textOf(result['error']['message']) : 'failed';
  if (words === undefined) return `${name}: ${status}`;
  return status === 'running' ? words.running(input) : words.complete(result);
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function nameOfFirst(documents: unknown): string {
  const [first] = listOf(documents);
  return isObject(first) ? textOf(first['filename']) : 'none';
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? firstChars(value, 200) : '';
}
