import { defineTool } from '../../../agenttools/define-tool.js';
import { fetchAll, limitProperty, show } from '../../../platform/lists.js';
import { alertFilterProperties, passes, toAlertLine, type AlertFilter } from './alert-lines.js';
import type { Alert } from './wire.js';

interface Input extends AlertFilter {
  limit?: number;
}

/** The alerts addressed to the caller. */
export const listMyAlerts = defineTool<Input>({
  name: 'list_my_alerts',
  description:
    'Lists the alerts addressed to the user or the user’s roles, with severity and status. Use it for "what needs my attention".',
  properties: { ...alertFilterProperties, limit: limitProperty },
  examples: [
    'what alerts do I have?',
    'show my critical alerts',
    'anything that needs my attention today',
    'list my open warnings',
    'which of my alerts are not acknowledged yet',
    'any new notifications for me?',
  ],
  groups: ['workflow'],
  effect: 'read',
  execute: async ({ limit, status, severity }, { read }) => {
    const segments = ['v1', 'workflow', 'alerts', 'mine'];
    const alerts = await fetchAll<Alert>(read, segments, { status, severity });
    const found = alerts.filter(passes({ status, severity }));
    const { total, shown, items } = show(found, limit);
    return { result: { total, shown, by_severity: count(found), alerts: items.map(toAlertLine) } };
  },
});

function count(alerts: readonly Alert[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { severity } of alerts) counts[severity] = (counts[severity] ?? 0) + 1;
  return counts;
}
