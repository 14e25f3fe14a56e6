import { describe, expect, test } from '@jest/globals';
import { alertSeverityValues, conditionOperatorValues } from '../../../src/platform/types.js';
import { compileSchema, schemaProblems } from '../shared/schema-problems.js';
import { actionTypes, findActionType } from './action-types.js';

test('configs name the operators and severities that there are', () => {
  const text = (type: string) => JSON.stringify(findActionType(type)?.config_schema);
  for (const type of ['evaluate_condition', 'update_field']) {
    expect(text(type)).toContain(JSON.stringify(conditionOperatorValues));
  }
  expect(text('create_alert')).toContain(JSON.stringify(alertSeverityValues));
});

describe.each(actionTypes.map((each) => [each.type, each] as const))('%s', (_type, actionType) => {
  const { config_schema: schema, example } = actionType;
  const validate = compileSchema(schema);

  test('has an example that validates', () => {
    expect(schemaProblems(validate, example)).toEqual([]);
  });

  test('misses each required field, and names those it has where it has not the given one', () => {
    for (const field of schema.required) {
      const { [field]: _left, ...rest } = example;
      expect(schemaProblems(validate, rest)).toMatchObject([{ path: field }]);
    }
    const allowed = expect.arrayContaining(schema.required);
    const nonsense = [{ path: 'nonsense', allowed }];
    expect(schemaProblems(validate, { ...example, nonsense: 1 })).toMatchObject(nonsense);
  });
});
