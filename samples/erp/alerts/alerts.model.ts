import { IsIn, IsOptional } from 'class-validator';
import type { JsonObject } from '../../../src/foundation/json.js';
import { ListQuery } from '../shared/list.model.js';
import { alertSeverities } from '../workflow/action-types/create-alert.js';
import { alertStatuses, type AlertStatus } from './alert-states.js';

/** A user or a role, by name. */
export interface Named {
  id: string;
  name: string;
}

/** An alert that a rule raised. `rule_id` is null when the rule was deleted since. */
export interface Alert {
  id: string;
  rule_id: string | null;
  rule_name: string;
  alert_type: string;
  severity: (typeof alertSeverities)[number];
  status: AlertStatus;
  title: string;
  message: string;
  context: JsonObject;
  recipients: { users: Named[]; roles: Named[] };
  created_at: string;
  acknowledged_at: string | null;
  acknowledged_by: Named | null;
}

/** `?status&severity` of the lists of alerts. */
export class AlertsQuery extends ListQuery {
  @IsOptional()
  @IsIn(alertStatuses, { message: `status must be one of ${alertStatuses.join(', ')}` })
  status?: AlertStatus;

  @IsOptional()
  @IsIn(alertSeverities, { message: `severity must be one of ${alertSeverities.join(', ')}` })
  severity?: (typeof alertSeverities)[number];
}
