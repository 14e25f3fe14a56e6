import { Inject, Injectable } from '@nestjs/common';
import { sql, type SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Database } from '../../../src/store/database.js';
import type { Caller } from '../caller.js';
import { DATABASE } from '../shared/database.token.js';
import { offsetOf } from '../shared/list.model.js';
import type { AlertStatus } from './alert-states.js';
import type { Alert, AlertsQuery, NamedRef } from './alerts.model.js';

const dialect = new PgDialect();

interface AlertRow extends Omit<Alert, 'recipients' | 'created_at' | 'acknowledged_at'> {
  users: NamedRef[];
  roles: NamedRef[];
  created_at: Date;
  acknowledged_at: Date | null;
}

const SELECT = `
  select a.id, a.rule_id, coalesce(w.name, a.rule_name) as rule_name, a.alert_type, a.severity, a.status,
         a.title, a.message, a.context, a.created_at, a.acknowledged_at,
         (select json_build_object('id', u.id, 'name', u.first_name || ' ' || u.last_name)
            from core.users u where u.id = a.acknowledged_by) as acknowledged_by,
         coalesce((select json_agg(json_build_object('id', u.id, 'name', u.first_name || ' ' || u.last_name) order by u.username)
            from platform.alert_recipients t join core.users u on t.kind = 'user' and u.id = t.recipient_id
           where t.alert_id = a.id), '[]') as users,
         coalesce((select json_agg(json_build_object('id', r.id, 'name', r.name) order by r.name)
            from platform.alert_recipients t join core.roles r on t.kind = 'role' and r.id = t.recipient_id
           where t.alert_id = a.id), '[]') as roles
    from platform.alerts a
    left join platform.rules w on w.id = a.rule_id`;

/** Alerts in PostgreSQL. */
@Injectable()
export class AlertsStore {
  constructor(@Inject(DATABASE) private readonly db: Database) {}

  /** One page of the alerts addressed to a caller or to one of the caller's roles, newest first. */
  listFor(caller: Caller, query: AlertsQuery): Promise<{ alerts: Alert[]; total: number }> {
    const roles = sql.param(caller.roleIds);
    return this.list(
      sql`exists (select 1 from platform.alert_recipients t where t.alert_id = a.id
             and ((t.kind = 'user' and t.recipient_id = ${caller.id}::uuid)
               or (t.kind = 'role' and t.recipient_id = any(${roles}::uuid[]))))`,
      query,
    );
  }

  /** One page of the alerts a rule raised, newest first. */
  listOfRule(ruleId: string, query: AlertsQuery): Promise<{ alerts: Alert[]; total: number }> {
    return this.list(sql`a.rule_id = ${ruleId}::uuid`, query);
  }

  /** The alert of that id, or nothing. */
  async find(id: string): Promise<Alert | undefined> {
    const [row] = await this.run<AlertRow>(sql`${sql.raw(SELECT)} where a.id = ${id}::uuid`);
    return row && toAlert(row);
  }

  /** True when there is such a rule. */
  async ruleExists(ruleId: string): Promise<boolean> {
    const rows = await this.db.query('select 1 from platform.rules where id = $1', [ruleId]);
    return rows.length > 0;
  }

  /** Moves an alert on if it still has the status it was read with; false when it has not. */
  async move(id: string, from: AlertStatus, to: AlertStatus, by: string): Promise<boolean> {
    const rows = await this.db.query(MOVE, [id, from, to, by]);
    return rows.length > 0;
  }

  private async list(which: SQL, query: AlertsQuery): Promise<{ alerts: Alert[]; total: number }> {
    const tests = [which];
    if (query.status !== undefined) tests.push(sql`a.status = ${query.status}`);
    if (query.severity !== undefined) tests.push(sql`a.severity = ${query.severity}`);
    const where = sql.join(tests, sql` and `);
    const rows = await this.run<AlertRow>(
      sql`${sql.raw(SELECT)} where ${where} order by a.created_at desc, a.id
           limit ${query.rows} offset ${offsetOf(query)}`,
    );
    const [count] = await this.run<{ total: number }>(
      sql`select count(*)::int as total from platform.alerts a where ${where}`,
    );
    return { alerts: rows.map(toAlert), total: count?.total ?? 0 };
  }

  private run<R extends object>(statement: SQL): Promise<R[]> {
    const { sql: text, params } = dialect.sqlToQuery(statement);
    return this.db.query<R>(text, params);
  }
}

/** Who acknowledged first stays on record when the alert is dismissed later. */
const MOVE = `
  update platform.alerts
     set status = $3::text, updated_at = now(),
         acknowledged_at = case when $3::text = 'acknowledged' then now() else acknowledged_at end,
         acknowledged_by = case when $3::text = 'acknowledged' then $4::uuid else acknowledged_by end
   where id = $1 and status = $2
   returning id`;

function toAlert({ users, roles, created_at, acknowledged_at, ...row }: AlertRow): Alert {
  return {
    ...row,
    recipients: { users, roles },
    created_at: created_at.toISOString(),
    acknowledged_at: acknowledged_at?.toISOString() ?? null,
  };
}
