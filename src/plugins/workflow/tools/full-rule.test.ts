import fc from 'fast-check';
import { property } from '../../../../test/support/property.js';
import { defined } from '../../../foundation/defined.js';
import { afterFromEdges, edgesFromAfter, parseAfter } from './full-rule.js';
import type { Action, FullRule } from './wire.js';
import { diffRules } from './rule-diff.js';

const CHECK = ['sufficient', 'insufficient'];
const ports = new Map(Object.entries({ check: CHECK, alert: ['success', 'failure'] }));

/** Random trees: each action follows an earlier one by one of its ports. */
const step = (name: string, at: number) => {
  const parent = fc.nat({ max: Math.max(0, at - 1) });
  const type = fc.constantFrom('check', 'alert');
  return fc.record({ name: fc.constant(name), type, parent, port: fc.nat({ max: 1 }) });
};
const trees = fc
  .uniqueArray(fc.stringMatching(/^[a-z:]{1,8}$/), { minLength: 1, maxLength: 8 })
  .chain((names) => fc.tuple(...names.map(step)));

property('come back the same from after to edges and back, for every tree', [trees], (tree) => {
  const actions = tree.map(({ name, type: action_type, parent, port }, at) => {
    const source = tree[parent]!;
    const after = at === 0 ? undefined : `${source.name}:${ports.get(source.type)?.[port]}`;
    return { id: `id of ${name}`, name, action_type, ...defined({ after }) };
  });
  const form = afterFromEdges(actions as unknown as Action[], edgesFromAfter(actions, ports));
  expect([...form]).toEqual(actions.slice(1).map((action) => [action.id, action.after]));
});

it('reads names with colons and without case', () => {
  expect(parseAfter('Step: two', ['Step: two'])).toEqual({ action: 'Step: two' });
  const found = parseAfter('Step: two:failure', ['Step: two']);
  expect(found).toEqual({ action: 'Step: two', port: 'failure' });
  expect(parseAfter('step:failure', ['Step'])).toEqual({ action: 'Step', port: 'failure' });
  expect(parseAfter('Nothing:failure', ['Step'])).toBeUndefined();
});

describe('diffRules', () => {
  const rule = (actions: FullRule['actions'], edges: FullRule['edges'] = []): FullRule => {
    const trigger = { entity: 'inventory.inventory_items', trigger_type: 'on_update' };
    const named = { name: 'Low stock', description: '', is_active: true };
    return { ...named, ...trigger, trigger_conditions: [], actions, edges };
  };
  const action = (id: string, name: string): FullRule['actions'][number] => {
    return { id, name, action_type: 'create_alert', is_active: true, config: {} };
  };
  const start = (target: string) => ({ target_action_id: target, edge_type: 'start' });
  const edge = (source_action_id: string, source_output: string, target: string) => {
    return { source_action_id, source_output, target_action_id: target, edge_type: 'sequence' };
  };

  it('tells where an edge has moved', () => {
    const by = (port: string) =>
      rule([action('a', 'Check'), action('b', 'Alert')], [start('a'), edge('a', port, 'b')]);
    const changes = [{ path: 'follows', before: ['Check:success'], after: ['Check:failure'] }];
    const changed = [{ name: 'Alert', changes }];
    const rest = { identical: false, fields: [], added: [], removed: [] };
    expect(diffRules(by('success'), by('failure'))).toEqual({ ...rest, changed });
  });

  it('sees a renamed action by its id, and pairs by name where ids differ', () => {
    const renamed = diffRules(rule([action('a', 'Old')]), rule([action('a', 'New')]));
    const changes = [{ path: 'name', before: 'Old', after: 'New' }];
    expect(renamed.changed).toEqual([{ name: 'New', changes }]);
    const copied = diffRules(rule([action('a', 'Same')]), rule([action('b', 'Same')]));
    expect(copied.identical).toBe(true);
  });
});
