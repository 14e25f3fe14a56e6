import { expect, it } from '@jest/globals';
import { diffRules } from './rule-diff.js';
import type { FullRule } from './wire.js';

const rule = (actions: FullRule['actions'], edges: FullRule['edges'] = []): FullRule => ({
  name: 'Low stock',
  description: '',
  is_active: true,
  entity: 'inventory.inventory_items',
  trigger_type: 'on_update',
  trigger_conditions: [],
  actions,
  edges,
});

const action = (id: string, name: string, config = {}): FullRule['actions'][number] => ({
  id,
  name,
  action_type: 'create_alert',
  is_active: true,
  config,
});

const start = (target: string) => ({ target_action_id: target, edge_type: 'start' });
const edge = (source: string, port: string, target: string) => ({
  source_action_id: source,
  source_output: port,
  target_action_id: target,
  edge_type: 'sequence',
});

it('tells fields, config paths, new and lost actions and moved edges', () => {
  const warns = (severity: string) =>
    action('b', 'Alert', { severity, recipients: { users: ['x'] } });
  const check = action('a', 'Check');
  const before = rule(
    [check, warns('low'), action('c', 'Mail')],
    [start('a'), edge('a', 'success', 'b'), edge('b', 'success', 'c')],
  );
  const edges = [start('a'), edge('a', 'failure', 'b'), edge('a', 'success', 'temp:0')];
  const changed = rule([check, warns('high'), action('temp:0', 'Log')], edges);
  const after = { ...changed, is_active: false };
  expect(diffRules(before, after)).toEqual({
    identical: false,
    fields: [{ path: 'is_active', before: true, after: false }],
    added: [{ name: 'Log', action_type: 'create_alert', follows: ['Check:success'] }],
    removed: [{ name: 'Mail', action_type: 'create_alert', follows: ['Alert:success'] }],
    changed: [
      {
        name: 'Alert',
        changes: [
          { path: 'config.severity', before: 'low', after: 'high' },
          { path: 'follows', before: ['Check:success'], after: ['Check:failure'] },
        ],
      },
    ],
  });
});

it('sees a renamed action by its id, and pairs by name where ids differ', () => {
  const renamed = diffRules(rule([action('a', 'Old')]), rule([action('a', 'New')]));
  expect(renamed.changed).toEqual([
    { name: 'New', changes: [{ path: 'name', before: 'Old', after: 'New' }] },
  ]);
  const copied = diffRules(rule([action('a', 'Same')]), rule([action('b', 'Same')]));
  expect(copied.identical).toBe(true);
});
