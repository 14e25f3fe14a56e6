import type { Alert } from './wire.js';

/** How urgent an alert is, mildest first. */
export const alertSeverities = ['low', 'medium', 'high', 'critical'] as const;

/** What became of an alert. */
export const alertStatuses = ['active', 'acknowledged', 'dismissed', 'resolved'] as const;

/** The filters that lists of alerts share. */
export interface AlertFilter {
  status?: (typeof alertStatuses)[number];
  severity?: (typeof alertSeverities)[number];
}

/** Schema of {@link AlertFilter}. */
export const alertFilterProperties = {
  status: { type: 'string', enum: [...alertStatuses], description: 'Only alerts in this status.' },
  severity: {
    type: 'string',
    enum: [...alertSeverities],
    description: 'Only alerts of this severity.',
  },
} as const;

/** True when an alert passes the filter. */
export function passes(filter: AlertFilter): (alert: Alert) => boolean {
  return (alert) =>
    (filter.status === undefined || alert.status === filter.status) &&
    (filter.severity === undefined || alert.severity === filter.severity);
}

/** An alert in a list, as the model sees it. */
export function toAlertLine({ id, title, severity, status, rule_name, created_at }: Alert) {
  return { id, title, severity, status, rule: rule_name, created_at };
}
