import { beforeAll, describe, expect, test } from '@jest/globals';
import { openTestDatabase } from '../../../../test/support/database.js';
import { actionTypes } from '../action-types.js';
import { type RuleKnowledge, KnowledgeStore } from '../knowledge.store.js';
import { CatalogStore } from '../../introspection/catalog.store.js';
import { compileSchema, schemaProblems } from '../../shared/schema-problems.js';
import { readRule } from '../validation/validate-rule.js';
import { seedAlerts, seedRules, seedTemplates, seedWorkflow } from './seed-workflow.js';
import { useOpened } from '../../../../test/support/use-opened.js';

const db = useOpened(openTestDatabase);
let knowledge: RuleKnowledge;
beforeAll(async () => {
  knowledge = await new KnowledgeStore(db, new CatalogStore(db)).load(new Set());
});

describe('every seeded rule passes the validator', () => {
  test.each(seedRules.map((rule) => [rule.name, rule] as const))('%s', (_name, rule) => {
    const { author: _author, madeDaysAgo: _days, ...body } = rule;
    expect(readRule(body, knowledge).errors).toEqual([]);
  });
});

describe('every template has a valid config', () => {
  test.each(seedTemplates.map((template) => [template.name, template] as const))(
    '%s',
    (_name, { action_type, config }) => {
      const type = actionTypes.find((candidate) => candidate.type === action_type);
      expect(type).toBeDefined();
      expect(schemaProblems(compileSchema(type?.config_schema ?? {}), config)).toEqual([]);
    },
  );
});

test('every alert belongs to a rule and reaches someone', () => {
  const names = new Set(seedRules.map((rule) => rule.name));
  for (const alert of seedAlerts) {
    expect(names).toContain(alert.rule);
    expect(alert.users.length + alert.roles.length).toBeGreaterThan(0);
  }
  expect(new Set(seedAlerts.map((alert) => alert.severity)).size).toBe(4);
  expect(new Set(seedAlerts.map((alert) => alert.status)).size).toBe(4);
});

test('seeding again gives the same ids', async () => {
  const ids = (): Promise<object[]> =>
    db.query(
      `select id from platform.rules union all select id from platform.rule_actions
       union all select id from platform.rule_edges union all select id from platform.alerts
       union all select id from platform.action_templates order by 1`,
    );
  const before = await ids();
  await db.transaction(async (tx) => {
    await tx.query('delete from platform.alerts');
    await tx.query('delete from platform.rules');
    await tx.query('delete from platform.action_templates');
    await seedWorkflow(tx, new Date('2025-01-31T12:00:00Z'));
  });
  expect(await ids()).toEqual(before);
});
