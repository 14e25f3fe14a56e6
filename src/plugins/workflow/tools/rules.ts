import { textProperty, flagProperty, choiceProperty } from '../../../foundation/json.js';
import { limitProperty, show } from '../../../platform/lists.js';
import { searchWords } from '../../../agenttools/names.js';
import {
  listRules,
  resolveRule,
  ruleProperties,
  type RuleInput,
  ruleNamed,
  findEntity,
  listEntities,
} from './reference.js';
import { toRuleLine, conditionText, configLine, flowOutline } from './graph.js';
import { triggerTypeProperty, type TriggerTypeName, type Rule, workflowTool } from './wire.js';
import { toFullRule } from './full-rule.js';
import { loadDirectory, pick, withNames } from './people.js';
import { diffRules } from './rule-diff.js';
import { withoutNulls } from '../../../store/database.js';

export const listWorkflowRules = workflowTool<{
  search?: string;
  trigger_type?: TriggerTypeName;
  is_active?: boolean;
  limit?: number;
}>({
  name: 'list_workflow_rules',
  description:
    'Lists the workflow rules (automations) with entity, trigger and whether they are active. Use it to see what exists or to find a rule by words of its name or description.',
  properties: {
    search: textProperty('Words of the name, description or entity.'),
    trigger_type: triggerTypeProperty,
    is_active: flagProperty('Only active (true) or inactive (false) rules.'),
    limit: limitProperty,
  },
  examples: [
    'show me all workflow rules',
    'which automations do we have?',
    'list the inactive workflows',
    'is there already a rule about low stock',
    'what rules run when something is created',
    'how many workflows are there',
    'gimme the list of automation rules',
  ],
  execute: async ({ search = '', trigger_type, is_active, limit }, context) => {
    const rules = await listRules(context, { trigger_type, is_active });
    const words = searchWords(search).filter((word) => !GENERIC.has(word));
    const found = pick(rules, words, (rule) => `${rule.name} ${rule.description} ${rule.entity}`);
    const { total, shown, items } = show(found.map(toRuleLine), limit);
    return { result: { total, shown, rules: items } };
  },
});

/** Words that fit every rule. */
const GENERIC = new Set(['rule', 'workflow', 'automation', 'all']);

export const listRulesForEntity = workflowTool<{ entity: string; limit?: number }>({
  name: 'list_rules_for_entity',
  description:
    'Lists the workflow rules that watch one entity (table), grouped by trigger. Use it for questions such as "what happens when an order changes" or before adding another rule on the same table.',
  properties: {
    entity: textProperty('schema.table or a table name, e.g. sales.orders.'),
    limit: limitProperty,
  },
  required: ['entity'],
  examples: [
    'what rules run on orders?',
    'which automations watch the products table',
    'what happens when a purchase order is updated',
    'everything that triggers on inventory items',
    'are there workflows for customers',
    'rules attached to the supplier entity',
  ],
  execute: async ({ entity, limit }, context) => {
    const { name } = findEntity(entity, await listEntities(context.read));
    const rules = await listRules(context, { entity: name });
    const { total, shown, items } = show(rules, limit);
    const by_trigger: Record<string, ReturnType<typeof toRuleLine>[]> = {};
    for (const rule of items) (by_trigger[rule.trigger_type] ??= []).push(toRuleLine(rule));
    return { result: { entity: name, total, shown, by_trigger } };
  },
});

export const getWorkflowRule = workflowTool<RuleInput & { format?: 'summary' | 'editable' }>({
  name: 'get_workflow_rule',
  description:
    'Shows one workflow rule: trigger, conditions, a flow outline and its actions in one line each. Use it for "what does this rule do"; format `editable` gives the whole body that preview_workflow takes.',
  properties: {
    ...ruleProperties,
    format: choiceProperty(
      ['summary', 'editable'],
      'summary (default) to read, editable to change the rule with preview_workflow.',
    ),
  },
  examples: [
    'what does this workflow do?',
    'show me the Low Stock Alert rule',
    'explain this rule to me',
    'summarize the current automation',
    'what are the steps of the order confirmation workflow',
    'when does this rule fire',
    'describe the reorder automation pls',
  ],
  contextIds: { workflow_id: { key: 'workflow_id' } },
  execute: async (input, context) => {
    const rule = await resolveRule(input, context);
    if (input.format === 'editable') {
      const { if_version: _version, edges, ...body } = toFullRule(rule);
      // preview_workflow takes absent fields, not null ones; what this tool gives must go back unchanged.
      const workflow = { ...body, edges: edges.map(withoutNulls) };
      return { result: { workflow_id: rule.id, workflow } };
    }
    const directory = await loadDirectory(context.read);
    const named = withNames(rule.actions, directory) as Rule['actions'];
    return { result: condense({ ...rule, actions: named }) };
  },
});

function condense(rule: Rule) {
  const { description, version, updated_at, trigger_conditions, actions, edges } = rule;
  return {
    ...toRuleLine(rule),
    description,
    version,
    updated_at,
    trigger_conditions: trigger_conditions.map(conditionText),
    flow: flowOutline(actions, edges),
    actions: actions.map(({ id, name, action_type, is_active, config }) => {
      const off = is_active ? undefined : false;
      return { id, name, action_type, is_active: off, config: configLine(config) };
    }),
  };
}

export const compareWorkflowRules = workflowTool<{ workflow_a?: string; workflow_b: string }>({
  name: 'compare_workflow_rules',
  description:
    'Compares two workflow rules: which settings differ, which actions only one has, and what differs in the actions both have (before = first, after = second).',
  properties: {
    workflow_a: textProperty(
      'Name or UUID of the first rule; leave out for the rule open on the page.',
    ),
    workflow_b: textProperty('Name or UUID of the second rule.'),
  },
  required: ['workflow_b'],
  examples: [
    'what is the difference between these two rules?',
    'compare the low stock alert with the reorder rule',
    'how does this workflow differ from the other one',
    'which of the two automations notifies more people, put them side by side',
    'are rule A and rule B the same',
  ],
  execute: async ({ workflow_a, workflow_b }, context) => {
    const [a, b, directory] = await Promise.all([
      resolveRule({ workflow_id: workflow_a }, context),
      ruleNamed(workflow_b, context),
      loadDirectory(context.read),
    ]);
    const diff = withNames(diffRules(toFullRule(a), toFullRule(b)), directory) as object;
    return { result: { first: a.name, second: b.name, ...diff } };
  },
});
