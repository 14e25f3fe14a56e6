import { insertRows, namedId, readData } from '../../shared/seeder.js';
import { DAY_MS, startOfDay } from '../../shared/instant.js';
import { expandRule } from '../rules/expand-rule.js';
import { placeGraph, type FullRuleBody } from '../rules/rule.model.js';
import { insertRule } from '../rules/rules.store.js';
import type {
  ActionTemplate,
  AlertSeverity,
  AlertStatus,
  Entity,
} from '../../../../src/platform/types.js';
import type { Queryable } from '../../../../src/store/database.js';

const HOUR_MS = 3_600_000;

/** A rule of the sample: the body of a request, who made it and when. */
interface SeedRule extends FullRuleBody {
  author: string;
  /** Days before the day of seeding. */
  madeDaysAgo: number;
}

export const seedRules = readData<readonly SeedRule[]>('rules.json');

/** An alert of the sample; people by username and role name, times in hours before the day of seeding. */
interface SeedAlert {
  rule: string;
  type: string;
  severity: AlertSeverity;
  status: AlertStatus;
  title: string;
  message: string;
  users: readonly string[];
  roles: readonly string[];
  hoursAgo: number;
  context?: Readonly<Record<string, unknown>>;
}

export const seedAlerts = readData<readonly SeedAlert[]>('alerts.json');

export const seedTemplates =
  readData<readonly Omit<ActionTemplate, 'id'>[]>('action-templates.json');

/** The fixed id of a sample rule. */
export function ruleId(name: string): string {
  return namedId('rule', name);
}

/**
 * The sample's rules, alerts and action templates, with the same ids on every machine; needs the
 * sample ERP. `today` is the day the dates lead up to.
 */
export async function seedWorkflow(tx: Queryable, today: Date = new Date()): Promise<void> {
  const entities = await tx.query<Entity>(
    'select id, name, schema, "table" from platform.entities',
  );
  for (const rule of seedRules) await seedRule(tx, rule, entities, today);
  await insertRows(
    tx,
    'platform.alerts',
    seedAlerts.map((alert, i) => alertRow(alert, i, today)),
  );
  await insertRows(tx, 'platform.alert_recipients', seedAlerts.flatMap(recipientRows));
  await insertRows(
    tx,
    'platform.action_templates',
    seedTemplates.map((template) => ({ id: namedId('template', template.name), ...template })),
  );
}

async function seedRule(
  tx: Queryable,
  rule: SeedRule,
  entities: readonly Entity[],
  today: Date,
): Promise<void> {
  const graph = expandRule(rule, { entities });
  let parts = 0;
  const makeId = (): string => namedId('rule_part', `${rule.name}:${parts++}`);
  const id = ruleId(rule.name);
  await insertRule(tx, placeGraph(graph, id, [], makeId), namedId('user', rule.author));
  const made = new Date(startOfDay(today) - rule.madeDaysAgo * DAY_MS + 10 * HOUR_MS);
  await tx.query('update platform.rules set created_at = $2, updated_at = $2 where id = $1', [
    id,
    made,
  ]);
}

function alertRow(alert: SeedAlert, index: number, today: Date): Record<string, unknown> {
  const created = new Date(startOfDay(today) - alert.hoursAgo * HOUR_MS);
  const seen = alert.status === 'acknowledged' || alert.status === 'resolved';
  const seenAt = new Date(created.getTime() + 2 * HOUR_MS);
  return {
    id: alertId(index),
    rule_id: ruleId(alert.rule),
    rule_name: alert.rule,
    alert_type: alert.type,
    severity: alert.severity,
    status: alert.status,
    title: alert.title,
    message: alert.message,
    context: alert.context ?? {},
    created_at: created,
    acknowledged_at: seen ? seenAt : null,
    acknowledged_by: seen ? namedId('user', 'karin.vogel') : null,
    updated_at: alert.status === 'active' ? created : seenAt,
  };
}

function alertId(index: number): string {
  return namedId('alert', String(index + 1));
}

function recipientRows(alert: SeedAlert, index: number): Record<string, unknown>[] {
  const row = (kind: string, id: string): Record<string, unknown> => ({
    alert_id: alertId(index),
    kind,
    recipient_id: id,
  });
  return [
    ...alert.users.map((username) => row('user', namedId('user', username))),
    ...alert.roles.map((name) => row('role', namedId('role', name))),
  ];
}
