import { alertStatusValues, type AlertStatus } from '../../../src/platform/types.js';

export type { AlertStatus } from '../../../src/platform/types.js';

/** What can have become of an alert. */
export const alertStatuses = alertStatusValues;

/** What people do with an alert. */
export const alertEvents = ['acknowledge', 'dismiss'] as const;

/** One of {@link alertEvents}. */
export type AlertEvent = (typeof alertEvents)[number];

/**
 * Where each event leads from each status. The same status means that nothing changes (doing a thing
 * twice is no error); `refused` that it makes no sense any more.
 */
export const alertTransitions: Readonly<
  Record<AlertStatus, Readonly<Record<AlertEvent, AlertStatus | 'refused'>>>
> = {
  active: { acknowledge: 'acknowledged', dismiss: 'dismissed' },
  acknowledged: { acknowledge: 'acknowledged', dismiss: 'dismissed' },
  dismissed: { acknowledge: 'refused', dismiss: 'dismissed' },
  resolved: { acknowledge: 'refused', dismiss: 'dismissed' },
};
