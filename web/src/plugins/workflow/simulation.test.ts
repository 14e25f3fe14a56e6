import { evaluateAll } from '../../../../samples/erp/workflow/simulation/evaluate.js';
import { toGraph } from './graph.js';
import { nodeLabel } from './rule-labels.js';
import { readRule } from './rule.js';
import {
  fitting,
  outcomeWords,
  pathThrough,
  recordLabel,
  summaryWords,
  type Simulation,
} from './simulation.js';

const rule = readRule({
  entity: 's.t',
  trigger_type: 'on_update',
  actions: [
    { id: 'a', name: 'Check', action_type: 'evaluate_condition' },
    { id: 'b', name: 'Mail', action_type: 'send_email', is_active: false },
    { id: 'c', name: 'Alert', action_type: 'create_alert' },
    { id: 'd', name: 'Move', action_type: 'transition_status' },
  ],
  edges: [
    { target_action_id: 'a', edge_type: 'start' },
    ...['true b', 'false c'].map((way) => {
      const [source_output, target_action_id] = way.split(' ');
      return { source_action_id: 'a', source_output, target_action_id, edge_type: 'sequence' };
    }),
    { source_action_id: 'b', target_action_id: 'd', edge_type: 'always' },
  ],
});
const graph = toGraph(rule);
const MORE = { action_type: 'x', reason: 'because' };
const step = (action_id: string, action: string, port: string) => {
  return { ...MORE, action_id, action, port };
};
const passed = [step('a', 'Check', 'true'), step('b', 'Mail', 'success')];
const fired: Simulation = {
  triggered: true,
  reason: 'n is 1',
  not_reached: ['Alert'],
  assumptions: [],
  steps: [...passed, step('d', 'Move', 'invalid_transition')],
};

test('lights up the boxes and arrows that a record passes', () => {
  const { nodes, edges } = pathThrough(graph, fired);
  const states = [...nodes].map(([id, { state }]) => `${id} ${state}`);
  expect(states).toEqual(['trigger fired', 'a ran', 'b skipped', 'c not reached', 'd failed']);
  const taken = graph.edges.filter(({ id }) => edges.has(id));
  expect(taken.map(({ source, target }) => source + target)).toEqual(['triggera', 'ab', 'bd']);
  expect(outcomeWords(nodes.get('d') as never)).toBe('Failed → invalid transition');
});

test('lights up nothing when the rule does not fire', () => {
  const rests: Simulation = { ...fired, triggered: false, steps: [], not_reached: [] };
  const { nodes, edges } = pathThrough(graph, rests);
  const states = [...nodes.values()].map(({ state }) => state);
  expect(states).toEqual(['not fired', 'not reached', 'not reached', 'not reached', 'not reached']);
  expect(edges.size).toBe(0);
  expect(summaryWords(rests)).toBe('The rule would not fire: n is 1.');
});

test('is told in a sentence', () =>
  expect(summaryWords(fired)).toBe(
    'The rule would fire: n is 1. Path: Check (true), then Mail, then Move (invalid transition). Not reached: Alert.',
  ));

test('what an update removes has no outcome', () => {
  const removed = { name: 'Old', action_type: 'delay', follows: ['Check:true'] };
  const diff = { identical: false, fields: [], added: [], removed: [removed], changed: [] };
  const { nodes, edges } = pathThrough(toGraph(rule, diff), fired);
  expect(nodes.has('removed:Old')).toBe(false);
  expect([...edges].filter((id) => id.startsWith('removed'))).toEqual([]);
});

test('a box is told with all its marks', () => {
  const mail = graph.nodes.find(({ id }) => id === 'b') as (typeof graph.nodes)[0];
  const words = nodeLabel({ ...mail, mark: 'added' }, pathThrough(graph, fired).nodes.get('b'));
  expect(words).toBe('Send email, Off, Added: Mail. Skipped');
});

test.each([
  { field_name: 'n', operator: 'less_than', value: 10 },
  { field_name: 'n', operator: 'greater_than', value: 99 },
  { field_name: 'n', operator: 'greater_or_equal', value: 99 },
  { field_name: 'n', operator: 'less_or_equal', value: -1 },
  { field_name: 's', operator: 'equals', value: 'open' },
  { field_name: 's', operator: 'in', value: ['open', 'held'] },
  { field_name: 's', operator: 'contains', value: 'pe' },
  { field_name: 's', operator: 'starts_with', value: 'op' },
  { field_name: 's', operator: 'is_null' },
  { field_name: 's', operator: 'changed_to', value: 'open' },
  { field_name: 's', operator: 'changed' },
] as const)('a record made to fit passes the real test: %j', (condition) => {
  const record = fitting({ n: 50, s: 'done' }, { conditions: [{ ...condition }] });
  const scope = { record, previous: undefined, outputs: new Map(), now: new Date(0) };
  expect(evaluateAll([condition], 'and', scope).holds).toBe(true);
});

test('a comparison with another column is left to the user', () => {
  const conditions = [{ field_name: 'n', operator: 'equals', value: '{{m}}' }];
  expect(fitting({ n: 1, m: 2 }, { conditions })).toEqual({ n: 1, m: 2 });
});

test('a record is called by its first words and numbers, never by an id', () => {
  const id = '11111111-1111-4111-8111-111111111111';
  const order = { id, customer_id: id, number: 'SO-17', status: 'open', total: 12, note: 'x' };
  expect(recordLabel(order)).toBe('SO-17 · open · 12');
  expect(recordLabel({ id, note: '', long: 'x'.repeat(99) })).toBe('A record without a name');
});
