import { dataFrame } from '../rendering.js';

/** The events of AG-UI 1.0 that are sent here. */
export type AgUiEvent =
  | { type: 'RUN_STARTED'; threadId: string; runId: string }
  | {
      type: 'RUN_FINISHED';
      threadId: string;
      runId: string;
      outcome: RunOutcome;
      result?: object;
      usage?: { inputTokens: number; outputTokens: number }[];
    }
  | { type: 'RUN_ERROR'; message: string; code: string }
  | { type: 'STEP_STARTED' | 'STEP_FINISHED'; stepName: string }
  | { type: 'TEXT_MESSAGE_START'; messageId: string; role: 'assistant' }
  | { type: 'TEXT_MESSAGE_CONTENT'; messageId: string; delta: string }
  | { type: 'TEXT_MESSAGE_END'; messageId: string }
  | { type: 'REASONING_START' | 'REASONING_MESSAGE_END' | 'REASONING_END'; messageId: string }
  | { type: 'REASONING_MESSAGE_START'; messageId: string; role: 'reasoning' }
  | { type: 'REASONING_MESSAGE_CONTENT'; messageId: string; delta: string }
  | { type: 'TOOL_CALL_START'; toolCallId: string; toolCallName: string }
  | { type: 'TOOL_CALL_ARGS'; toolCallId: string; delta: string }
  | { type: 'TOOL_CALL_END'; toolCallId: string }
  | {
      type: 'TOOL_CALL_RESULT';
      messageId: string;
      toolCallId: string;
      content: string;
      role: 'tool';
    }
  | { type: 'STATE_SNAPSHOT'; snapshot: object }
  | { type: 'ACTIVITY_SNAPSHOT'; messageId: string; activityType: 'preview'; content: object }
  | { type: 'ACTIVITY_DELTA'; messageId: string; activityType: 'preview'; patch: PatchStep[] }
  | { type: 'CUSTOM'; name: string; value: unknown };

/** How a run ended. */
export type RunOutcome =
  { type: 'success' } | { type: 'cancelled' } | { type: 'interrupt'; interrupts: Interrupt[] };

/** A preview or a form that the client has to answer before it goes on. */
export interface Interrupt {
  /** The preview's id, or the form's. */
  id: string;
  reason: string;
  message: string;
  toolCallId?: string;
  expiresAt: string;
  responseSchema: object;
  metadata: object;
}

/** A step of a JSON Patch; `add` replaces what is there. */
export interface PatchStep {
  op: 'add';
  path: string;
  value: unknown;
}

/** Events as they are sent. */
export function agUiFrames(events: readonly AgUiEvent[]): string {
  return events.map(dataFrame).join('');
}
