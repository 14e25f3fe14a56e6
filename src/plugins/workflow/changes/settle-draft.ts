import type { DecidedChange } from '../../../agenttools/changes/change-kind.js';

/** Drafts as a decision on a rule sees them. */
export interface AdoptableDrafts {
  /** Makes the user's drafts of a new rule of this name drafts of the saved rule. */
  adopt(userId: string, name: string, workflowId: string): Promise<void>;
}

/**
 * After a new rule was saved, its draft is a draft of that rule: what the user asks for next ("also
 * email them") changes the rule instead of making a second one of the same name.
 */
export async function settleDraft(
  drafts: AdoptableDrafts,
  { userId, state, targetId, payload: { name }, stored }: DecidedChange,
): Promise<void> {
  if (state !== 'accepted' || targetId !== undefined || stored === undefined) return;
  if (typeof name === 'string') await drafts.adopt(userId, name, stored.id);
}
