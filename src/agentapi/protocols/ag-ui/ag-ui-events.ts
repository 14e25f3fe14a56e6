import { writeJson } from '../../../foundation/exact-json.js';
import { dataFrame } from '../rendering.js';
import type { StoredPreview } from '../../../store/previews.model.js';
import { systemClock } from '../../../foundation/clock.js';
import { shownState } from '../../previews/preview-states.js';
import type { ClientDecision, DecisionOutcome } from '../client-decision.js';

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

export type RunOutcome =
  { type: 'success' } | { type: 'cancelled' } | { type: 'interrupt'; interrupts: Interrupt[] };

/** A preview or a form that the client has to answer before it goes on. */
export interface Interrupt {
  id: string;
  reason: string;
  message: string;
  toolCallId?: string;
  expiresAt: string;
  responseSchema: object;
  metadata: object;
}

/** A step of a JSON Patch; `add` replaces what is there. */
interface PatchStep {
  op: 'add';
  path: string;
  value: unknown;
}

export function agUiFrames(events: readonly AgUiEvent[]): string {
  return events.map(dataFrame).join('');
}

export function deltaOf(preview: StoredPreview): AgUiEvent {
  const { id, decidedAt, outcome, edited } = preview;
  return {
    type: 'ACTIVITY_DELTA',
    messageId: id,
    activityType: 'preview',
    patch: [
      { op: 'add', path: '/state', value: shownState(preview, systemClock()) },
      { op: 'add', path: '/edited', value: edited !== undefined },
      { op: 'add', path: '/decided_at', value: decidedAt?.toISOString() ?? null },
      { op: 'add', path: '/outcome', value: outcome ?? null },
    ],
  };
}

/** The events of a decision: the card's new state, the result of its call where `open` has it, and why it was not done. */
export function decisionEvents(
  { previewId }: ClientDecision,
  { preview, error }: DecisionOutcome,
  open: ReadonlySet<unknown>,
): AgUiEvent[] {
  const events: AgUiEvent[] = [];
  if (preview !== undefined) {
    const { id, toolUseId: toolCallId, state: status, outcome } = preview;
    const content = writeJson({ status, ...outcome });
    const messageId = `${id}-decision`;
    events.push(deltaOf(preview));
    if (open.has(toolCallId))
      events.push({ type: 'TOOL_CALL_RESULT', messageId, toolCallId, content, role: 'tool' });
  }
  if (error === undefined) return events;
  const value = { preview_id: previewId, ...error };
  return [...events, { type: 'CUSTOM', name: 'decision_error', value }];
}
