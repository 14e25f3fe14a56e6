import type { RunState, StoredCall, StoredRun } from '../../store/run-log/run-log.model.js';

/** A run's state as a client reads it. */
export interface WireRun {
  run_id: string;
  conversation_id: string;
  context_type: string;
  state: RunState;
  last_event_id: number;
  cancel_requested: boolean;
  started_at: string;
  ended_at: string | null;
  tool_calls: { tool_use_id: string; name: string; effect: string; state: string }[];
}

/** A stored run for the wire. */
export function toWireRun(run: StoredRun, calls: readonly StoredCall[]): WireRun {
  return {
    run_id: run.id,
    conversation_id: run.conversationId,
    context_type: run.contextType,
    state: run.state,
    last_event_id: run.lastSeq,
    cancel_requested: run.cancelRequested,
    started_at: run.createdAt.toISOString(),
    ended_at: run.endedAt?.toISOString() ?? null,
    tool_calls: calls.map(({ id, ...call }) => ({ tool_use_id: id, ...call })),
  };
}
