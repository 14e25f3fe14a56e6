import type { DecidedChange } from '../../../agenttools/changes/change-kind.js';
import { sameJson } from '../tools/same-json.js';
import { NEW_TABLE, type WorkingCopies } from '../tools/working-copies.js';

/**
 * Clears the pending table changes that a decision ends: all of them when the user rejected, those
 * that were saved when the user accepted; changes made after the preview stay then.
 */
export async function settleWorkingCopy(
  copies: Pick<WorkingCopies, 'get' | 'clear'>,
  { userId, state, conversationId, targetId = NEW_TABLE, payload }: DecidedChange,
): Promise<void> {
  if (state === 'accepted') {
    const copy = await copies.get(userId, conversationId, targetId);
    if (copy === undefined || !sameJson(copy.config, payload['config'])) return;
  }
  await copies.clear(userId, conversationId, targetId);
}
