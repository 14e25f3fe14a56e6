import type { RunState, StoredRun } from '../../store/run-rows.js';

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
}

/** A stored run for the wire. */
export function toWireRun(run: StoredRun): WireRun {
  return {
    run_id: run.id,
    conversation_id: run.conversationId,
    context_type: run.contextType,
    state: run.state,
    last_event_id: run.lastSeq,
    cancel_requested: run.cancelRequested,
    started_at: run.createdAt.toISOString(),
    ended_at: run.endedAt?.toISOString() ?? null,
  };
}
