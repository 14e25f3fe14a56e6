import { describe, expect, test } from '@jest/globals';
import { diffRules } from '../../../../src/plugins/workflow/tools/rule-diff.js';
import type { FullRule } from '../../../../src/plugins/workflow/tools/wire.js';
import { toGraph } from './graph.js';
import {
  TRIGGER,
  type RuleGraph,
  changeLines,
  readDiff,
  fieldWords,
  ruleSideWords,
} from './rule-graph-parts.js';
import { readRule } from './rule.js';

const action = (
  id: string,
  name = id.toUpperCase(),
  config: FullRule['actions'][0]['config'] = {},
) => ({
  id,
  name,
  action_type: 'delay',
  is_active: true,
  config,
});
const start = (target: string) => ({
  source_action_id: null,
  source_output: null,
  target_action_id: target,
  edge_type: 'start',
});
const way = (source: string, port: string | null, target: string) => ({
  source_action_id: source,
  source_output: port,
  target_action_id: target,
  edge_type: port === null ? 'always' : 'sequence',
});
const body = (actions: FullRule['actions'], edges: FullRule['edges'], rest = {}): FullRule => ({
  name: 'Rule',
  description: '',
  is_active: true,
  entity: 's.t',
  trigger_type: 'on_create',
  trigger_conditions: [],
  actions,
  edges,
  ...rest,
});
const draw = (rule: FullRule) => toGraph(readRule({ ...rule }));
const drawUpdate = (before: FullRule, after: FullRule) =>
  toGraph(readRule({ ...after }), readDiff(diffRules(before, after)));
const arrows = ({ edges }: RuleGraph) =>
  edges.map(({ source, target, label, mark }) => [source, label, target, mark].join(' ').trim());

describe('a rule', () => {
  test('is its trigger, its actions and the branches between them', () => {
    const graph = draw(
      body(
        [action('a'), action('b'), action('c'), action('d')],
        [start('a'), way('a', 'true', 'b'), way('a', 'timed_out', 'c'), way('b', 'success', 'd')],
        { trigger_conditions: [{ field_name: 'n', operator: 'is_null' }] },
      ),
    );
    expect(graph.problems).toEqual([]);
    expect(graph.nodes.map(({ id }) => id)).toEqual([TRIGGER, 'a', 'b', 'c', 'd']);
    expect(graph.nodes[0]).toMatchObject({
      title: 'When a row is created',
      lines: ['if n is empty'],
    });
    // The way on of a step that has no other is not named.
    expect(arrows(graph)).toEqual(['trigger  a', 'a true b', 'a timed out c', 'b  d']);
  });

  test('names `success` where there are other ways, and what is taken whatever the port', () => {
    const graph = draw(
      body([action('a'), action('b')], [start('a'), way('a', 'success', 'b'), way('a', null, 'b')]),
    );
    expect(arrows(graph).slice(1)).toEqual(['a success b', 'a always b']);
  });

  test.each<[string, FullRule, string]>([
    ['no actions', body([], []), 'The rule has no actions, so nothing would happen.'],
    ['no start', body([action('a')], []), 'No action comes first, so nothing would happen.'],
    [
      'two starts',
      body([action('a'), action('b')], [start('a'), start('b')]),
      '2 actions come first; only one can.',
    ],
    [
      'an arrow to nothing',
      body([action('a')], [start('a'), way('a', 'true', 'x')]),
      '“A” is connected to “x”, which does not exist.',
    ],
    [
      'an action that nothing leads to',
      body([action('a'), action('b')], [start('a')]),
      'No path leads to “B”.',
    ],
    [
      'two of one id',
      body([action('a'), action('a', 'Twin')], [start('a')]),
      '“Twin” has the same id as another action.',
    ],
  ])('with %s says so', (_what, rule, problem) => {
    expect(draw(rule).problems).toContain(problem);
  });

  test('draws what is missing as a box of its own', () => {
    const graph = draw(body([action('a')], [start('a'), way('a', 'true', 'x')]));
    expect(graph.nodes.find(({ id }) => id === 'x')).toMatchObject({ kind: 'missing' });
  });
});

describe('an update', () => {
  const stored = body(
    [action('a'), action('b'), action('c')],
    [start('a'), way('a', 'true', 'b'), way('b', 'success', 'c')],
  );

  test('marks what comes, keeps what goes as a ghost, and reconnects the edges around it', () => {
    const after = body(
      [action('a'), action('c', 'C', { duration: '2h' }), action('temp:0', 'New')],
      [start('a'), way('a', 'true', 'c'), way('a', 'false', 'temp:0')],
    );
    const graph = drawUpdate(stored, after);
    expect(Object.fromEntries(graph.nodes.map(({ id, mark }) => [id, mark]))).toEqual({
      [TRIGGER]: undefined,
      a: undefined,
      c: 'changed',
      'temp:0': 'added',
      'removed:B': 'removed',
    });
    expect(arrows(graph)).toEqual([
      'trigger  a',
      'a true c added',
      'a false temp:0 added',
      'a true removed:B removed',
      'removed:B  c removed',
    ]);
    expect(graph.problems).toEqual([]);
  });

  test('marks the trigger when it waits for something else, not when the rule is renamed', () => {
    const renamed = drawUpdate(stored, { ...stored, name: 'Other' });
    expect(renamed.nodes[0]?.mark).toBeUndefined();
    const other = drawUpdate(stored, { ...stored, trigger_type: 'on_delete' });
    expect(other.nodes[0]).toMatchObject({
      mark: 'changed',
      changes: [{ path: 'trigger_type', before: 'on_create', after: 'on_delete' }],
    });
  });

  test('of a name alone moves no arrow', () => {
    const after = { ...stored, actions: [action('a', 'Renamed'), action('b'), action('c')] };
    const graph = drawUpdate(stored, after);
    expect(graph.edges.filter(({ mark }) => mark !== undefined)).toEqual([]);
    expect(graph.nodes.find(({ id }) => id === 'a')?.mark).toBe('changed');
  });

  test('is told in words, the rule itself first', () => {
    const after = body([action('a'), action('b')], [start('a'), way('a', 'true', 'b')], {
      is_active: false,
    });
    expect(changeLines(diffRules(stored, after))).toEqual([
      {
        mark: 'changed',
        subject: 'The rule itself',
        changes: [{ path: 'is_active', before: true, after: false }],
      },
      { mark: 'removed', subject: 'C', changes: [], detail: 'Delay, after “B” (success)' },
    ]);
  });
});

test.each([undefined, null, 'x', {}, { fields: [], added: [], removed: [] }])(
  '%j is no diff',
  (json) => {
    expect(readDiff(json)).toBeUndefined();
  },
);

test('a switch is told as people see it', () => {
  const change = { path: 'is_active', before: true, after: false };
  expect([fieldWords(change), ruleSideWords(change, true), ruleSideWords(change, false)]).toEqual([
    'Switched',
    'On',
    'Off',
  ]);
  expect(ruleSideWords({ ...change, path: 'config.urgent' }, true)).toBe('true');
});
