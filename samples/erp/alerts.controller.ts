import { Get, Inject, Param, Query, Req } from '@nestjs/common';
import { sql, type SQL } from 'drizzle-orm';
import { IsIn, IsOptional } from 'class-validator';
import type { Requester } from '../../src/http/identity/identity.js';
import {
  type Alert,
  alertSeverityValues,
  alertStatusValues,
  type AlertSeverity,
  type AlertStatus,
} from '../../src/platform/types.js';
import type { Database } from '../../src/store/database.js';
import { CallerResolver } from './people.controller.js';
import {
  DATABASE,
  pageOfRows,
  rowById,
  type Stored,
  ErpController,
  type Page,
  ListQuery,
} from './shared/fields.js';

class AlertsQuery extends ListQuery {
  @IsOptional()
  @IsIn(alertStatusValues, { message: `status must be one of ${alertStatusValues.join(', ')}` })
  status?: AlertStatus;

  @IsOptional()
  @IsIn(alertSeverityValues, {
    message: `severity must be one of ${alertSeverityValues.join(', ')}`,
  })
  severity?: AlertSeverity;
}

const ALERTS = sql`
  select a.id, a.rule_id, coalesce(w.name, a.rule_name) as rule_name, a.alert_type, a.severity, a.status,
         a.title, a.message, a.context, a.created_at, a.acknowledged_at,
         (select json_build_object('id', u.id, 'name', u.first_name || ' ' || u.last_name)
            from core.users u where u.id = a.acknowledged_by) as acknowledged_by,
         json_build_object(
           'users', coalesce((select json_agg(json_build_object('id', u.id, 'name', u.first_name || ' ' || u.last_name) order by u.username)
              from platform.alert_recipients t join core.users u on t.kind = 'user' and u.id = t.recipient_id
             where t.alert_id = a.id), '[]'),
           'roles', coalesce((select json_agg(json_build_object('id', r.id, 'name', r.name) order by r.name)
              from platform.alert_recipients t join core.roles r on t.kind = 'role' and r.id = t.recipient_id
             where t.alert_id = a.id), '[]')) as recipients
    from platform.alerts a
    left join platform.rules w on w.id = a.rule_id`;

type StoredAlert = Stored<Alert>;

/** Alerts that rules have raised; newest first. */
@ErpController('v1/workflow')
export class AlertsController {
  constructor(
    @Inject(DATABASE) private readonly db: Database,
    private readonly callers: CallerResolver,
  ) {}

  /** Those addressed to the caller or to one of the caller's roles. */
  @Get('alerts/mine')
  async mine(@Req() request: Requester, @Query() query: AlertsQuery): Promise<Page<StoredAlert>> {
    const { id, roleIds } = await this.callers.resolve(request);
    const toCaller = sql`exists (select 1 from platform.alert_recipients t where t.alert_id = a.id
      and ((t.kind = 'user' and t.recipient_id = ${id}::uuid)
        or (t.kind = 'role' and t.recipient_id = any(${sql.param(roleIds)}::uuid[]))))`;
    return this.list(toCaller, query);
  }

  @Get('alerts/:id')
  get(@Param('id') id: string): Promise<StoredAlert> {
    return rowById<StoredAlert>(this.db, 'alert', ALERTS, id);
  }

  @Get('rules/:id/alerts')
  async ofRule(@Param('id') id: string, @Query() query: AlertsQuery): Promise<Page<StoredAlert>> {
    await rowById(this.db, 'rule', sql`select id from platform.rules`, id);
    return this.list(sql`a.rule_id = ${id}`, query);
  }

  private list(which: SQL, query: AlertsQuery): Promise<Page<StoredAlert>> {
    const tests = [which];
    if (query.status !== undefined) tests.push(sql`a.status = ${query.status}`);
    if (query.severity !== undefined) tests.push(sql`a.severity = ${query.severity}`);
    const found = sql`${ALERTS} where ${sql.join(tests, sql` and `)}`;
    return pageOfRows<StoredAlert>(this.db, found, sql`a.created_at desc, a.id`, query);
  }
}
