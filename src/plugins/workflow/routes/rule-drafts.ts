import type { DraftItem, DraftList } from '../../../agentapi/drafts/drafts.controller.js';
import { draftDocument } from '../tools/drafts.js';
import type { Draft, PgDraftStore } from '../store/drafts.store.js';

/** Rules being built by chat. */
export function ruleDrafts(drafts: PgDraftStore): DraftList {
  return {
    list: async (userId, limit) => (await drafts.list(userId, limit)).map(itemOf),
    count: (userId) => drafts.count(userId),
    find: async (userId, id) => {
      const draft = await drafts.find(userId, id);
      return draft && itemOf(draft);
    },
    delete: (userId, id) => drafts.delete(userId, id),
  };
}

/** In wire names; `workflow` is the document that the rule tools take. */
function itemOf(draft: Draft): DraftItem {
  const { id, name, description, workflowId, updatedAt, expiresAt } = draft;
  return {
    kind: 'workflow',
    id,
    name,
    description,
    workflow_id: workflowId,
    workflow: draftDocument(draft),
    updated_at: updatedAt.toISOString(),
    expires_at: expiresAt.toISOString(),
  };
}
