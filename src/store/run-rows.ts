import type { JsonObject } from '../foundation/json.js';

/** Where a run stands; all but `running` are final. `interrupted`: its server died. */
export type RunState = 'running' | 'completed' | 'failed' | 'cancelled' | 'interrupted';

/** A run as stored. */
export interface StoredRun {
  id: string;
  userId: string;
  conversationId: string;
  contextType: string;
  state: RunState;
  /** The number of its newest event; 0 before the first. */
  lastSeq: number;
  requestHash: string;
  cancelRequested: boolean;
  createdAt: Date;
  endedAt: Date | undefined;
}

/** A run and the digest of the request that began it. */
export type BegunRun = Pick<StoredRun, 'id' | 'requestHash'>;

/** A row of {@link RUN_COLUMNS}. */
export interface RunRow {
  id: string;
  user_id: string;
  conversation_id: string;
  context_type: string;
  state: RunState;
  last_seq: number;
  request_hash: string;
  cancel_requested: boolean;
  created_at: Date;
  ended_at: Date | null;
}

/** What {@link toRun} reads of `sextant.runs`. */
export const RUN_COLUMNS =
  'id, user_id, conversation_id, context_type, state, last_seq, request_hash, cancel_requested,' +
  ' created_at, ended_at';

/** A row as the server's own type. */
export function toRun(row: RunRow): StoredRun {
  return {
    id: row.id,
    userId: row.user_id,
    conversationId: row.conversation_id,
    contextType: row.context_type,
    state: row.state,
    lastSeq: row.last_seq,
    requestHash: row.request_hash,
    cancelRequested: row.cancel_requested,
    createdAt: row.created_at,
    endedAt: row.ended_at ?? undefined,
  };
}

/** What is on record of a tool call. */
export interface StoredCall {
  id: string;
  name: string;
  effect: string;
  state: string;
}

/** A run about to begin. */
export interface NewRun {
  id: string;
  userId: string;
  conversationId: string;
  /** The conversation is new, and is stored with the run. */
  opensConversation: boolean;
  contextType: string;
  message: string;
  /** The run that its message was said after, where that is not the newest of the conversation. */
  follows?: string;
  idempotencyKey: string | undefined;
  requestHash: string;
}

/** How a run ended, and what its conversation gained. */
export interface RunEnd {
  state: Exclude<RunState, 'running'>;
  messages: readonly JsonObject[];
}

/** The process that owns runs: `process` names it for its machine, `instanceId` is one server in it. */
export interface RunOwner {
  process: string;
  instanceId: string;
}
