import { textProperty, choiceProperty } from '../../../foundation/json.js';
import { alertSeverityValues, alertStatusValues } from '../../../platform/types.js';
import { type Alert, type AlertSeverity, type AlertStatus, workflowTool } from './wire.js';
import { fetchAll, limitProperty, show, getIfThere } from '../../../platform/lists.js';
import { resolveRule, ruleProperties, RULES, type RuleInput } from './reference.js';
import { isUuid } from '../../../foundation/ids.js';
import { requireByName } from '../../../agenttools/names.js';
import type { ReadClient } from '../../../agenttools/sources/clients.js';

interface AlertFilter {
  status?: AlertStatus;
  severity?: AlertSeverity;
  limit?: number;
}

const alertFilterProperties = {
  status: choiceProperty(alertStatusValues, 'Only alerts in this status.'),
  severity: choiceProperty(alertSeverityValues, 'Only alerts of this severity.'),
  limit: limitProperty,
} as const;

const ALERTS = ['v1', 'workflow', 'alerts'] as const;

function toAlertLine({ id, title, severity, status, rule_name, created_at }: Alert) {
  return { id, title, severity, status, rule: rule_name, created_at };
}

export const listMyAlerts = workflowTool<AlertFilter>({
  name: 'list_my_alerts',
  description:
    'Lists the alerts addressed to the user or the user’s roles, with severity and status. Use it for "what needs my attention".',
  properties: alertFilterProperties,
  examples: [
    'what alerts do I have?',
    'show my critical alerts',
    'anything that needs my attention today',
    'list my open warnings',
    'which of my alerts are not acknowledged yet',
    'any new notifications for me?',
  ],
  execute: async ({ limit, status, severity }, { read }) => {
    const alerts = await fetchAll<Alert>(read, [...ALERTS, 'mine'], { status, severity });
    const { total, shown, items } = show(alerts, limit);
    const by_severity: Partial<Record<AlertSeverity, number>> = {};
    for (const { severity: each } of alerts) by_severity[each] = (by_severity[each] ?? 0) + 1;
    return { result: { total, shown, by_severity, alerts: items.map(toAlertLine) } };
  },
});

export const listAlertsForRule = workflowTool<RuleInput & AlertFilter>({
  name: 'list_alerts_for_rule',
  description:
    'Lists the alerts that one workflow rule has raised, for whomever they were. Use it to see whether and when a rule has fired.',
  properties: { ...ruleProperties, ...alertFilterProperties },
  examples: [
    'which alerts has this rule raised?',
    'did the low stock rule create any alerts',
    'when did this workflow last warn somebody',
    'show alerts produced by the overdue order automation',
    'how many active alerts come from this rule',
  ],
  contextIds: { workflow_id: { key: 'workflow_id' } },
  execute: async (input, context) => {
    const rule = await resolveRule(input, context);
    const segments = [...RULES, rule.id, 'alerts'];
    const { status, severity, limit } = input;
    const alerts = await fetchAll<Alert>(context.read, segments, { status, severity });
    const { total, shown, items } = show(alerts, limit);
    const lines = items.map(toAlertLine).map(({ rule: _rule, ...alert }) => alert);
    return { result: { workflow: rule.name, total, shown, alerts: lines } };
  },
});

export const getAlertDetail = workflowTool<{ alert_id: string }>({
  name: 'get_alert_detail',
  description:
    'Shows one alert in full: message, the facts behind it, recipients by name, the rule that raised it and who acknowledged it.',
  properties: { alert_id: textProperty('Id of the alert, or its title if it is one of mine.') },
  required: ['alert_id'],
  examples: [
    'tell me more about this alert',
    'why did I get the alert on low stock of bolts?',
    'who acknowledged that alert',
    'details of the critical one',
    'what is behind the first warning in my list',
  ],
  execute: async ({ alert_id: wanted }, { read }) => {
    const byId = isUuid(wanted) ? await getIfThere<Alert>(read, [...ALERTS, wanted]) : undefined;
    const alert = byId ?? (await read.get<Alert>([...ALERTS, await findMine(read, wanted)]));
    const namesOf = (list: readonly { name: string }[]) => list.map(({ name }) => name);
    const { users, roles } = alert.recipients;
    return { result: { ...alert, recipients: { users: namesOf(users), roles: namesOf(roles) } } };
  },
});

/** By title; of several alerts with the same title the newest. */
async function findMine(read: ReadClient, title: string): Promise<string> {
  const alerts = await fetchAll<Alert>(read, [...ALERTS, 'mine']);
  const oldestFirst = alerts.toSorted((a, b) => a.created_at.localeCompare(b.created_at));
  const newest = new Map(oldestFirst.map((alert) => [alert.title, alert]));
  return requireByName([...newest.values()], title, {
    nameOf: (alert) => alert.title,
    noun: 'alert of yours',
    listTool: 'list_my_alerts',
  }).id;
}
