import type { JsonObject } from '../../foundation/json.js';

/** A draft as `GET /v1/agent/drafts` tells it, in wire names; `kind` says whose it is. */
export interface DraftItem extends JsonObject {
  kind: string;
  id: string;
  /** ISO 8601. */
  updated_at: string;
}

/** One plugin's drafts: what a user has started by chat and not finished. All are the given user's own. */
export interface DraftList {
  /** The latest changed first, at most `limit`. */
  list(userId: string, limit: number): Promise<readonly DraftItem[]>;
  count(userId: string): Promise<number>;
  /** Undefined for an id of another plugin's, or when there is none. */
  find(userId: string, id: string): Promise<DraftItem | undefined>;
  /** False when there is none. */
  delete(userId: string, id: string): Promise<boolean>;
}

/** Injection token of all plugins' draft lists. */
export const DRAFT_LISTS = Symbol('DRAFT_LISTS');
