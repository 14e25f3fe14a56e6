import type { Estimate } from '../../../platform/types.js';
import { defineTool } from '../../../agenttools/define-tool.js';
import { resolveRule, ruleProperties, type RuleInput } from './resolve-rule.js';
import type { WorkflowServices } from '../services.js';

interface Input extends RuleInput {
  days?: number;
}

/** How often a rule would have fired. */
export const estimateFirings = defineTool<Input, WorkflowServices>({
  name: 'estimate_firings',
  description:
    'Estimates how often a rule would have fired on the data of the last N days, in all and per day. Use it to judge whether a rule would be noisy or never fire.',
  properties: {
    ...ruleProperties,
    days: {
      type: 'integer',
      minimum: 1,
      maximum: 365,
      description: 'How many days back (default 30).',
    },
  },
  examples: [
    'how often would this rule have fired last month?',
    'would this workflow be too noisy',
    'how many alerts per day should I expect',
    'estimate the firings of low stock alert over 90 days',
    'does this rule ever trigger with our data?',
  ],
  groups: ['workflow'],
  effect: 'read',
  execute: async (input, context) => {
    const rule = await resolveRule(input, context);
    const estimate = await context.read.send<Estimate>({
      method: 'POST',
      segments: ['v1', 'workflow', 'rules', rule.id, 'estimate'],
      body: { days: input.days ?? 30 },
    });
    const { sample, ...numbers } = estimate;
    return {
      result: { workflow: rule.name, ...numbers, latest: sample.slice(0, 3).map(({ at }) => at) },
    };
  },
});
