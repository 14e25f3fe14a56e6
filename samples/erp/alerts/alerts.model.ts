import { IsIn, IsOptional } from 'class-validator';
import { ListQuery } from '../shared/list.model.js';
import { alertSeverities } from '../workflow/action-types/create-alert.js';
import type { AlertSeverity, AlertStatus } from '../../../src/platform/types.js';
import { alertStatuses } from './alert-states.js';

export type { Alert, NamedRef } from '../../../src/platform/types.js';

/** `?status&severity` of the lists of alerts. */
export class AlertsQuery extends ListQuery {
  @IsOptional()
  @IsIn(alertStatuses, { message: `status must be one of ${alertStatuses.join(', ')}` })
  status?: AlertStatus;

  @IsOptional()
  @IsIn(alertSeverities, { message: `severity must be one of ${alertSeverities.join(', ')}` })
  severity?: AlertSeverity;
}
