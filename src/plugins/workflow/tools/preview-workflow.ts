import { defineTool } from '../../../agenttools/define-tool.js';
import { defined } from '../../../foundation/defined.js';
import { proposeRule, requireValid } from './dry-run.js';
import { namedRule, resolveRule } from './resolve-rule.js';
import { buildBody } from './rule-body.js';
import type { RuleDocument } from './wire.js';
import { workflowProperty } from './workflow-schema.js';
import type { WorkflowServices } from './drafts.js';

interface Input {
  workflow: RuleDocument;
  workflow_id?: string;
  description?: string;
}

const HOW_TO_FIX =
  'Correct the workflow and call preview_workflow again: every action but the first needs `after` (or an edge), and get_action_schema tells the fields and ports of an action type.';

/** Shows the user a whole rule for acceptance. */
export const previewWorkflow = defineTool<Input, WorkflowServices>({
  name: 'preview_workflow',
  description:
    'Shows the user a whole rule, new or changed, to accept or reject; nothing is saved before that. Use it when you have the complete rule at once or paths join; with workflow_id it changes that rule. For step-by-step building use start_draft.',
  properties: {
    workflow: workflowProperty,
    workflow_id: {
      type: 'string',
      description: 'UUID or name of the rule to change; leave out for a new rule.',
    },
    description: { type: 'string', description: 'One sentence for the user: what this changes.' },
  },
  required: ['workflow'],
  examples: [
    'replace the whole workflow with this definition',
    'here is the complete rule, show me how it would look',
    'rename this workflow and turn it off',
    'deactivate this rule',
    'change the severity of the alert in this rule to critical',
    'preview the updated automation with both branches joined',
  ],
  groups: ['workflow'],
  effect: 'propose',
  proposes: 'workflow_preview',
  execute: async ({ workflow, workflow_id, description }, context) => {
    const target = defined({ workflow_id });
    const existing = namedRule(target) ? await resolveRule(target, context) : undefined;
    const body = await buildBody(workflow, existing, context);
    const answer = await requireValid(body, existing?.id, HOW_TO_FIX, context);
    const verb = existing ? 'Change' : 'Create';
    return proposeRule(
      body,
      answer,
      existing,
      description ?? `${verb} the workflow rule "${body.name}".`,
      `conversation:${context.conversationId}:${existing?.id ?? `new:${body.name.toLowerCase()}`}`,
    );
  },
});
