import { createCalendar } from '../../company/sample.js';
import { roleId, userId } from '../../company/people.js';
import { insertRows } from '../../shared/insert-rows.js';
import { namedId } from '../../shared/named-id.js';
import { readData } from '../../shared/read-data.js';
import { expandRule } from '../rules/expand-rule.js';
import { placeGraph } from '../rules/place-graph.js';
import { insertRule } from '../rules/rules.store.js';
import type {
  ActionInput,
  ActionTemplate,
  AlertSeverity,
  AlertStatus,
  Condition,
  Entity,
} from '../../../../src/platform/types.js';
import type { Queryable } from '../../../../src/store/database.js';

const REFERENCE = /^@(role|user):([a-z._]+)$/;

/** Data with the ids of the people that it names: `@user:maria.keller`, `@role:finance_controller`. */
function withSampleIds<T>(data: T): T {
  return JSON.parse(JSON.stringify(data), (_key, value: unknown) => resolved(value)) as T;
}

function resolved(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const [, kind, name = ''] = REFERENCE.exec(value) ?? [];
  if (kind === undefined) return value;
  return kind === 'role' ? roleId(name) : userId(name);
}

/** A rule of the sample, in the shorthand that requests may use too. */
interface SeedRule {
  name: string;
  description: string;
  is_active: boolean;
  entity: string;
  trigger_type: string;
  trigger_conditions: Condition[];
  actions: ActionInput[];
  /** Username of who made it. */
  author: string;
  /** Days before the day of seeding. */
  madeDaysAgo: number;
}

/** Every rule of the sample. */
export const seedRules = withSampleIds(readData<readonly SeedRule[]>('rules.json'));

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

/** Ready-made actions of the sample. */
export const seedTemplates = withSampleIds(
  readData<readonly Omit<ActionTemplate, 'id'>[]>('action-templates.json'),
);

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
  const { graph, errors } = expandRule(rule, { entities });
  if (errors.length > 0) throw new Error(`${rule.name}: ${JSON.stringify(errors)}`);
  let parts = 0;
  const makeId = (): string => namedId('rule_part', `${rule.name}:${parts++}`);
  const id = ruleId(rule.name);
  await insertRule(tx, placeGraph(graph, id, [], makeId), userId(rule.author));
  const made = createCalendar(today).at(rule.madeDaysAgo, 10);
  await tx.query('update platform.rules set created_at = $2, updated_at = $2 where id = $1', [
    id,
    made,
  ]);
}

const HOUR_MS = 3_600_000;

function alertRow(alert: SeedAlert, index: number, today: Date): Record<string, unknown> {
  const created = new Date(createCalendar(today).at(0).getTime() - alert.hoursAgo * HOUR_MS);
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
    context: JSON.stringify(alert.context ?? {}),
    created_at: created,
    acknowledged_at: seen ? seenAt : null,
    acknowledged_by: seen ? userId('karin.vogel') : null,
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
    ...alert.users.map((username) => row('user', userId(username))),
    ...alert.roles.map((name) => row('role', roleId(name))),
  ];
}
