import { defined } from '../../../foundation/defined.js';
import { AppError } from '../../../foundation/errors.js';
import { isUuid } from '../../../foundation/ids.js';
import type { Draft } from './drafts.js';
import { flowOutline } from './rule-outline.js';
import { edgesFromAfter, type PortsByType } from './after.js';
import type { RuleDocument } from './wire.js';
import type { WorkflowCall } from '../services.js';

/** Schema of the optional draft id that the draft tools share. */
export const draftIdProperty = {
  type: 'string',
  description: 'Draft id from start_draft; leave out for the newest draft.',
};

/** The draft meant: by id or name, else the caller's newest. Rejects with `draft_not_found` and what to do. */
export async function findDraft(
  draftId: string | undefined,
  context: WorkflowCall,
): Promise<Draft> {
  const { userId } = context.caller;
  const wanted = draftId?.trim();
  const byId = isUuid(wanted) ? await context.drafts.find(userId, wanted) : undefined;
  if (byId) return byId;
  const drafts = await context.drafts.list(userId);
  const [newest] = drafts;
  const named = drafts.find((draft) => draft.name.toLowerCase() === wanted?.toLowerCase());
  const found = wanted ? named : newest;
  if (found) return found;
  const known = drafts.slice(0, 5).map((draft) => `${draft.id} ("${draft.name}")`);
  throw new AppError(
    'draft_not_found',
    newest === undefined
      ? 'There is no draft (drafts expire after a while). Begin with start_draft.'
      : `There is no draft ${wanted}; it may have expired. Your drafts: ${known.join(', ')}. Use one of these ids or leave draft_id out.`,
    [{ path: 'draft_id', message: 'names no draft', allowed: drafts.map((draft) => draft.id) }],
  );
}

/** A draft as a rule document, ready to be built. */
export function draftDocument(draft: Draft): RuleDocument {
  return {
    name: draft.name,
    description: draft.description,
    entity: draft.entity,
    trigger_type: draft.triggerType,
    trigger_conditions:
      draft.triggerConditions as unknown as RuleDocument['trigger_conditions'] & {},
    actions: draft.actions.map((action) => ({
      name: action.name,
      action_type: action.actionType,
      config: action.config,
      ...defined({ after: action.after }),
    })),
  };
}

/** A draft for the model: what it is and its flow so far. */
export function condenseDraft(draft: Draft, ports: PortsByType) {
  const nodes = draft.actions.map((action) => ({
    id: action.name,
    name: action.name,
    action_type: action.actionType,
    ...defined({ after: action.after }),
  }));
  return {
    draft_id: draft.id,
    name: draft.name,
    entity: draft.entity,
    trigger_type: draft.triggerType,
    ...defined({ changes_workflow_id: draft.workflowId }),
    action_count: draft.actions.length,
    actions: draft.actions.map((action) => action.name),
    flow:
      draft.actions.length === 0
        ? '(no action yet)'
        : flowOutline(nodes, edgesFromAfter(nodes, ports)),
    updated_at: draft.updatedAt.toISOString(),
    expires_at: draft.expiresAt.toISOString(),
  };
}
