import { defineTool } from '../../../agenttools/define-tool.js';
import { defined } from '../../../foundation/defined.js';
import { analyzeRule } from './analysis.js';
import { flowOutline } from './rule-outline.js';
import { listActionTypes, portsByType } from './reference.js';
import { resolveRule, ruleProperties, type RuleInput } from './resolve-rule.js';
import type { WorkflowServices } from '../services.js';

/** The weaknesses of a saved rule. */
export const analyzeWorkflow = defineTool<RuleInput, WorkflowServices>({
  name: 'analyze_workflow',
  description:
    'Looks for weaknesses in a saved rule: dead ends, failures nobody handles, actions that never run, conditions that always give the same answer. Use it to review or improve a rule.',
  properties: { ...ruleProperties },
  examples: [
    'review this workflow, is anything missing?',
    'are there dead ends in the rule',
    'what could go wrong with this automation',
    'how can I improve the low stock rule?',
    'does every step handle its failures',
    'find problems in my flow',
  ],
  groups: ['workflow'],
  effect: 'read',
  execute: async (input, context) => {
    const [rule, types] = await Promise.all([
      resolveRule(input, context),
      listActionTypes(context.read),
    ]);
    const findings = analyzeRule(rule, portsByType(types));
    return {
      result: {
        workflow: rule.name,
        flow: flowOutline(rule.actions, rule.edges),
        findings,
        ...defined({ verdict: findings.length === 0 ? 'No weakness found.' : undefined }),
      },
    };
  },
});
