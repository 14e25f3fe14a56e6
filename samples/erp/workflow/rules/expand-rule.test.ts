import type { ActionInput, EdgeInput } from '../../../../src/platform/types.js';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { defined } from '../../../../src/foundation/defined.js';
import { triggerTypes } from '../trigger-types.js';
import { expandRule } from './expand-rule.js';
import type { FullRuleBody, GraphEdge } from './rule.model.js';

const ORDERS_ID = '00000000-0000-4000-8000-000000000001';
const entities = [
  { id: ORDERS_ID, name: 'sales.orders', schema: 'sales', table: 'orders' },
  {
    id: '00000000-0000-4000-8000-000000000002',
    name: 'core.users',
    schema: 'core',
    table: 'users',
  },
];

function expand(changes: Partial<FullRuleBody>): ReturnType<typeof expandRule> {
  return expandRule(
    { name: 'A rule', entity: 'orders', trigger_type: 'manual', actions: [], ...changes },
    { entities },
  );
}

const wait = (name: string, after?: ActionInput['after']): ActionInput => ({
  name,
  action_type: 'delay',
  config: { duration: '1h' },
  ...defined({ after }),
});

function edge(
  source_action_id: string | null,
  source_output: string | null,
  target_action_id: string,
  edge_type: GraphEdge['edge_type'],
  edge_order: number,
): GraphEdge {
  return { source_action_id, source_output, target_action_id, edge_type, edge_order };
}

describe('entity', () => {
  const cases: [Partial<FullRuleBody>, string][] = [
    [{ entity: 'sales.orders' }, 'sales.orders'],
    [{ entity: ' Sales.ORDERS ' }, 'sales.orders'],
    [{ entity: 'orders' }, 'sales.orders'],
    [{ entity: undefined, entity_id: ORDERS_ID }, 'sales.orders'],
    [{ entity: ORDERS_ID }, 'sales.orders'],
    [{ entity: 'nothing.here' }, 'nothing.here'],
  ];
  test.each(cases)('%j is %s', (changes, name) => {
    expect(expand(changes).graph.entity).toBe(name);
  });

  test('an id that means something else is refused', () => {
    const { errors } = expand({ entity: 'users', entity_id: ORDERS_ID, actions: [wait('a')] });
    expect(errors).toMatchObject([{ path: 'entity_id' }]);
  });
});

describe('trigger type', () => {
  test.each(triggerTypes.map((type) => [type.id, type.name] as const))('%s is %s', (id, name) => {
    expect(expand({ trigger_type: id }).graph.trigger_type).toBe(name);
    expect(expand({ trigger_type: name.toUpperCase() }).graph.trigger_type).toBe(name);
  });
});

describe('after', () => {
  test('becomes edges through the default or the named port, in order', () => {
    const ask: ActionInput = { name: 'Ask', action_type: 'seek_approval', config: {} };
    const { graph, errors } = expand({
      actions: [
        ask,
        wait('A', 'ask'),
        wait('B', 'Ask:rejected'),
        wait('C', 'Ask'),
        wait('D', ['A', 'B:success']),
      ],
    });
    expect(errors).toEqual([]);
    expect(graph.edges).toEqual([
      edge(null, null, 'temp:0', 'start', 0),
      edge('temp:0', 'approved', 'temp:1', 'sequence', 0),
      edge('temp:0', 'rejected', 'temp:2', 'sequence', 0),
      edge('temp:0', 'approved', 'temp:3', 'sequence', 1),
      edge('temp:1', 'success', 'temp:4', 'sequence', 0),
      edge('temp:2', 'success', 'temp:4', 'sequence', 0),
    ]);
  });

  test('a name with a colon is found before a port is', () => {
    const { graph, errors } = expand({
      actions: [
        wait('Step 1: wait'),
        wait('Two', 'Step 1: wait'),
        wait('Three', 'Step 1: wait:success'),
      ],
    });
    expect(errors).toEqual([]);
    expect(graph.edges.map((edge) => edge.source_output)).toEqual([null, 'success', 'success']);
  });

  test('naming nothing says what there is', () => {
    const { errors } = expand({ actions: [wait('A'), wait('B', 'Zed:success')] });
    expect(errors).toMatchObject([{ path: 'actions[1].after', allowed: ['A'] }]);
  });

  test('everywhere leaves no start; nowhere leaves several', () => {
    const circle = expand({ actions: [wait('A', 'B'), wait('B', 'A')] });
    expect(circle.errors[0]?.message).toMatch(/no start/);
    const loose = expand({ actions: [wait('A'), wait('B')] });
    expect(loose.errors[0]?.message).toMatch(/"A", "B" have no "after"/);
  });

  test('together with edges is refused', () => {
    const edges: EdgeInput[] = [{ target_action_id: 'temp:0', edge_type: 'start' }];
    expect(expand({ actions: [wait('A'), wait('B', 'A')], edges }).errors).toMatchObject([
      { path: 'edges' },
    ]);
  });
});

test('temp ids are given without taking one that is used', () => {
  const { graph } = expand({
    actions: [wait('A'), { ...wait('B', 'A'), id: 'temp:0' }, wait('C', 'B')],
  });
  expect(graph.actions.map((action) => action.id)).toEqual(['temp:1', 'temp:0', 'temp:2']);
});

test('a chain written with after means the same as one written with edges', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), (size) => {
      const names = Array.from({ length: size }, (_, i) => `Step ${i}`);
      const chained = expand({ actions: names.map((name, i) => wait(name, names[i - 1])) });
      const edges = names.map((_, i): EdgeInput =>
        i === 0
          ? { target_action_id: 'temp:0', edge_type: 'start' }
          : {
              source_action_id: `temp:${i - 1}`,
              target_action_id: `temp:${i}`,
              edge_type: 'sequence',
              edge_order: 0,
            },
      );
      expect(chained.graph).toEqual(
        expand({ actions: names.map((name) => wait(name)), edges }).graph,
      );
    }),
  );
});
