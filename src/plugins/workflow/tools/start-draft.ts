import { AppError } from '../../../foundation/errors.js';
import type { JsonObject } from '../../../foundation/json.js';
import { defineTool } from '../../../agenttools/define-tool.js';
import { defined } from '../../../foundation/defined.js';
import { afterFromEdges } from './after.js';
import { condenseDraft } from './draft-state.js';
import type { Draft, DraftAction } from './drafts.js';
import { findEntity, listActionTypes, listEntities, portsByType } from './reference.js';
import { resolveRule } from './resolve-rule.js';
import { conditionsProperty, triggerTypeProperty, type TriggerTypeName } from './trigger-types.js';
import type { Condition, Rule } from './wire.js';
import type { WorkflowCall, WorkflowServices } from '../services.js';

interface Input {
  name?: string;
  entity?: string;
  trigger_type?: TriggerTypeName;
  description?: string;
  trigger_conditions?: Condition[];
  workflow_id?: string;
}

/** Begins a rule that is built action by action. */
export const startDraft = defineTool<Input, WorkflowServices>({
  name: 'start_draft',
  description:
    'Begins a draft of a workflow rule: name, entity and trigger; then call add_draft_action for each action and preview_draft at the end. With workflow_id it loads that rule into the draft, to change it.',
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 255, description: 'Name of the rule.' },
    entity: { type: 'string', description: 'Table to watch: schema.table or a table name.' },
    trigger_type: triggerTypeProperty,
    description: { type: 'string', description: 'What the rule is for.' },
    trigger_conditions: conditionsProperty,
    workflow_id: {
      type: 'string',
      description:
        'UUID or name of an existing rule to change; the other fields are then optional.',
    },
  },
  examples: [
    'create a new workflow',
    'make a rule that alerts me when stock is low',
    'when an order is created send an email to sales',
    'I want an automation for new customers',
    'build a workflow that asks for approval of big purchase orders',
    'set up a rule which notifies the warehouse if quantity drops under 10',
    'edit this workflow',
    'pls make automatic mail when supplier changes',
  ],
  groups: ['workflow'],
  effect: 'draft',
  execute: async (input, context) => {
    const reference = input.workflow_id?.trim();
    const draft = reference
      ? await loadIntoDraft(input, reference, context)
      : await startNew(input, context);
    const ports = portsByType(await listActionTypes(context.read));
    return { result: { ...condenseDraft(draft, ports), next: nextStep(draft) } };
  },
});

function nextStep(draft: Draft): string {
  return draft.actions.length === 0
    ? 'Call add_draft_action for each action, then preview_draft.'
    : 'Change it with add_draft_action and remove_draft_action, then call preview_draft.';
}

async function startNew(input: Input, context: WorkflowCall): Promise<Draft> {
  const { name, entity, trigger_type } = input;
  if (name === undefined || entity === undefined || trigger_type === undefined) {
    throw missing({ name, entity, trigger_type });
  }
  const found = findEntity(entity, await listEntities(context.read));
  return context.drafts.create(context.caller.userId, {
    name,
    description: input.description ?? '',
    entity: found.name,
    triggerType: trigger_type,
    triggerConditions: asObjects(input.trigger_conditions ?? []),
  });
}

function missing(fields: Record<string, unknown>): AppError {
  const names = Object.keys(fields).filter((field) => fields[field] === undefined);
  return new AppError(
    'invalid_arguments',
    `start_draft needs ${names.join(', ')} for a new rule (or workflow_id to change an existing one). Ask the user when it is not clear.`,
    names.map((path) => ({ path, message: 'is missing' })),
  );
}

async function loadIntoDraft(
  input: Input,
  reference: string,
  context: WorkflowCall,
): Promise<Draft> {
  const rule = await resolveRule({ workflow_id: reference }, context);
  const actions = draftActions(rule);
  const entity = input.entity
    ? findEntity(input.entity, await listEntities(context.read)).name
    : rule.entity;
  const { userId } = context.caller;
  const draft = await context.drafts.create(userId, {
    name: input.name ?? rule.name,
    description: input.description ?? rule.description ?? '',
    entity,
    triggerType: input.trigger_type ?? rule.trigger_type,
    triggerConditions: asObjects(input.trigger_conditions ?? rule.trigger_conditions),
    workflowId: rule.id,
  });
  return context.drafts.saveActions(userId, draft.id, draft.version, actions);
}

function draftActions(rule: Rule): DraftAction[] {
  const form = afterFromEdges(rule.actions, rule.edges);
  if (!form.ok) {
    throw new AppError(
      'invalid_arguments',
      `"${rule.name}" cannot be changed as a draft: ${form.reason}. Call get_workflow_rule with format editable, change that, and call preview_workflow with workflow_id ${rule.id}.`,
      [{ path: 'workflow_id', message: form.reason }],
    );
  }
  return rule.actions.map((action) => {
    const after = form.after.get(action.id);
    return {
      name: action.name,
      actionType: action.action_type,
      config: action.config,
      ...defined({ after }),
    };
  });
}

function asObjects(conditions: readonly Condition[]): JsonObject[] {
  return conditions.map((condition) => ({ ...condition }));
}
