import type { ActionInput, EdgeInput } from '../../../../src/platform/types.js';
import { describe, expect, test } from '@jest/globals';
import { expandRule } from './expand-rule.js';
import type { FullRuleBody } from './rule.model.js';

const entities = [
  { id: '1', name: 'sales.orders', schema: 'sales', table: 'orders' },
  { id: '2', name: 'core.users', schema: 'core', table: 'users' },
];

function expand(changes: Partial<FullRuleBody>): ReturnType<typeof expandRule> {
  return expandRule(
    { name: 'A rule', entity: 'orders', trigger_type: 'manual', actions: [], ...changes },
    { entities },
  );
}

const wait = (name: string, id?: string): ActionInput => ({ id, name, action_type: 'delay' });

describe('entity', () => {
  const cases: [Partial<FullRuleBody>, string][] = [
    [{ entity: 'sales.orders' }, 'sales.orders'],
    [{ entity: ' Sales.ORDERS ' }, 'sales.orders'],
    [{ entity: 'orders' }, 'sales.orders'],
    [{ entity: 'nothing.here' }, 'nothing.here'],
  ];
  test.each(cases)('%j is %s', (changes, name) => {
    expect(expand(changes).entity).toBe(name);
  });
});

test.each(['on_create', ' ON_CREATE'])('the trigger type %j is on_create', (word) => {
  expect(expand({ trigger_type: word }).trigger_type).toBe('on_create');
});

test('temp ids are given without taking one that is used', () => {
  const { actions } = expand({ actions: [wait('A'), wait('B', 'temp:0'), wait('C')] });
  expect(actions.map(({ id }) => id)).toEqual(['temp:1', 'temp:0', 'temp:2']);
});

test('a sequence leaves by the default port, no other edge by any, and their order is that of the list', () => {
  const edges: EdgeInput[] = [
    { target_action_id: 'temp:0', edge_type: 'start', source_output: 'x' },
    { source_action_id: 'temp:0', target_action_id: 'temp:1', edge_type: 'sequence' },
    { source_action_id: 'temp:1', target_action_id: 'temp:0', edge_type: 'always', edge_order: 7 },
  ];
  const filled = expand({ actions: [wait('A'), wait('B')], edges }).edges;
  expect(filled.map((edge) => [edge.source_output, edge.edge_order])).toEqual([
    [null, 0],
    ['success', 1],
    [null, 7],
  ]);
});
