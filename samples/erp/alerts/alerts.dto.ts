import { IsIn, IsOptional } from 'class-validator';
import {
  alertSeverityValues,
  alertStatusValues,
  type AlertSeverity,
  type AlertStatus,
} from '../../../src/platform/types.js';
import { ListQuery } from '../shared/list.model.js';

/** `?status&severity` of the lists of alerts. */
export class AlertsQuery extends ListQuery {
  @IsOptional()
  @IsIn(alertStatusValues, { message: `status must be one of ${alertStatusValues.join(', ')}` })
  status?: AlertStatus;

  @IsOptional()
  @IsIn(alertSeverityValues, {
    message: `severity must be one of ${alertSeverityValues.join(', ')}`,
  })
  severity?: AlertSeverity;
}
