import fc from 'fast-check';
import { property } from '../../../../test/support/property.js';
import {
  type Action,
  alertSeverityValues,
  conditionOperatorValues,
} from '../../../../src/platform/types.js';
import type { RuleKnowledge } from '../knowledge.store.js';
import {
  type GraphEdge,
  type RuleGraph,
  actionTypes,
  findActionType,
} from '../rules/rule.model.js';
import { compileSchema, schemaProblems } from '../../shared/schema-problems.js';
import { readRule, validateRule } from './validate-rule.js';

const SOMEONE = 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa';
const ROLE = 'cccccccc-cccc-4ccc-8ccc-cccccccccccc';
const NOBODY = 'bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb';

const entities = ['sales.orders', 'archive.orders', 'sales.customers'].map((name, index) => {
  const [schema = '', table = ''] = name.split('.');
  return { id: `00000000-0000-4000-8000-00000000000${index}`, name, schema, table };
});

const columns = [
  { name: 'id', type: 'uuid' },
  { name: 'amount', type: 'numeric' },
  { name: 'status', type: 'order_status', values: ['open', 'closed'] },
];
const knowledge: RuleKnowledge = {
  entities,
  columnsOf: (entity) => (entities.some(({ name }) => name === entity) ? columns : []),
  kindOfPerson: (id) => (id === SOMEONE ? 'user' : id === ROLE ? 'role' : undefined),
  storedActions: new Set(),
};

const approval = { approvers: [SOMEONE], approval_type: 'any' };
const asking = { action_type: 'seek_approval', description: undefined, is_active: true };
const action = (index: number, changes: Partial<Action> = {}): Action => {
  return { ...asking, id: `temp:${index}`, name: `Action ${index}`, config: approval, ...changes };
};

function edge(source: number | null, target: number, port = 'approved', order = 0): GraphEdge {
  const place = { target_action_id: `temp:${target}`, edge_order: order };
  return source === null
    ? { source_action_id: null, source_output: null, ...place, edge_type: 'start' }
    : { source_action_id: `temp:${source}`, source_output: port, ...place, edge_type: 'sequence' };
}

const head = { name: 'A rule', description: '', is_active: true, entity: 'sales.orders' };
const trigger = { trigger_type: 'on_create', trigger_conditions: [] };
const two = (): RuleGraph => ({ ...head, ...trigger, actions: actions(2), edges: [start, second] });

const deep = Array.from({ length: 40 }).reduce<object>((inner) => ({ inner }), {});
const actions = (count: number) => Array.from({ length: count }, (_, i) => action(i));
const [start, second] = [edge(null, 0), edge(0, 1)];
const from = (source: string | null, given: GraphEdge) => ({ ...given, source_action_id: source });
const long = 'x'.repeat(256);
const foreign = { ...second, target_action_id: NOBODY };

type Fault = [path: string, sentence: RegExp, changes: Partial<RuleGraph>];

const brokenEdges: [at: string, sentence: RegExp, edges: GraphEdge[]][] = [
  ['', /has no start/, [second]],
  ['', /2 start edges.*"Action 0", "Action 1"/, [start, second, edge(null, 1)]],
  ['[1].source_output', /no port "yes"; its ports are approved, rej/, [start, edge(0, 1, 'yes')]],
  ['[2].target_action_id', /"temp:7" is not an action/, [start, second, edge(0, 7)]],
  ['[2].source_action_id', /"temp:7" is not an action/, [start, second, edge(7, 1)]],
  ['[2].source_action_id', /needs a source/, [start, second, from(null, edge(0, 1, 'rejected'))]],
  ['[0].source_action_id', /must not have a source/, [from('temp:1', start), second]],
  ['[2]', /repeats an earlier edge/, [start, second, second]],
  ['', /"Action 1" → "Action 1"/, [start, second, edge(1, 1)]],
  ['', /go round in a circle/, [start, second, edge(1, 0, 'rejected')]],
  ['', /at most 300 edges/, Array.from({ length: 301 }, () => second)],
];

const ASK = 'seek_approval';
const CHECK = 'evaluate_condition';
const asks = (approvers: unknown, approval_type?: string) => ({ approvers, approval_type });
const recipients = { users: [SOMEONE, ROLE], roles: [ROLE] };
const telling = { alert_type: 'a', severity: 'low', title: 't', message: 'm', recipients };
const setting = { target_entity: 'sales.orders', target_field: 'size', new_value: 1 };
const looking = { entity: 'sales.customers', filter: { size: 1 }, output_key: 'c' };
const making = { target_entity: 'sales.none', fields: { a: 1 } };
const conditions = [{ field_name: 'size', operator: 'is_null' }];

const brokenConfigs: [at: string, sentence: RegExp, type: string, config: Action['config']][] = [
  ['.approval_type', /"Action 1" \(seek_approval\): .*missing/, ASK, asks([SOMEONE])],
  ['.approval_type', /one of any, all, majority; it is "most"/, ASK, asks([SOMEONE], 'most')],
  ['.approvers', /must be an array/, ASK, asks(SOMEONE, 'any')],
  ['.approvers[0]', /the id of a user or a role.*it is "Bob"/, ASK, asks(['Bob'], 'any')],
  ['.approvers[0]', /no user or role has the id/, ASK, asks([NOBODY], 'any')],
  ['.recipients.users[1]', /belongs to a role, but a user is wanted/, 'create_alert', telling],
  ['.conditions[0].field_name', /"Action 1", .*no column "size"/, CHECK, { conditions }],
  ['.target_entity', /"sales.none" does not exist/, 'create_entity', making],
  ['.target_field', /no column "size"/, 'update_field', setting],
  ['.filter.size', /no column "size"/, 'lookup_entity', looking],
  ['', /at most 16 levels/, 'create_alert', { context: deep }],
];

const brokenConditions: [field: string, sentence: RegExp, ...Parameters<typeof when>][] = [
  ['field_name', /no column "total"; its columns are id, amount, status/, 'total', 'is_null'],
  ['operator', /no operator "gt"/, 'amount', 'gt'],
  ['value', /needs a value/, 'amount', 'equals'],
  ['value', /a list of values/, 'amount', 'in', 3],
  ['value', /"shut" is not a value of status; it is/, 'status', 'in', ['open', 'shut']],
  ['operator', /use on_update/, 'amount', 'changed'],
];

const broken = (place: number, changes: Partial<Action>) => ({
  actions: actions(2).map((one, at) => (at === place ? action(at, changes) : one)),
});

const theirs = { ...broken(1, { id: NOBODY }), edges: [start, foreign] };
const faults: Fault[] = [
  ...brokenEdges.map(([at, sentence, edges]): Fault => [`edges${at}`, sentence, { edges }]),
  ...brokenConfigs.map(([at, sentence, action_type, config]): Fault => {
    return [`actions[1].config${at}`, sentence, broken(1, { action_type, config })];
  }),
  ...brokenConditions.map(([field, sentence, ...condition]): Fault => {
    return [`trigger_conditions[0].${field}`, sentence, when(...condition)];
  }),
  ['actions', /at least one action/, { actions: [], edges: [] }],
  ['actions', /at most 100 actions; this has 101/, { actions: actions(101) }],
  ['name', /no name/, { name: '' }],
  ['name', /256 characters; at most 255/, { name: long }],
  ['actions[0].name', /at most 255/, broken(0, { name: long })],
  ['actions[2]', /"Action 2" cannot be reached/, { actions: actions(3) }],
  ['actions[1].name', /"ACTION 0" has the same name/, broken(1, { name: 'ACTION 0' })],
  ['actions[2].id', /ids must differ/, { actions: [...actions(2), action(1, { name: 'Twin' })] }],
  ['actions[1].id', /not one of this rule's actions/, theirs],
  ['actions[0].action_type', /no action type "fax"; the types/, broken(0, { action_type: 'fax' })],
  ['entity', /no entity "sales.ordrs"; the entities are sales.orders/, { entity: 'sales.ordrs' }],
  ['entity', /could be sales.orders or archive.orders/, { entity: 'orders' }],
  ['entity', /names no entity/, { entity: '' }],
  ['trigger_type', /one of on_create, on_update, on_delete, manual/, { trigger_type: 'weekly' }],
];

function when(field_name: string, operator: string, value?: unknown): Partial<RuleGraph> {
  return { trigger_conditions: [{ field_name, operator: operator as 'in', value }] };
}

test('the rule that the faults are planted in is valid', () =>
  expect(validateRule(two(), knowledge)).toEqual([]));

test.each(faults)('a fault is reported alone, at %s: %s', (path, sentence, changes) => {
  const errors = validateRule({ ...two(), ...changes }, knowledge);
  expect(errors).toMatchObject([{ path, message: expect.stringMatching(sentence) }]);
});

test('a lookup lends its columns to later conditions', () => {
  const lookup = { entity: 'sales.customers', filter: { id: '{{id}}' }, output_key: 'customer' };
  const check = { conditions: [{ field_name: 'customer.amount', operator: 'is_null' }] };
  const actions = [
    action(0, { action_type: 'lookup_entity', config: lookup }),
    action(1, { action_type: 'evaluate_condition', config: check }),
  ];
  const edges = [edge(null, 0), edge(0, 1, 'found')];
  expect(validateRule({ ...two(), actions, edges }, knowledge)).toEqual([]);
});

const named = (action: unknown) => ({ name: 'x', actions: [action] });
const maybe = { target_action_id: 'a', edge_type: 'maybe' };
test.each<[unknown, ...string[]]>([
  [{}, 'name', 'actions'],
  [named({ name: 'a' }), 'actions[0].action_type'],
  [named({ name: 'a', action_type: 'delay', config: [] }), 'actions[0].config'],
  [named({ name: 'a', action_type: 'delay', type: 'b' }), 'actions[0].type'],
  [named('delay'), 'actions[0]'],
  [{ name: 'x', actions: [], edges: [maybe] }, 'edges[0].edge_type'],
])('bodies of the wrong shape: %j', (body, ...paths) => {
  const { graph, errors } = readRule(body, knowledge);
  expect(graph).toBeUndefined();
  expect(errors.map((error) => error.path)).toEqual(paths);
});

property(
  'any JSON at all is answered with sentences, never an exception',
  [fc.jsonValue()],
  (value) => {
    const { graph, errors } = readRule(value, knowledge);
    return graph === undefined || errors.length > 0;
  },
);

test('the action types: configs name the operators and severities that there are', () => {
  const text = (type: string) => JSON.stringify(findActionType(type)?.config_schema);
  for (const type of ['evaluate_condition', 'update_field'])
    expect(text(type)).toContain(JSON.stringify(conditionOperatorValues));
  expect(text('create_alert')).toContain(JSON.stringify(alertSeverityValues));
});

describe.each(actionTypes)('the action types: $type', ({ config_schema: schema, example }) => {
  const validate = compileSchema(schema);

  test('has a valid example', () => expect(schemaProblems(validate, example)).toEqual([]));

  test('misses each required field, and names those it has where it has not the given one', () => {
    for (const field of schema.required) {
      const { [field]: _left, ...rest } = example;
      expect(schemaProblems(validate, rest)).toMatchObject([{ path: field }]);
    }
    const nonsense = [{ path: 'nonsense', allowed: expect.arrayContaining(schema.required) }];
    expect(schemaProblems(validate, { ...example, nonsense: 1 })).toMatchObject(nonsense);
  });
});
