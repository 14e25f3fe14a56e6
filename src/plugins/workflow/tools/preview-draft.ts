import { AppError } from '../../../foundation/errors.js';
import { defineTool } from '../../../agenttools/define-tool.js';
import { draftDocument, draftIdProperty, findDraft, type WorkflowServices } from './drafts.js';
import { proposeRule, requireValid } from './dry-run.js';
import { toFullBody } from './full-rule.js';
import { listActionTypes, portsByType } from './reference.js';
import { loadRule } from './resolve-rule.js';

interface Input {
  draft_id?: string;
  description?: string;
}

const HOW_TO_FIX =
  'Fix the draft with remove_draft_action and add_draft_action, then call preview_draft again.';

/** Shows the user a finished draft for acceptance. */
export const previewDraft = defineTool<Input, WorkflowServices>({
  name: 'preview_draft',
  description:
    'Checks a finished draft and shows it to the user to accept or reject; nothing is saved before that. The last step after start_draft and add_draft_action.',
  properties: {
    draft_id: draftIdProperty,
    description: { type: 'string', description: 'One sentence for the user: what the rule does.' },
  },
  examples: [
    'ok show me the draft',
    'looks good, preview it',
    'I am done, let me see the result',
    'finish the workflow we are building',
    'that is all, save it',
  ],
  groups: ['workflow'],
  effect: 'propose',
  proposes: 'workflow_preview',
  execute: async (input, context) => {
    const draft = await findDraft(input.draft_id, context);
    if (draft.actions.length === 0) throw emptyDraft(draft.name);
    const existing = draft.workflowId ? await loadRule(draft.workflowId, context) : undefined;
    const types = await listActionTypes(context.read);
    const body = toFullBody(draftDocument(draft), existing, portsByType(types));
    const answer = await requireValid(body, existing?.id, HOW_TO_FIX, context);
    const verb = existing ? 'Change' : 'Create';
    const description = input.description ?? `${verb} the workflow rule "${body.name}".`;
    const { result, signals = [] } = proposeRule(
      body,
      answer,
      existing,
      description,
      `draft:${draft.id}`,
    );
    return { result: { draft_id: draft.id, ...(result as object) }, signals };
  },
});

function emptyDraft(name: string): AppError {
  return new AppError(
    'invalid_arguments',
    `The draft "${name}" has no action yet. Call add_draft_action at least once before preview_draft.`,
    [{ path: 'draft_id', message: 'is an empty draft' }],
  );
}
