import { requireByName } from '../../../agenttools/names.js';
import { defineTool } from '../../../agenttools/define-tool.js';
import { parseAfter } from './after.js';
import { condenseDraft, draftIdProperty, findDraft } from './draft-state.js';
import type { DraftAction } from './drafts.js';
import { listActionTypes, portsByType } from './reference.js';
import type { WorkflowServices } from '../services.js';

interface Input {
  draft_id?: string;
  name: string;
}

/** Takes one action out of a draft. */
export const removeDraftAction = defineTool<Input, WorkflowServices>({
  name: 'remove_draft_action',
  description:
    'Takes one action out of a draft; the actions behind it then follow what it followed, and the result says so.',
  properties: {
    draft_id: draftIdProperty,
    name: { type: 'string', description: 'Name of the action to remove.' },
  },
  required: ['name'],
  examples: [
    'remove the email step again',
    'drop the delay from the draft',
    'actually leave out the approval',
    'delete the second action we just added',
    'no mail please, take that out',
  ],
  groups: ['workflow'],
  effect: 'draft',
  execute: async (input, context) => {
    const draft = await findDraft(input.draft_id, context);
    const gone = requireByName(draft.actions, input.name, {
      nameOf: (action) => action.name,
      noun: `action of the draft "${draft.name}"`,
      listTool: 'list_drafts',
    });
    const { actions, relinked } = without(gone, draft.actions);
    const { userId } = context.caller;
    const saved = await context.drafts.saveActions(userId, draft.id, draft.version, actions);
    const ports = portsByType(await listActionTypes(context.read));
    return { result: { removed: gone.name, relinked, ...condenseDraft(saved, ports) } };
  },
});

/** Re-links the removed action's children to its parent; of a removed start the first child starts. */
export function without(gone: DraftAction, actions: readonly DraftAction[]) {
  const names = actions.map((action) => action.name);
  const isChild = (action: DraftAction) =>
    action.after !== undefined && parseAfter(action.after, names)?.action === gone.name;
  const heir = gone.after === undefined ? actions.find(isChild) : undefined;
  const parentFor = (child: DraftAction) =>
    heir === undefined ? gone.after : child === heir ? undefined : heir.name;
  const relinked: string[] = [];
  const rest = actions
    .filter((action) => action !== gone)
    .map((action) => {
      if (!isChild(action)) return action;
      const after = parentFor(action);
      relinked.push(
        `"${action.name}" now follows ${after === undefined ? 'the start' : `"${after}"`}`,
      );
      const { after: _old, ...bare } = action;
      return after === undefined ? bare : { ...bare, after };
    });
  return { actions: rest, relinked };
}
