import { NEW_TABLE, type WorkingCopies } from '../../agenttools/tables/working-copies.js';
import { sameJson } from '../../agenttools/tables/same-json.js';
import type { JsonObject } from '../../foundation/json.js';
import type { StoredPreview } from '../../store/previews.model.js';

/**
 * Clears the pending table changes that a decision ends: all of them when the user rejected, those
 * that were saved when the user accepted; changes made after the preview stay then.
 */
export async function settleWorkingCopy(
  copies: Pick<WorkingCopies, 'get' | 'clear'>,
  userId: string,
  { kind, state, conversationId, targetId = NEW_TABLE, shown }: StoredPreview,
): Promise<void> {
  if (kind !== 'table_config_preview') return;
  if (state === 'accepted') {
    const { config } = JSON.parse(shown.text) as JsonObject;
    const copy = await copies.get(userId, conversationId, targetId);
    if (copy === undefined || !sameJson(copy.config, config)) return;
  }
  await copies.clear(userId, conversationId, targetId);
}
