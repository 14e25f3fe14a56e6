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
  const action_type = 'create_alert';
  const action = (id: string, name: string, config = {}): FullRule['actions'][number] => {
    return { id, name, action_type, is_active: true, config };
  };
  const start = (target: string) => ({ target_action_id: target, edge_type: 'start' });
  const edge = (source_action_id: string, source_output: string, target: string) => {
    return { source_action_id, source_output, target_action_id: target, edge_type: 'sequence' };
  };

  it('tells fields, config paths, new and lost actions and moved edges', () => {
    const recipients = { users: ['x'] };
    const warns = (severity: string) => action('b', 'Alert', { severity, recipients });
    const check = action('a', 'Check');
    const straight = [start('a'), edge('a', 'success', 'b'), edge('b', 'success', 'c')];
    const before = rule([check, warns('low'), action('c', 'Mail')], straight);
    const edges = [start('a'), edge('a', 'failure', 'b'), edge('a', 'success', 'temp:0')];
    const changed = rule([check, warns('high'), action('temp:0', 'Log')], edges);
    const moved = { path: 'follows', before: ['Check:success'], after: ['Check:failure'] };
    const changes = [{ path: 'config.severity', before: 'low', after: 'high' }, moved];
    expect(diffRules(before, { ...changed, is_active: false })).toEqual({
      identical: false,
      fields: [{ path: 'is_active', before: true, after: false }],
      added: [{ name: 'Log', action_type, follows: ['Check:success'] }],
      removed: [{ name: 'Mail', action_type, follows: ['Alert:success'] }],
      changed: [{ name: 'Alert', changes }],
    });
  });

  it('sees a renamed action by its id, and pairs by name where ids differ', () => {
    const renamed = diffRules(rule([action('a', 'Old')]), rule([action('a', 'New')]));
    const changes = [{ path: 'name', before: 'Old', after: 'New' }];
    expect(renamed.changed).toEqual([{ name: 'New', changes }]);
    const copied = diffRules(rule([action('a', 'Same')]), rule([action('b', 'Same')]));
    expect(copied.identical).toBe(true);
  });
});
