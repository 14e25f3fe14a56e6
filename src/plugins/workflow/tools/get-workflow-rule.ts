import { defineTool } from '../../../agenttools/define-tool.js';
import { defined } from '../../../foundation/defined.js';
import { toFullRule } from './full-rule.js';
import { flowOutline } from './rule-outline.js';
import { loadDirectory, withNames } from './people.js';
import { resolveRule, ruleProperties, type RuleInput } from './resolve-rule.js';
import { conditionText, configLine, toRuleLine } from './rule-lines.js';
import type { Rule } from './wire.js';
import type { WorkflowServices } from '../services.js';

interface Input extends RuleInput {
  format?: 'summary' | 'editable';
}

/** One rule as a compact summary, or as the body preview_workflow takes. */
export const getWorkflowRule = defineTool<Input, WorkflowServices>({
  name: 'get_workflow_rule',
  description:
    'Shows one workflow rule: trigger, conditions, a flow outline and its actions in one line each. Use it for "what does this rule do"; format `editable` gives the whole body that preview_workflow takes.',
  properties: {
    ...ruleProperties,
    format: {
      type: 'string',
      enum: ['summary', 'editable'],
      description: 'summary (default) to read, editable to change the rule with preview_workflow.',
    },
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
  groups: ['workflow'],
  effect: 'read',
  contextIds: { workflow_id: { key: 'workflow_id' } },
  execute: async (input, context) => {
    const rule = await resolveRule(input, context);
    if (input.format === 'editable') {
      const { if_version: _version, edges, ...body } = toFullRule(rule);
      const workflow = { ...body, edges: edges.map(withoutNulls) };
      return { result: { workflow_id: rule.id, workflow } };
    }
    const directory = await loadDirectory(context.read);
    const named = withNames(rule.actions, directory) as Rule['actions'];
    return { result: condense({ ...rule, actions: named }) };
  },
});

/** preview_workflow takes absent fields, not null ones; what this tool gives must go back unchanged. */
function withoutNulls(edge: object): object {
  return Object.fromEntries(Object.entries(edge).filter(([, value]) => value !== null));
}

function condense(rule: Rule) {
  return {
    ...toRuleLine(rule),
    description: rule.description,
    version: rule.version,
    updated_at: rule.updated_at,
    trigger_conditions: rule.trigger_conditions.map(conditionText),
    flow: flowOutline(rule.actions, rule.edges),
    actions: rule.actions.map((action) => ({
      id: action.id,
      name: action.name,
      action_type: action.action_type,
      ...defined({ is_active: action.is_active ? undefined : false }),
      config: configLine(action.config),
    })),
  };
}
