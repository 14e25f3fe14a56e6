import { defineTool } from '../../../agenttools/define-tool.js';
import { cascadeOf } from './cascade.js';
import {
  listRules,
  loadRule,
  resolveRule,
  ruleProperties,
  type RuleInput,
} from './resolve-rule.js';
import { writeOf } from './writes.js';
import type { WorkflowServices } from '../services.js';

/** Which other rules a rule would set off. */
export const showCascade = defineTool<RuleInput, WorkflowServices>({
  name: 'show_cascade',
  description:
    'Shows which other workflow rules a rule would set off by what it writes (update_field, create_entity, transition_status), over several levels, and whether that runs in a circle.',
  properties: { ...ruleProperties },
  examples: [
    'which other rules does this one trigger?',
    'what is the knock-on effect of the confirm order workflow',
    'could these automations end in an endless loop',
    'does changing the status here set off something else?',
    'show the chain reaction of this rule',
  ],
  groups: ['workflow'],
  effect: 'read',
  execute: async (input, context) => {
    const start = await resolveRule(input, context);
    const writes = start.actions.filter((action) => writeOf(action) !== undefined);
    if (writes.length === 0) {
      const verdict = 'This rule writes no business data, so it sets off no other rule.';
      return { result: { workflow: start.name, links: [], loops: [], verdict } };
    }
    const active = await listRules(context, { is_active: true });
    const rules = await Promise.all(active.map(({ id }) => loadRule(id, context)));
    const cascade = cascadeOf(start, rules);
    const verdict =
      cascade.links.length === 0 ? { verdict: 'No active rule listens to what it writes.' } : {};
    return { result: { workflow: start.name, ...cascade, ...verdict } };
  },
});
