import fc from 'fast-check';
import { defined } from '../../../foundation/defined.js';
import { analyzeRule } from './analysis.js';
import { cascadeOf } from './cascade.js';
import type { Action, Condition, Edge, Rule } from './wire.js';
import { contradicts, judge, judgeAll } from './condition-logic.js';

const ports = new Map([
  ['evaluate_condition', ['true', 'false']],
  ['seek_approval', ['approved', 'rejected', 'timed_out', 'failure']],
  ['update_field', ['success', 'failure']],
  ['create_alert', ['success', 'failure']],
]);

const action = (name: string, action_type: string, config: Action['config'] = {}): Action => ({
  id: name,
  name,
  action_type,
  is_active: true,
  config,
});

const edge = (from: string | null, port: string | null, to: string): Edge => ({
  source_action_id: from,
  source_output: port,
  target_action_id: to,
  edge_type: from === null ? 'start' : port === null ? 'always' : 'sequence',
});

const rule = (part: Partial<Rule> & Pick<Rule, 'actions'>): Rule => ({
  id: part.name ?? 'rule',
  name: 'rule',
  description: null,
  is_active: true,
  entity: 'sales.orders',
  trigger_type: 'on_update',
  trigger_conditions: [],
  action_count: part.actions.length,
  version: 1,
  updated_at: '2026-01-01T00:00:00Z',
  edges: [edge(null, null, part.actions[0]?.name ?? '')],
  ...part,
});

const kinds = (one: Rule) =>
  analyzeRule(one, ports).map(({ kind, action: name }) => (name ? `${kind}: ${name}` : kind));

const when = (operator: string, value?: unknown, field_name = 'amount'): Condition => ({
  field_name,
  operator,
  value,
});
const update = (name: string, entity: string, field: string, new_value: unknown) =>
  action(name, 'update_field', { target_entity: entity, target_field: field, new_value });

describe('analyzeRule', () => {
  const ask = (...conditions: Condition[]) => action('Ask', 'evaluate_condition', { conditions });
  const [alert, mail] = [action('Alert', 'create_alert'), action('Mail', 'create_alert')];
  const handled = [edge('Alert', null, 'Mail'), edge('Mail', null, 'Alert')];
  const first = (name: string) => edge(null, null, name);
  const answered = (yes: string, no: string) => ({
    edges: [first('Ask'), edge('Ask', 'true', yes), edge('Ask', 'false', no), ...handled],
  });
  const asks = [ask(when('equals', 1)), alert, mail];
  const below = when('less_than', 10);
  const settled = {
    actions: [ask(when('less_than', 50)), alert, mail],
    trigger_conditions: [below],
  };
  const never = [when('less_than', 1), when('greater_than', 2)];
  const LEAF = 'missing_failure_path: Alert';

  it.each<[string, Partial<Rule> & Pick<Rule, 'actions'>, string[]]>([
    ['a leaf that may fail is a hint', { actions: [alert] }, [LEAF]],
    [
      'an action that no path reaches',
      { actions: [alert, mail], edges: [first('Alert'), edge('Mail', null, 'Alert')] },
      ['unreachable: Mail', LEAF],
    ],
    ['a question without an answer', { actions: asks.slice(0, 1) }, ['dead_end: Ask']],
    [
      'a branch whose answers lead to the same',
      { actions: asks, ...answered('Alert', 'Alert') },
      ['no_difference: Ask'],
    ],
    [
      'a condition that the trigger settles',
      { ...settled, ...answered('Alert', 'Mail') },
      ['always_same: Ask'],
    ],
    [
      'a trigger that cannot hold',
      { actions: [alert], trigger_conditions: never },
      ['never_fires', LEAF],
    ],
  ])('%s', (_, part, expected) => expect(kinds(rule(part))).toEqual(expected));

  it('does not take a trigger condition for lasting when the rule writes that field', () => {
    const write = update('Write', 'sales.orders', 'amount', 99);
    const one = rule({
      actions: [write, ask(when('less_than', 50))],
      edges: [edge(null, null, 'Write'), edge('Write', null, 'Ask')],
      trigger_conditions: [when('less_than', 10)],
    });
    expect(kinds(one)).toEqual(['dead_end: Ask']);
  });

  it('warns of an approval whose refusal leads nowhere', () => {
    const one = rule({
      actions: [action('Approve', 'seek_approval'), alert, mail],
      edges: [first('Approve'), edge('Approve', 'approved', 'Alert'), ...handled],
    });
    const kind = { severity: 'warning', kind: 'missing_failure_path', action: 'Approve' };
    const message =
      'Nothing happens when "Approve" ends in rejected, timed_out, failure: no edge leaves those ports.';
    expect(analyzeRule(one, ports)).toEqual([{ ...kind, message }]);
  });
});

describe('cascadeOf', () => {
  const setStatus = (to: unknown) => update('Set', 'sales.orders', 'status', to);
  const first = rule({ name: 'First', entity: 'sales.customers', actions: [setStatus('paid')] });
  const listener = (name: string, ...trigger_conditions: Condition[]) =>
    rule({ name, actions: [action('Alert', 'create_alert')], trigger_conditions });

  it('tells what is set off for sure, perhaps and not', () => {
    const cascade = cascadeOf(first, [
      listener('Any change'),
      listener('Paid orders', when('equals', 'paid', 'status')),
      listener('Big orders', when('greater_than', 100)),
      listener('Open orders', when('equals', 'open', 'status')),
      listener('Moved orders', when('changed', undefined, 'warehouse_id')),
      { ...listener('Off'), is_active: false },
    ]);
    const links = cascade.links.map(({ sets_off, certainty }) => `${sets_off}: ${certainty}`);
    expect(links).toEqual(['Any change: yes', 'Paid orders: yes', 'Big orders: maybe']);
    expect(cascade.not_set_off.map((item) => item.rule)).toEqual(['Open orders', 'Moved orders']);
    expect(cascade.loops).toEqual([]);
  });

  it('follows further levels and names a circle once', () => {
    const back = rule({ name: 'Back', actions: [update('Touch', 'sales.customers', 'note', 'x')] });
    const cascade = cascadeOf(first, [first, back]);
    expect(cascade.links).toMatchObject([
      { level: 1, rule: 'First', sets_off: 'Back' },
      { level: 2, rule: 'Back', sets_off: 'First' },
    ]);
    expect(cascade.loops).toEqual(['First → Back → First']);
  });

  it('sees a rule that sets off itself', () => {
    const own = rule({ name: 'Own', actions: [setStatus('paid')] });
    expect(cascadeOf(own, [own]).loops).toEqual(['Own → Own']);
  });
});

describe('conditions', () => {
  const on = (operator: string, value?: unknown, field_name = 'quantity'): Condition => ({
    field_name,
    operator,
    ...defined({ value }),
  });

  const comparisons: Record<string, (left: number, right: number) => boolean> = {
    equals: (left, right) => left === right,
    not_equals: (left, right) => left !== right,
    greater_than: (left, right) => left > right,
    less_than: (left, right) => left < right,
    greater_or_equal: (left, right) => left >= right,
    less_or_equal: (left, right) => left <= right,
  };
  const condition = fc.record({
    operator: fc.constantFrom(...Object.keys(comparisons)),
    value: fc.integer({ min: -3, max: 3 }),
  });
  const holds = ({ operator, value }: { operator: string; value: number }, actual: number) =>
    comparisons[operator]?.(actual, value);

  it('never says always or never where a value shows otherwise', () =>
    fc.assert(
      fc.property(condition, condition, fc.integer({ min: -8, max: 8 }), (asked, known, value) => {
        const actual = value / 2;
        fc.pre(holds(known, actual) === true);
        const verdict = judge(on(asked.operator, asked.value), [on(known.operator, known.value)]);
        if (verdict !== 'depends') expect(holds(asked, actual)).toBe(verdict === 'always');
      }),
      { numRuns: 2000 },
    ));

  it.each([
    [on('less_than', 10), on('less_than', 5), 'always'],
    [on('greater_than', 10), on('less_or_equal', 10), 'never'],
    [on('greater_or_equal', 10), on('less_or_equal', 10), 'depends'],
    [on('equals', 'open'), on('in', ['open', 'closed']), 'depends'],
    [on('equals', 'done'), on('in', ['open', 'closed']), 'never'],
    [on('is_not_null'), on('is_null'), 'never'],
    [on('is_not_null'), on('equals', 4), 'always'],
    [on('changed_to', 'paid'), on('changed_to', 'paid'), 'always'],
    [on('changed_to', 'paid'), on('equals', 'paid'), 'depends'],
    [on('changed_to', 'paid'), on('equals', 'open'), 'never'],
    [on('equals', '{{other}}'), on('equals', 3), 'depends'],
    [on('less_than', 3, 'price'), on('less_than', 1), 'depends'],
    [on('contains', 'AB'), on('equals', 'xabx'), 'depends'],
  ])('%j, knowing %j: %s', (asked, known, verdict) => expect(judge(asked, [known])).toBe(verdict));

  it('joins by and and by or', () => {
    const known = [on('less_than', 5)];
    const [yes, no, open] = [on('less_than', 9), on('greater_than', 9), on('less_than', 2)];
    expect(judgeAll([yes, open], known)).toBe('depends');
    expect(judgeAll([yes, no], known)).toBe('never');
    expect(judgeAll([yes, no], known, 'or')).toBe('always');
    expect(judgeAll([no, no], known, 'or')).toBe('never');
    expect(judgeAll([], known)).toBe('depends');
  });

  it('sees conditions that shut each other out', () => {
    expect(contradicts([on('less_than', 5), on('greater_than', 7)])).toBe(true);
    expect(contradicts([on('less_than', 5), on('greater_than', 3)])).toBe(false);
  });
});
