import fc from 'fast-check';
import { holds } from '../../../../test/support/property.js';
import { readRule, splitPort } from './rule.js';
import { toGraph } from './graph.js';

test('reads a stored rule with its edges', () => {
  const a = { source_action_id: 'a' };
  const rule = readRule({
    id: 'r1',
    name: 'Low stock',
    is_active: false,
    entity: 'inventory.items',
    trigger_type: 'on_update',
    trigger_conditions: [{ field_name: 'quantity', operator: 'less_than', value: 10 }],
    actions: [{ id: 'a', name: 'Check', action_type: 'delay', config: { duration: '1h' } }],
    edges: [
      { source_action_id: null, target_action_id: 'a', edge_type: 'start' },
      { ...a, source_output: 'true', target_action_id: 'b', edge_type: 'sequence' },
      { ...a, source_output: null, target_action_id: 'c', edge_type: 'always' },
    ],
  });
  expect(rule).toMatchObject({ id: 'r1', isActive: false, triggerType: 'on_update' });
  expect(rule.edges).toEqual([
    { source: undefined, target: 'a', port: undefined, always: false },
    { source: 'a', target: 'b', port: 'true', always: false },
    { source: 'a', target: 'c', port: undefined, always: true },
  ]);
});

test("reads a draft's `after`: nothing is the start, a list joins ways, names may hold colons", () => {
  const { edges } = readRule({
    actions: [
      { name: 'Ask: finance', action_type: 'seek_approval' },
      { name: 'Tell', action_type: 'delay', after: ['Ask: finance:rejected', 'Ask: finance'] },
      { name: 'Lost', action_type: 'delay', after: 'Nobody:approved' },
    ],
  });
  expect(edges.map(({ source, target, port }) => [source, port, target])).toEqual([
    [undefined, undefined, 'Ask: finance'],
    ['Ask: finance', 'rejected', 'Tell'],
    ['Ask: finance', undefined, 'Tell'],
    ['Nobody', 'approved', 'Lost'],
  ]);
});

test('splits a reference at its last colon', () => {
  expect(splitPort('a:b:c')).toEqual({ name: 'a:b', port: 'c' });
  expect(splitPort('a')).toEqual({ name: 'a', port: undefined });
});

test('any JSON object is read and drawn, whatever a hand has written into it', async () => {
  const anything = fc.oneof(fc.jsonValue(), fc.constantFrom('a', 'b', 'start', null));
  const ends = ['source_action_id', 'target_action_id', 'edge_type', 'source_output'];
  const fields = ['id', 'name', 'action_type', 'config', 'after', 'is_active'];
  const listOf = (keys: string[]) =>
    fc.oneof(fc.array(fc.dictionary(fc.constantFrom(...keys), anything)), anything);
  const parts = { name: anything, trigger_conditions: anything };
  const lists = { actions: listOf(fields), edges: listOf(ends) };
  await holds([fc.record({ ...parts, ...lists }, { requiredKeys: [] })], (json) => {
    const { nodes, edges } = toGraph(readRule(json));
    const ids = nodes.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { source, target } of edges) {
      expect(ids).toContain(source);
      expect(ids).toContain(target);
    }
  });
});
