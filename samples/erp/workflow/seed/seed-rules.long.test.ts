import { beforeAll, describe, expect, test } from '@jest/globals';
import { openTestDatabase } from '../../../../test/support/database.js';
import { actionTypes } from '../action-types.js';
import { type RuleKnowledge, KnowledgeStore } from '../knowledge.store.js';
import { CatalogStore } from '../../introspection/catalog.store.js';
import type { ActionTemplate } from '../../../../src/platform/types.js';
import { compileSchema, schemaProblems } from '../../shared/schema-problems.js';
import { readRule } from '../validation/validate-rule.js';
import { readData } from '../../shared/seeder.js';
import { sampleRules } from './seed-rules.js';
import { useOpened } from '../../../../test/support/use-opened.js';

const db = useOpened(openTestDatabase);
let knowledge: RuleKnowledge;
beforeAll(async () => {
  knowledge = await new KnowledgeStore(db, new CatalogStore(db)).load(new Set());
});

describe('every seeded rule passes the validator', () => {
  test.each(sampleRules.map((rule) => [rule.name, rule] as const))('%s', (_name, rule) => {
    const { author: _author, madeDaysAgo: _days, ...body } = rule;
    expect(readRule(body, knowledge).errors).toEqual([]);
  });
});

const templates = readData<readonly ActionTemplate[]>('platform/action_templates.json');

describe('every template has a valid config', () => {
  test.each(templates.map((template) => [template.name, template] as const))(
    '%s',
    (_name, { action_type, config }) => {
      const type = actionTypes.find((candidate) => candidate.type === action_type);
      expect(type).toBeDefined();
      expect(schemaProblems(compileSchema(type?.config_schema ?? {}), config)).toEqual([]);
    },
  );
});
