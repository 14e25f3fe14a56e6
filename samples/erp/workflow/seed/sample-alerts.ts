import { readData } from '../../shared/read-data.js';
import type { AlertStatus } from '../../alerts/alert-states.js';

/** An alert of the sample; people by username and role name, times in hours before the day of seeding. */
export interface SeedAlert {
  rule: string;
  type: string;
  severity: 'low' | 'medium' | 'high' | 'critical';
  status: AlertStatus;
  title: string;
  message: string;
  users: readonly string[];
  roles: readonly string[];
  hoursAgo: number;
  context?: Readonly<Record<string, unknown>>;
}

export const seedAlerts = readData<readonly SeedAlert[]>('alerts.json');
