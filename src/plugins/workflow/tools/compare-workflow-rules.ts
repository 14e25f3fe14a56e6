import { defineTool } from '../../../agenttools/define-tool.js';
import { defined } from '../../../foundation/defined.js';
import { toFullRule } from './full-rule.js';
import { loadDirectory, withNames } from './people.js';
import { loadRule, resolveRuleId, resolveRuleReference } from './resolve-rule.js';
import { diffRules } from './rule-diff.js';
import type { WorkflowServices } from '../services.js';

interface Input {
  workflow_a?: string;
  workflow_b: string;
}

/** The structural difference of two rules. */
export const compareWorkflowRules = defineTool<Input, WorkflowServices>({
  name: 'compare_workflow_rules',
  description:
    'Compares two workflow rules: which settings differ, which actions only one has, and what differs in the actions both have (before = first, after = second).',
  properties: {
    workflow_a: {
      type: 'string',
      description: 'Name or UUID of the first rule; leave out for the rule open on the page.',
    },
    workflow_b: { type: 'string', description: 'Name or UUID of the second rule.' },
  },
  required: ['workflow_b'],
  examples: [
    'what is the difference between these two rules?',
    'compare the low stock alert with the reorder rule',
    'how does this workflow differ from the other one',
    'which of the two automations notifies more people, put them side by side',
    'are rule A and rule B the same',
  ],
  groups: ['workflow'],
  effect: 'read',
  execute: async ({ workflow_a, workflow_b }, context) => {
    const [first, second] = await Promise.all([
      resolveRuleId(defined({ workflow_id: workflow_a }), context),
      resolveRuleReference(workflow_b, context),
    ]);
    const [a, b, directory] = await Promise.all([
      loadRule(first, context),
      loadRule(second, context),
      loadDirectory(context.read),
    ]);
    const diff = withNames(diffRules(toFullRule(a), toFullRule(b)), directory) as object;
    return { result: { first: a.name, second: b.name, ...diff } };
  },
});
