import type { JsonObject } from '../../../foundation/json.js';

/** Stands for the id of a table that has not been saved yet: one per conversation. */
export const NEW_TABLE = 'new';

/** A table config changed by chat but not yet accepted by the user. */
export interface WorkingCopy {
  config: JsonObject;
  /** One short sentence per change since the saved config, oldest first. */
  changes: readonly string[];
  /** Version of the saved config it started from; absent for a new table. */
  baseVersion?: number;
}

/**
 * The pending changes of all conversations, so that a model need not copy a whole config from call
 * to call. Every method sees only what `userId` stored in that conversation under that config id
 * (a UUID, or {@link NEW_TABLE}), and treats an expired copy as absent.
 */
export interface WorkingCopies {
  get(userId: string, conversationId: string, configId: string): Promise<WorkingCopy | undefined>;
  /** The copy changed last in this conversation and the config id it is stored under. */
  latest(
    userId: string,
    conversationId: string,
  ): Promise<{ configId: string; copy: WorkingCopy } | undefined>;
  /** Stores or replaces the copy and renews its expiry. */
  put(userId: string, conversationId: string, configId: string, copy: WorkingCopy): Promise<void>;
  /** Forgets the copy; nothing happens when there is none. */
  clear(userId: string, conversationId: string, configId: string): Promise<void>;
}
