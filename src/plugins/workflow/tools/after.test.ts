import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { property } from '../../../../test/support/property.js';
import { defined } from '../../../foundation/defined.js';
import { afterFromEdges, edgesFromAfter, parseAfter } from './after.js';
import type { Action } from './wire.js';

const ports = new Map([
  ['check', ['sufficient', 'insufficient']],
  ['alert', ['success', 'failure']],
]);

const node = (name: string, action_type: string, after?: string) => ({
  id: `id of ${name}`,
  name,
  action_type,
  ...defined({ after }),
});

/** Random trees: each action follows an earlier one by one of its ports. */
const trees = fc
  .uniqueArray(fc.stringMatching(/^[a-z:]{1,8}$/), { minLength: 1, maxLength: 8 })
  .chain((names) =>
    fc.tuple(
      ...names.map((name, at) =>
        fc.record({
          name: fc.constant(name),
          type: fc.constantFrom('check', 'alert'),
          parent: fc.nat({ max: Math.max(0, at - 1) }),
          port: fc.nat({ max: 1 }),
        }),
      ),
    ),
  );

property('come back the same from after to edges and back, for every tree', [trees], (tree) => {
  const actions = tree.map(({ name, type, parent, port }, at) => {
    const source = tree[parent];
    const written = `${source?.name}:${ports.get(source?.type ?? '')?.[port]}`;
    return node(name, type, at === 0 ? undefined : written);
  });
  const edges = edgesFromAfter(actions, ports);
  const form = afterFromEdges(actions as unknown as Action[], edges);
  expect(form.ok && [...form.after]).toEqual(
    actions.slice(1).map((action) => [action.id, action.after]),
  );
});

it('reads names with colons and without case', () => {
  expect(parseAfter('Step: two', ['Step: two'])).toEqual({ action: 'Step: two' });
  expect(parseAfter('Step: two:failure', ['Step: two'])).toEqual({
    action: 'Step: two',
    port: 'failure',
  });
  expect(parseAfter('step:failure', ['Step'])).toEqual({ action: 'Step', port: 'failure' });
  expect(parseAfter('Nothing:failure', ['Step'])).toBeUndefined();
});
