import { textProperty } from '../../../foundation/json.js';
import { deletionOf, RULE_DELETION, proposeRule, dryRun } from '../changes/rule-change.js';
import {
  namedRule,
  resolveRule,
  listRules,
  loadRule,
  ruleProperties,
  type RuleInput,
  listActionTypes,
  portsByType,
} from './reference.js';
import type { ToolCall } from '../../../agenttools/tool.js';
import { nameOfSteps, type Draft } from '../store/drafts.store.js';
import { buildBody } from './rule-body.js';
import { type Rule, type RuleDocument, workflowTool, workflowProperty } from './wire.js';
import { draftDocument, draftIdProperty, findDraft } from './drafts.js';
import { invalidArguments } from '../../../foundation/errors.js';
import { toFullBody, toFullRule } from './full-rule.js';
import { flowOutline } from './graph.js';

const FIX_WORKFLOW =
  'Correct the workflow and call preview_workflow again: every action but the first needs `after` (or an edge), and get_action_schema tells the fields and ports of an action type.';

export const previewWorkflow = workflowTool<{
  workflow: RuleDocument;
  workflow_id?: string;
  description?: string;
}>({
  name: 'preview_workflow',
  description:
    'Shows the user a whole rule, new or changed, to accept or reject; nothing is saved before that. Use it when you have the complete rule at once or paths join; with workflow_id it changes that rule. For step-by-step building use start_draft.',
  properties: {
    workflow: workflowProperty,
    workflow_id: textProperty('UUID or name of the rule to change; leave out for a new rule.'),
    description: textProperty('One sentence for the user: what this changes.'),
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
  effect: 'propose',
  proposes: 'workflow_preview',
  execute: async ({ workflow, workflow_id, description }, context) => {
    const existing = namedRule({ workflow_id })
      ? await resolveRule({ workflow_id }, context)
      : undefined;
    const body = await buildBody(workflow, existing, context);
    const subject = `conversation:${context.conversationId}:${existing?.id ?? `new:${body.name.toLowerCase()}`}`;
    return proposeRule(body, existing, { description, subject, howToFix: FIX_WORKFLOW }, context);
  },
});

export const deleteWorkflowRule = workflowTool<RuleInput>({
  name: 'delete_workflow_rule',
  description:
    'Shows the user the deletion of one saved workflow rule to accept or reject; nothing is deleted before that. To stop a rule for a while, switch it off with preview_workflow.',
  properties: ruleProperties,
  examples: [
    'delete this rule',
    'remove the Low Stock Alert rule for good',
    'we do not need this automation any more, delete it',
    'get rid of the workflow for late suppliers',
  ],
  effect: 'propose',
  proposes: RULE_DELETION,
  contextIds: { workflow_id: { key: 'workflow_id' } },
  execute: async (input, context) => {
    const rule = await resolveRule(input, context);
    const preview = deletionOf({ ...rule });
    return { result: { deletes: rule.name }, signals: [{ type: 'preview', preview }] };
  },
});

const FIX_DRAFT =
  'Fix the draft with remove_draft_action and add_draft_action, then call preview_draft again.';

export const previewDraft = workflowTool<{
  draft_id?: string;
  name?: string;
  description?: string;
}>({
  name: 'preview_draft',
  description:
    'Checks a finished draft and shows it to the user to accept or reject; nothing is saved before that. The last step after start_draft and add_draft_action.',
  properties: {
    draft_id: draftIdProperty,
    name: textProperty(
      'Another name, where the user wants one or it names steps that are gone.',
      255,
    ),
    description: textProperty('One sentence for the user: what the rule does.'),
  },
  examples: [
    'ok show me the draft',
    'looks good, preview it',
    'I am done, let me see the result',
    'finish the workflow we are building',
    'that is all, save it',
  ],
  effect: 'propose',
  proposes: 'workflow_preview',
  execute: async ({ draft_id, name, description }, context) => {
    const found = await findDraft(draft_id, context);
    const draft = { ...found, name: name ?? (await freeName(found, context)) };
    if (draft.actions.length === 0) {
      throw invalidArguments(
        `The draft "${draft.name}" has no action yet. Call add_draft_action at least once before preview_draft.`,
        [{ path: 'draft_id', message: 'is an empty draft' }],
      );
    }
    const existing = draft.workflowId ? await loadRule(draft.workflowId, context) : undefined;
    const types = await listActionTypes(context.read);
    const body = toFullBody(draftDocument(draft), existing, portsByType(types));
    const how = { description, subject: `draft:${draft.id}`, howToFix: FIX_DRAFT };
    const { result, signals } = await proposeRule(body, existing, how, context);
    return { result: { draft_id: draft.id, ...result }, signals };
  },
});

/** The draft's name; a new rule that nobody named gets a number where another is called by the same steps. */
async function freeName(draft: Draft, context: ToolCall): Promise<string> {
  const { name, workflowId } = draft;
  if (workflowId || name !== nameOfSteps(draft)) return name;
  const rules = await listRules(context, { search: name });
  const taken = new Set(rules.map((rule) => rule.name.toLowerCase()));
  let number = 1;
  const numbered = () => (number === 1 ? name : `${name} (${number})`);
  while (taken.has(numbered().toLowerCase())) number += 1;
  return numbered();
}

export const validateWorkflow = workflowTool<RuleInput & { workflow?: RuleDocument }>({
  name: 'validate_workflow',
  description:
    'Checks a whole rule against all rules of the platform and lists every error; nothing is shown to the user or saved. Use it to check a rule you wrote, or a saved rule by name.',
  properties: { ...ruleProperties, workflow: workflowProperty },
  examples: [
    'is this workflow valid?',
    'check the rule for errors',
    'validate my automation before we save it',
    'are there any mistakes in this rule definition',
    'does the order rule still pass validation',
  ],
  execute: async (input, context) => {
    const { workflow } = input;
    const isStored = workflow === undefined || namedRule(input) !== undefined;
    const rule = isStored ? await resolveRule(input, context) : undefined;
    const body = workflow ? await buildBody(workflow, rule, context) : toFullRule(rule as Rule);
    const answer = await dryRun(body, rule?.id, context.read);
    return { result: { name: body.name, ...answer, flow: flowOutline(body.actions, body.edges) } };
  },
});
