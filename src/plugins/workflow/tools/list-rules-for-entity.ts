import { defineTool } from '../../../agenttools/define-tool.js';
import { limitProperty, show } from '../../../platform/lists.js';
import { findEntity, listEntities } from './reference.js';
import { listRules } from './resolve-rule.js';
import { toRuleLine } from './rule-lines.js';
import type { RuleSummary } from './wire.js';
import type { WorkflowServices } from '../services.js';

interface Input {
  entity: string;
  limit?: number;
}

/** The rules that watch one table. */
export const listRulesForEntity = defineTool<Input, WorkflowServices>({
  name: 'list_rules_for_entity',
  description:
    'Lists the workflow rules that watch one entity (table), grouped by trigger. Use it for questions such as "what happens when an order changes" or before adding another rule on the same table.',
  properties: {
    entity: { type: 'string', description: 'schema.table or a table name, e.g. sales.orders.' },
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
  groups: ['workflow'],
  effect: 'read',
  execute: async ({ entity, limit }, context) => {
    const { name } = findEntity(entity, await listEntities(context.read));
    const rules = (await listRules(context, { entity: name })).filter(
      (rule) => rule.entity === name,
    );
    const { total, shown, items } = show(rules, limit);
    return {
      result: {
        entity: name,
        total,
        shown,
        by_trigger: byTrigger(items),
      },
    };
  },
});

function byTrigger(rules: readonly RuleSummary[]) {
  const triggers = [...new Set(rules.map((rule) => rule.trigger_type))];
  return Object.fromEntries(
    triggers.map((trigger) => [
      trigger,
      rules.filter((rule) => rule.trigger_type === trigger).map(toRuleLine),
    ]),
  );
}
