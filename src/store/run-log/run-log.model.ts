import type { JsonObject } from '../../foundation/json.js';

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
  endedAt: Date | null;
}

/** A run and the digest of the request that began it. */
export type BegunRun = Pick<StoredRun, 'id' | 'requestHash'>;

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
  /** The frame of its event 1, stored with it; absent: it has none yet. */
  opening?: string;
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

/** Neighbouring events as they go over the wire: `text` holds the frames `first` to `last`. */
export interface FrameBatch {
  first: number;
  last: number;
  text: string;
}

/** What servers tell each other of a run: its new events or that there are some, or what its own server is asked for. */
export interface RunNotice {
  id: string;
  batch?: FrameBatch | undefined;
  /** To end it, or to tell of its events for a while. */
  wish?: 'cancel' | 'watch';
}

/** What a reader finds after an event: batches in order (may be none yet), and where the run stands. */
export interface LogPage {
  state: RunState;
  lastSeq: number;
  batches: FrameBatch[];
}
