import { CHANGE_PREVIEW } from '../agenttools/changes/change-kind.js';
import { QUESTION, QUESTION_ENDED } from '../agenttools/questions/questions.js';
import type { JsonObject } from '../foundation/json.js';
import type { ErrorCode } from '../foundation/errors.js';
import type { WhyAgent } from './routing/agent-routing.js';

/** The form that the event `question` shows, and what is answered. */
export type { FormValues, QuestionField } from '../agenttools/questions/question-form.js';

/** Why a tool is offered: always (core), by rank, because it was used before, asked for by the model, or because selection was not possible. */
export type OfferReason = 'core' | 'ranked' | 'sticky' | 'found' | 'fallback';

export interface OfferedTool {
  name: string;
  source: OfferReason;
  score?: number | undefined;
  /** The offered tool that needs this one: why it is offered without a rank of its own. */
  prerequisite_of?: string;
}

/** Why tools are offered without a ranking: all of the context, or of many the best by words. */
export type FallbackReason = 'no_embedder' | 'index_building' | 'index_failed' | 'search_failed';

/** A step that people follow: sent when it begins (`running`), and again when it has ended. */
export interface ReasoningStep {
  step: string;
  action_type: 'searching' | 'reading' | 'analysing' | 'summarising' | 'opening' | 'navigating';
  message: string;
  /** Seconds since 1970. */
  timestamp: number;
  tool_name?: string;
  tool_input?: JsonObject;
  /** Condensed: what was found, not all of it. */
  tool_output?: string;
  tool_status: 'running' | 'complete' | 'error';
  details: JsonObject;
}

/** What a marker `[number]` of the answer stands for, sent once, before the marker: a block that was read, or a page outside. */
export type Citation = { number: number; title: string; quote: string } & (
  | { block_id: string; document_id: string; page?: number; box?: number[]; read_by?: string }
  | { url: string }
);

/** An operation of a form: what it does, the schema of its arguments, and what is filled in of them. */
export interface ShownOperation {
  tool: string;
  title: string;
  description: string;
  effect: 'read' | 'write';
  schema: JsonObject;
  /** By JSON pointers into the arguments; `text` is the piece of the message that the value was read from. */
  values: { path: string; value: unknown; from: 'message' | 'page'; text?: string }[];
  not_used: string[];
}

/** The body of each event by its wire name; fields are the wire's, in `snake_case` (docs/protocol.md). */
export interface EventData {
  run_start: { run_id: string; conversation_id: string; context_type: string };
  /** Who answers, where the request left it to the server, and again when a model hands over. */
  agent_selected: {
    agent: string;
    title: string;
    why: WhyAgent;
    reason?: string;
    /** How likely it is the right one, from 0 to 1; absent after a hand-over. */
    confidence?: number;
    alternatives: { agent: string; title: string; confidence: number }[];
  };
  /** The run waits for the tool index: the share of it that is done, from 0 to 1. */
  indexing: { share: number };
  tool_selection: {
    turn: number;
    counts: { all: number; context: number; offered: number };
    tools: OfferedTool[];
    fallback_reason?: FallbackReason;
    /** True where probably no tool fits, so that none is offered for the message. */
    none_fits?: boolean;
    /** Words of the message that no tool of the agent knows where its tools fit badly; the one that says most first. */
    unmet_words?: string[] | undefined;
    elapsed_ms: number;
  };
  message_start: { turn: number };
  content_chunk: { chunk: string };
  /** A piece of the model's own thinking: no part of the answer, and never sent back to a model. */
  thinking_chunk: { chunk: string };
  /** `title`: what people call the tool, where it has such a name. */
  tool_call_start: { tool_use_id: string; name: string; title?: string; input: JsonObject };
  tool_call_result: {
    tool_use_id: string;
    name: string;
    is_error: boolean;
    elapsed_ms: number;
    result: unknown;
    /** The backend's own page of it; of rows, `{field}` is that field of each. */
    link?: string;
  };
  /** In place of an answer, without a model: the operations that fit best, to be filled in and sent (docs/protocol.md). */
  operation_form: {
    form_id: string;
    expires_at: string;
    opens: boolean;
    operations: ShownOperation[];
  };
  reasoning_step: ReasoningStep;
  citation: Citation;
  ui_action: { action: string; target: JsonObject; reason: string; tool_use_id: string };
  /** A long run has come to a phase (`started`), is on its way in it, or has done a step of it. */
  phase: { phase: string; status: 'started' | 'progress' | 'completed'; detail: JsonObject };
  /** The run waits for its user; `payload` is what they are asked. */
  checkpoint: { checkpoint_id: string; type: string; payload: JsonObject };
  error: { code: ErrorCode; message: string; retryable: boolean };
  message_complete: {
    finish_reason: string;
    turns: number;
    usage: { input_tokens: number; output_tokens: number };
  };
}

export type EventType = keyof EventData;

const ownNames: Readonly<Record<EventType, true>> = {
  run_start: true,
  agent_selected: true,
  indexing: true,
  tool_selection: true,
  message_start: true,
  content_chunk: true,
  thinking_chunk: true,
  tool_call_start: true,
  tool_call_result: true,
  operation_form: true,
  reasoning_step: true,
  citation: true,
  ui_action: true,
  phase: true,
  checkpoint: true,
  error: true,
  message_complete: true,
};

/** True for the name of an event of {@link EventData}. */
export function isOwnEvent(name: string): name is EventType {
  return Object.hasOwn(ownNames, name);
}

/** What the core shows of changes and calls, beside its own events. */
const shownNames: ReadonlySet<string> = new Set([
  CHANGE_PREVIEW,
  QUESTION,
  QUESTION_ENDED,
  'tool_progress',
  'question_refused',
  'sign_in_needed',
]);

/** True for the name of an event of the server's, which no plugin can send. */
export function isServerEvent(name: string): boolean {
  return isOwnEvent(name) || shownNames.has(name);
}

/** An event that only its plugin knows: a change that is shown, or a signal of one of its tools. */
export interface PluginEvent {
  type: 'plugin_event';
  /** Its wire name; pages that do not know it ignore it. */
  name: string;
  data: JsonObject;
}

/** The one thing the loop emits: a union over {@link EventData} and what plugins bring, discriminated by `type`. */
export type AgentEvent =
  { [T in EventType]: { type: T; data: EventData[T] } }[EventType] | PluginEvent;

/** Takes a run's next event. A promise that is returned is to be awaited before the next. Never rejects. */
export type Emit = (event: AgentEvent) => Promise<void> | undefined;

export function wireName(event: AgentEvent): string {
  return event.type === 'plugin_event' ? event.name : event.type;
}

/** True for the two events of which every run has exactly one, as its last. */
export function isTerminal(event: AgentEvent): boolean {
  return event.type === 'message_complete' || event.type === 'error';
}
