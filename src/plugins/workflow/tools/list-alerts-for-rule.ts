import { defineTool } from '../../../agenttools/define-tool.js';
import { fetchAll, limitProperty, show } from '../../../platform/lists.js';
import { alertFilterProperties, passes, toAlertLine, type AlertFilter } from './alert-lines.js';
import { loadRule, resolveRuleId, ruleProperties, type RuleInput } from './resolve-rule.js';
import type { Alert } from './wire.js';
import type { WorkflowServices } from '../services.js';

interface Input extends RuleInput, AlertFilter {
  limit?: number;
}

/** The alerts one rule has raised. */
export const listAlertsForRule = defineTool<Input, WorkflowServices>({
  name: 'list_alerts_for_rule',
  description:
    'Lists the alerts that one workflow rule has raised, for whomever they were. Use it to see whether and when a rule has fired.',
  properties: { ...ruleProperties, ...alertFilterProperties, limit: limitProperty },
  examples: [
    'which alerts has this rule raised?',
    'did the low stock rule create any alerts',
    'when did this workflow last warn somebody',
    'show alerts produced by the overdue order automation',
    'how many active alerts come from this rule',
  ],
  groups: ['workflow'],
  effect: 'read',
  contextIds: { workflow_id: { key: 'workflow_id' } },
  execute: async (input, context) => {
    const rule = await loadRule(await resolveRuleId(input, context), context);
    const segments = ['v1', 'workflow', 'rules', rule.id, 'alerts'];
    const alerts = (await fetchAll<Alert>(context.read, segments)).filter(passes(input));
    const { total, shown, items } = show(alerts.map(toAlertLine), input.limit);
    return {
      result: {
        workflow: rule.name,
        total,
        shown,
        alerts: items.map(({ rule: _rule, ...alert }) => alert),
      },
    };
  },
});
