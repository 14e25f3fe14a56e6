import { describe, expect, test } from '@jest/globals';
import { alertSeverityValues, conditionOperatorValues } from '../../../src/platform/types.js';
import { compileSchema, schemaProblems } from '../shared/schema-problems.js';
import { actionTypes, findActionType } from './action-types.js';

/** Required fields and ports (default first) as `samples/erp/README.md` and the tools know them. */
const expected: [type: string, required: string, ports: string][] = [
  ['allocate_inventory', 'allocation_mode', 'success failure'],
  ['check_inventory', '', 'sufficient insufficient'],
  ['check_reorder_point', '', 'ok needs_reorder'],
  ['commit_allocation', 'product_id location_id quantity', 'success failure'],
  ['release_reservation', 'product_id location_id quantity', 'success failure'],
  ['reserve_inventory', 'quantity', 'success failure'],
  ['create_alert', 'alert_type severity title message', 'success failure'],
  ['send_email', 'recipients subject body', 'success failure'],
  ['send_notification', 'recipients channels', 'success failure'],
  ['seek_approval', 'approvers approval_type', 'approved rejected timed_out failure'],
  ['evaluate_condition', 'conditions', 'true false'],
  ['delay', 'duration', 'success'],
  ['create_entity', 'target_entity fields', 'success failure'],
  ['update_field', 'target_entity target_field new_value', 'success failure'],
  ['lookup_entity', 'entity filter output_key', 'found not_found failure'],
  [
    'transition_status',
    'target_entity status_field to_status valid_from_statuses',
    'success invalid_transition failure',
  ],
  ['log_audit_entry', 'entity_name action message', 'success failure'],
];

test('the registry holds these types and no others', () => {
  expect(actionTypes.map(({ type }) => type).sort()).toEqual(expected.map(([type]) => type).sort());
});

test('configs name the operators and severities that there are', () => {
  const text = (type: string) => JSON.stringify(findActionType(type)?.config_schema);
  for (const type of ['evaluate_condition', 'update_field']) {
    expect(text(type)).toContain(JSON.stringify(conditionOperatorValues));
  }
  expect(text('create_alert')).toContain(JSON.stringify(alertSeverityValues));
});

describe.each(expected)('%s', (type, needs, leaves) => {
  const required = needs.split(' ').filter((field) => field !== '');
  const actionType = findActionType(type);
  const validate = compileSchema(actionType?.config_schema ?? {});
  const example = actionType?.example ?? {};

  test('has its required fields and ports', () => {
    expect(actionType?.config_schema.required).toEqual(required);
    expect(actionType?.ports.map((port) => port.name)).toEqual(leaves.split(' '));
  });

  test('has an example that validates', () => {
    expect(schemaProblems(validate, example)).toEqual([]);
  });

  test('misses each required field with one sentence', () => {
    for (const field of required) {
      const { [field]: _left, ...rest } = example;
      expect(schemaProblems(validate, rest)).toMatchObject([
        { path: field, message: expect.stringContaining(`"${field}" is missing`) },
      ]);
    }
  });

  test('refuses a field it does not have, and names those it has', () => {
    const [problem] = schemaProblems(validate, { ...example, nonsense: 1 });
    expect(problem).toMatchObject({ path: 'nonsense', allowed: expect.arrayContaining(required) });
  });
});
