import { diffRules } from '../../../../src/plugins/workflow/tools/rule-diff.js';
import type { FullRule } from '../../../../src/plugins/workflow/tools/wire.js';
import { toGraph } from './graph.js';
import {
  TRIGGER,
  changeLines,
  readDiff,
  fieldWords,
  ruleSideWords,
  type RuleGraph,
} from './rule-graph-parts.js';
import { readRule } from './rule.js';

type Config = FullRule['actions'][0]['config'];
const DELAY = { action_type: 'delay', is_active: true };
const action = (id: string, name = id.toUpperCase(), config: Config = {}) => {
  return { ...DELAY, id, name, config };
};
/** From one action, or the start, by a port, or whatever the port, to another. */
const way = (source: string | null, port: string | null, target: string) => {
  const edge_type = source === null ? 'start' : port === null ? 'always' : 'sequence';
  return { source_action_id: source, source_output: port, target_action_id: target, edge_type };
};
const start = (target: string) => way(null, null, target);
const RULE = { name: 'Rule', description: '', is_active: true, entity: 's.t' };
const when = { trigger_type: 'on_create', trigger_conditions: [] };
const body = (actions: FullRule['actions'], edges: FullRule['edges'], rest = {}): FullRule => {
  return { ...RULE, ...when, actions, edges, ...rest };
};
const [A, B, C] = [action('a'), action('b'), action('c')];
const draw = (rule: FullRule) => toGraph(readRule({ ...rule }));
const drawUpdate = (before: FullRule, after: FullRule) =>
  toGraph(readRule({ ...after }), readDiff(diffRules(before, after)));
const arrows = ({ edges }: RuleGraph) =>
  edges.map(({ source, target, label, mark }) => [source, label, target, mark].join(' ').trim());

test('a rule is its trigger, its actions and the branches between them', () => {
  const onward = [way('a', 'true', 'b'), way('a', 'timed_out', 'c'), way('b', 'success', 'd')];
  const ways = [start('a'), ...onward];
  const trigger_conditions = [{ field_name: 'n', operator: 'is_null' }];
  const graph = draw(body([A, B, C, action('d')], ways, { trigger_conditions }));
  expect(graph.problems).toEqual([]);
  expect(graph.nodes.map(({ id }) => id)).toEqual([TRIGGER, 'a', 'b', 'c', 'd']);
  const [first] = graph.nodes;
  expect(first).toMatchObject({ title: 'When a row is created', lines: ['if n is empty'] });
  // The way on of a step that has no other is not named.
  expect(arrows(graph)).toEqual(['trigger  a', 'a true b', 'a timed out c', 'b  d']);
});

test('a rule names `success` where there are other ways, and what is taken whatever the port', () => {
  const graph = draw(body([A, B], [start('a'), way('a', 'success', 'b'), way('a', null, 'b')]));
  expect(arrows(graph).slice(1)).toEqual(['a success b', 'a always b']);
});

const lost = [start('a'), way('a', 'true', 'x')];
const twins = [A, action('a', 'Twin')];
test.each([
  ['no actions', [], [], 'The rule has no actions, so nothing would happen.'],
  ['no start', [A], [], 'No action comes first, so nothing would happen.'],
  ['two starts', [A, B], [start('a'), start('b')], '2 actions come first; only one can.'],
  ['an arrow to nothing', [A], lost, '“A” is connected to “x”, which does not exist.'],
  ['an action that nothing leads to', [A, B], [start('a')], 'No path leads to “B”.'],
  ['two of one id', twins, [start('a')], '“Twin” has the same id as another action.'],
])('a rule with %s says so', (_what, actions, edges, problem) =>
  expect(draw(body(actions, edges)).problems).toContain(problem),
);

test('a rule draws what is missing as a box of its own', () => {
  const [missing] = draw(body([A], lost)).nodes.filter(({ id }) => id === 'x');
  expect(missing).toMatchObject({ kind: 'missing' });
});

const edges = [start('a'), way('a', 'true', 'b'), way('b', 'success', 'c')];
const stored = body([A, B, C], edges);

test('an update marks what comes, keeps what goes as a ghost, and reconnects the edges around it', () => {
  const after = body(
    [A, action('c', 'C', { duration: '2h' }), action('temp:0', 'New')],
    [start('a'), way('a', 'true', 'c'), way('a', 'false', 'temp:0')],
  );
  const graph = drawUpdate(stored, after);
  const marks = graph.nodes.map(({ id, mark = 'as it was' }) => `${id} ${mark}`);
  const kept = [`${TRIGGER} as it was`, 'a as it was', 'c changed'];
  expect(marks).toEqual([...kept, 'temp:0 added', 'removed:B removed']);
  expect(arrows(graph)).toEqual([
    'trigger  a',
    'a true c added',
    'a false temp:0 added',
    'a true removed:B removed',
    'removed:B  c removed',
  ]);
  expect(graph.problems).toEqual([]);
});

test('an update marks the trigger when it waits for something else, not when the rule is renamed', () => {
  expect(drawUpdate(stored, { ...stored, name: 'Other' }).nodes[0]?.mark).toBeUndefined();
  const other = drawUpdate(stored, { ...stored, trigger_type: 'on_delete' });
  const changes = [{ path: 'trigger_type', before: 'on_create', after: 'on_delete' }];
  expect(other.nodes[0]).toMatchObject({ mark: 'changed', changes });
});

test('an update of a name alone moves no arrow', () => {
  const graph = drawUpdate(stored, { ...stored, actions: [action('a', 'Renamed'), B, C] });
  expect(graph.edges.filter(({ mark }) => mark !== undefined)).toEqual([]);
  expect(graph.nodes.find(({ id }) => id === 'a')?.mark).toBe('changed');
});

test('an update is told in words, the rule itself first', () => {
  const after = body([A, B], edges.slice(0, 2), { is_active: false });
  const changes = [{ path: 'is_active', before: true, after: false }];
  expect(changeLines(diffRules(stored, after))).toEqual([
    { mark: 'changed', subject: 'The rule itself', changes },
    { mark: 'removed', subject: 'C', changes: [], detail: 'Delay, after “B” (success)' },
  ]);
});

test.each([undefined, null, 'x', {}, { fields: [], added: [], removed: [] }])(
  '%j is no diff',
  (json) => expect(readDiff(json)).toBeUndefined(),
);

test('a switch is told as people see it', () => {
  const change = { path: 'is_active', before: true, after: false };
  const words = [fieldWords(change), ruleSideWords(change, true), ruleSideWords(change, false)];
  expect(words).toEqual(['Switched', 'On', 'Off']);
  expect(ruleSideWords({ ...change, path: 'config.urgent' }, true)).toBe('true');
});
