import type { ChatRequest as Chat } from '@sextant/client';
import type { EventData, ReasoningStep } from '../../../src/agentloop/events.js';
import { type JsonObject, isObject } from '../../../src/foundation/json.js';
import type { ProposedChange } from '../changes/change.js';
import { parseJson, writeJson } from '../../../src/foundation/exact-json.js';

/** What the server says of a step for people; `output` once it has ended. */
export interface StepReasoning {
  action: ReasoningStep['action_type'];
  message: string;
  status: ReasoningStep['tool_status'];
  output?: string;
}

/** A tool call as the page shows it. */
export interface Step {
  kind: 'step';
  id: string;
  name: string;
  /** What people call the tool, where it has such a name. */
  title?: string;
  input: unknown;
  /** `stopped`: the user stopped the run while it ran; `unknown`: the run ended otherwise before the call did. */
  state: 'running' | 'done' | 'failed' | 'stopped' | 'unknown';
  elapsedMs?: number;
  result?: unknown;
  /** The backend's own page of it; of rows, `{field}` is that field of each. */
  link?: string;
  /** What the agent tells people of it; such steps are shown as a timeline. */
  reasoning?: StepReasoning;
  /** False for a step that is no tool call. */
  call?: false;
}

/** What one model call said. */
export interface Text {
  kind: 'text';
  turn: number;
  text: string;
}

/** What the model thought. */
export interface Thought {
  kind: 'thinking';
  text: string;
}

/** Something that an agent asks the page to do. */
export interface UiAction {
  action: string;
  /** Why, for people. */
  reason: string;
  target: JsonObject;
}

/** One thing in a run, in the order it came. */
export type RunItem =
  | Text
  | Thought
  | Step
  | { kind: 'change'; change: ProposedChange }
  | { kind: 'findings'; findings: readonly Finding[] }
  | { kind: 'agent'; data: EventData['agent_selected'] }
  | { kind: 'ui_action'; data: UiAction }
  | { kind: 'other'; event: string; data: unknown };

/** Something that is wrong with what the model has proposed. */
export interface Finding {
  path?: string;
  message: string;
}

/** What was offered to the model in one turn. */
export type Selection = EventData['tool_selection'];

/** Ids say nothing to people, whatever they look like. */
const ID_FIELD = /(^|_)ids?$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const LONGEST_VALUE = 60;

/** The short values of a call's input in one line, so that most calls need no opening. */
export function shortInput(input: unknown): string {
  if (!isObject(input)) return '';
  return Object.entries(input)
    .filter(([field, value]) => !ID_FIELD.test(field) && !UUID.test(String(value)))
    .filter(([, value]) => typeof value === 'string' || typeof value === 'number')
    .map(([, value]) => String(value).slice(0, LONGEST_VALUE))
    .join(' · ');
}

/** A run whose end this tab has not seen: enough to read it again from its start after a reload. */
export interface PendingRun {
  key: string;
  request: ChatRequest;
  /** The run or the turn that it was said after; null for the first. */
  after: string | null;
  /** Sent in place of the message. */
  form?: FormRequest;
  runId?: string;
}

const KEY = 'sextant.pending-runs';

/** What `sessionStorage` gives of these. */
type PendingStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** The pending runs of this tab; what cannot be read counts as none. */
export function pendingRuns(storage: PendingStorage): PendingRun[] {
  try {
    const stored: unknown = parseJson(storage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isPending) : [];
  } catch {
    return [];
  }
}

/** Keeps a run, or what is now known of it, under its key. */
export function keepPending(storage: PendingStorage, run: PendingRun): void {
  const others = pendingRuns(storage).filter(({ key }) => key !== run.key);
  save(storage, [...others, run]);
}

/** Forgets a run that has ended. */
export function dropPending(storage: PendingStorage, key: string): void {
  save(
    storage,
    pendingRuns(storage).filter((run) => run.key !== key),
  );
}

function save(storage: PendingStorage, runs: PendingRun[]): void {
  try {
    storage.setItem(KEY, writeJson(runs));
  } catch {
    // Full or forbidden: a reload then shows what the server has stored of the conversation.
  }
}

function isPending(value: unknown): value is PendingRun {
  const { key, request } = (value ?? {}) as Partial<PendingRun>;
  return typeof key === 'string' && typeof request?.conversation_id === 'string';
}

type Optional = 'attachments' | 'after_run_id';

/** A message of this page, which always names its conversation and what is open. */
export type ChatRequest = Required<Omit<Chat, Optional>> & Pick<Chat, Optional>;

/** A form of an operation as it is sent: its run begins with that call. */
export interface FormRequest {
  id: string;
  tool: string;
  title: string;
  arguments: JsonObject;
  /** The id is that of a preview, whose own call is made once more in place of this one. */
  isAgain?: true;
}
