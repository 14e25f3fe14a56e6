import { isObject, type JsonObject } from '../../foundation/json.js';
import type { StoredPreview } from '../../store/previews.model.js';

/** Drafts as a decision on a preview sees them. */
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
  userId: string,
  { kind, state, targetId, shown, outcome }: StoredPreview,
): Promise<void> {
  if (kind !== 'workflow_preview' || state !== 'accepted' || targetId !== undefined) return;
  const result = outcome?.['result'];
  const id = isObject(result) ? result['id'] : undefined;
  const { name } = JSON.parse(shown.text) as JsonObject;
  if (typeof id === 'string' && typeof name === 'string') await drafts.adopt(userId, name, id);
}
