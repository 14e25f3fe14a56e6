import type { JsonObject } from '../../../foundation/json.js';

/** A workflow rule being built by chat: the caller's own, stored in the database, expiring. */
export interface Draft {
  id: string;
  name: string;
  description: string;
  /** `schema.table`. */
  entity: string;
  triggerType: string;
  triggerConditions: readonly JsonObject[];
  /** Actions in the order added, in the tools' shorthand (`after` instead of edges). */
  actions: readonly DraftAction[];
  /** The rule this draft changes; absent for a new rule. */
  workflowId?: string;
  /** Rises by one with each change. */
  version: number;
  updatedAt: Date;
  expiresAt: Date;
}

/** One action of a draft. `after` is `"Action"` or `"Action:port"`; absent for the first. */
export interface DraftAction {
  name: string;
  actionType: string;
  config: JsonObject;
  after?: string;
}

/** The fields a draft starts with. */
export type NewDraft = Pick<
  Draft,
  'name' | 'description' | 'entity' | 'triggerType' | 'triggerConditions' | 'workflowId'
>;

/** Drafts of all callers; every method sees only `userId`'s own, and treats an expired one as absent. */
export interface DraftStore {
  create(userId: string, draft: NewDraft): Promise<Draft>;
  find(userId: string, draftId: string): Promise<Draft | undefined>;
  /** Newest change first. */
  list(userId: string): Promise<Draft[]>;
  /** Replaces the actions if `version` is still current, and renews the expiry; else rejects with `conflict`. */
  saveActions(
    userId: string,
    draftId: string,
    version: number,
    actions: readonly DraftAction[],
  ): Promise<Draft>;
}
