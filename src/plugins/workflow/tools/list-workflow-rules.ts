import { defineTool } from '../../../agenttools/define-tool.js';
import { limitProperty, show } from '../../../platform/lists.js';
import { searchWords, wordScore } from '../../../agenttools/search-words.js';
import { listRules } from './resolve-rule.js';
import { toRuleLine } from './rule-lines.js';
import { triggerTypeProperty, type TriggerTypeName } from './trigger-types.js';
import type { RuleSummary } from './wire.js';
import type { WorkflowServices } from '../services.js';

interface Input {
  search?: string;
  trigger_type?: TriggerTypeName;
  is_active?: boolean;
  limit?: number;
}

/** All workflow rules, filtered. */
export const listWorkflowRules = defineTool<Input, WorkflowServices>({
  name: 'list_workflow_rules',
  description:
    'Lists the workflow rules (automations) with entity, trigger and whether they are active. Use it to see what exists or to find a rule by words of its name or description.',
  properties: {
    search: { type: 'string', description: 'Words of the name, description or entity.' },
    trigger_type: triggerTypeProperty,
    is_active: { type: 'boolean', description: 'Only active (true) or inactive (false) rules.' },
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
  groups: ['workflow'],
  effect: 'read',
  execute: async ({ search, trigger_type, is_active, limit }, context) => {
    const rules = await listRules(context, { trigger_type, is_active });
    const found = rules.filter(
      (rule) =>
        (trigger_type === undefined || rule.trigger_type === trigger_type) &&
        (is_active === undefined || rule.is_active === is_active),
    );
    const { total, shown, items } = show(matching(found, search).map(toRuleLine), limit);
    return { result: { total, shown, rules: items } };
  },
});

/** Rules that hold every word; when none does, those that hold most of them. */
function matching(rules: readonly RuleSummary[], search = ''): RuleSummary[] {
  const words = searchWords(search).filter((word) => !GENERIC.has(word));
  if (words.length === 0) return [...rules];
  const scored = rules
    .map((rule) => ({
      rule,
      score: wordScore(words, `${rule.name} ${rule.description ?? ''} ${rule.entity}`),
    }))
    .filter(({ score }) => score > 0);
  const best = Math.max(...scored.map(({ score }) => score));
  return scored.filter(({ score }) => score === best).map(({ rule }) => rule);
}

/** Words that fit every rule. */
const GENERIC = new Set(['rule', 'workflow', 'automation', 'all']);
