import type { Draft, DraftAction } from '../store/drafts.store.js';
import { AppError, invalidArguments } from '../../../foundation/errors.js';
import { isUuid } from '../../../foundation/ids.js';
import { flowOutline } from './graph.js';
import { edgesFromAfter, type PortsByType, afterFromEdges } from './full-rule.js';
import {
  type RuleDocument,
  type Condition,
  type Rule,
  workflowTool,
  type WorkflowCall,
  conditionsProperty,
  triggerTypeProperty,
  type TriggerTypeName,
} from './wire.js';
import { show } from '../../../platform/lists.js';
import {
  listActionTypes,
  portsByType,
  findEntity,
  listEntities,
  resolveRule,
} from './reference.js';
import { textProperty, type JsonObject } from '../../../foundation/json.js';

export const draftIdProperty = textProperty(
  'Draft id from start_draft; leave out for the newest draft.',
);

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

export function draftDocument(draft: Draft): RuleDocument {
  return {
    name: draft.name,
    description: draft.description,
    entity: draft.entity,
    trigger_type: draft.triggerType,
    trigger_conditions:
      draft.triggerConditions as unknown as RuleDocument['trigger_conditions'] & {},
    actions: draft.actions.map(({ actionType, ...action }) => ({
      ...action,
      action_type: actionType,
    })),
  };
}

export function condenseDraft(draft: Draft, ports: PortsByType) {
  const { id, name, entity, triggerType, workflowId, actions } = draft;
  const nodes = actions.map(({ name: own, actionType: action_type, after }) => {
    return { id: own, name: own, action_type, after };
  });
  return {
    draft_id: id,
    name,
    entity,
    trigger_type: triggerType,
    changes_workflow_id: workflowId,
    action_count: actions.length,
    actions: actions.map((action) => action.name),
    flow:
      actions.length === 0 ? '(no action yet)' : flowOutline(nodes, edgesFromAfter(nodes, ports)),
    updated_at: draft.updatedAt.toISOString(),
    expires_at: draft.expiresAt.toISOString(),
  };
}

export const listDrafts = workflowTool<Record<string, never>>({
  name: 'list_drafts',
  description:
    'Lists your unfinished drafts of workflow rules, newest first, with their actions and when they expire. Use it to continue with earlier work.',
  properties: {},
  examples: [
    'which drafts do I have?',
    'where did we leave off with that workflow',
    'continue the rule I started yesterday',
    'show my unfinished automations',
    'what is in the draft so far',
  ],
  execute: async (_input, context) => {
    const [drafts, types] = await Promise.all([
      context.drafts.list(context.caller.userId),
      listActionTypes(context.read),
    ]);
    const { total, shown, items } = show(drafts, 10);
    const lines = items.map((draft) => condenseDraft(draft, portsByType(types)));
    return { result: { total, shown, drafts: lines } };
  },
});

interface Input {
  name?: string;
  entity?: string;
  trigger_type?: TriggerTypeName;
  description?: string;
  trigger_conditions?: Condition[];
  workflow_id?: string;
}

export const startDraft = workflowTool<Input>({
  name: 'start_draft',
  description:
    'Begins a draft of a workflow rule: entity and trigger; then call add_draft_action for each action and preview_draft at the end. With workflow_id it loads that rule into the draft, to change it.',
  properties: {
    name: textProperty(
      'As the user names the rule; left out, it is named after its trigger and steps.',
      255,
    ),
    entity: textProperty('Table to watch: schema.table or a table name.'),
    trigger_type: triggerTypeProperty,
    description: textProperty('What the rule is for.'),
    trigger_conditions: conditionsProperty,
    workflow_id: textProperty(
      'UUID or name of an existing rule to change; the other fields are then optional.',
    ),
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
  effect: 'draft',
  execute: async (input, context) => {
    const reference = input.workflow_id?.trim();
    const draft = reference
      ? await loadIntoDraft(input, reference, context)
      : await startNew(input, context);
    const ports = portsByType(await listActionTypes(context.read));
    const next =
      draft.actions.length === 0
        ? 'Call add_draft_action for each action, then preview_draft.'
        : 'Change it with add_draft_action and remove_draft_action, then call preview_draft.';
    return { result: { ...condenseDraft(draft, ports), next } };
  },
});

async function startNew(input: Input, context: WorkflowCall): Promise<Draft> {
  const { name = '', entity, trigger_type } = input;
  if (entity === undefined || trigger_type === undefined) {
    const names = [...(entity ? [] : ['entity']), ...(trigger_type ? [] : ['trigger_type'])];
    throw invalidArguments(
      `start_draft needs ${names.join(', ')} for a new rule (or workflow_id to change an existing one). Ask the user when it is not clear.`,
      names.map((path) => ({ path, message: 'is missing' })),
    );
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
  if (typeof form === 'string') {
    throw invalidArguments(
      `"${rule.name}" cannot be changed as a draft: ${form}. Call get_workflow_rule with format editable, change that, and call preview_workflow with workflow_id ${rule.id}.`,
      [{ path: 'workflow_id', message: form }],
    );
  }
  return rule.actions.map((action) => {
    const after = form.get(action.id);
    return { name: action.name, actionType: action.action_type, config: action.config, after };
  });
}

function asObjects(conditions: readonly Condition[]): JsonObject[] {
  return conditions.map((condition) => ({ ...condition }));
}
