import fc from 'fast-check';
import { property } from '../../../../test/support/property.js';
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

const action = (name: string, action_type: string, config: Action['config'] = {}): Action => {
  return { id: name, name, action_type, is_active: true, config };
};

const edge = (from: string | null, port: string | null, to: string): Edge => ({
  source_action_id: from,
  source_output: port,
  target_action_id: to,
  edge_type: from === null ? 'start' : port === null ? 'always' : 'sequence',
});

type RulePart = Partial<Rule> & Pick<Rule, 'actions'>;
const STORED = { is_active: true, version: 1, updated_at: '2026-01-01T00:00:00Z' };
const TRIGGER = { entity: 'sales.orders', trigger_type: 'on_update', trigger_conditions: [] };
const rule = (part: RulePart): Rule => {
  const { name = 'rule', actions } = part;
  const edges = [edge(null, null, actions[0]?.name ?? '')];
  const own = { id: name, name, description: null, action_count: actions.length, edges };
  return { ...STORED, ...TRIGGER, ...own, ...part };
};

const when = (operator: string, value?: unknown, field_name = 'amount'): Condition => {
  return { field_name, operator, ...defined({ value }) };
};
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
  const fewer = [ask(when('less_than', 50)), alert, mail];
  const settled = { actions: fewer, trigger_conditions: [below], ...answered('Alert', 'Mail') };
  const never = [when('less_than', 1), when('greater_than', 2)];
  const apart = [first('Alert'), edge('Mail', null, 'Alert')];
  const unreached = { actions: [alert, mail], edges: apart };
  const lasting = { actions: [alert], trigger_conditions: never };
  const LEAF = 'missing_failure_path: Alert';

  const written = {
    actions: [update('Write', 'sales.orders', 'amount', 99), ask(when('less_than', 50))],
    edges: [first('Write'), edge('Write', null, 'Ask')],
    trigger_conditions: [below],
  };
  const same = { actions: asks, ...answered('Alert', 'Alert') };

  it.each<[string, RulePart, string]>([
    ['a leaf that may fail is a hint', { actions: [alert] }, LEAF],
    ['an action no path reaches', unreached, `unreachable: Mail, ${LEAF}`],
    ['a question without an answer', { actions: asks.slice(0, 1) }, 'dead_end: Ask'],
    ['a branch whose answers lead to the same', same, 'no_difference: Ask'],
    ['a condition that the trigger settles', settled, 'always_same: Ask'],
    ['a trigger that cannot hold', lasting, `never_fires, ${LEAF}`],
    ['a condition on a field that the rule writes does not last', written, 'dead_end: Ask'],
  ])('%s', (_, part, expected) => {
    const found = analyzeRule(rule(part), ports);
    const kinds = found.map(({ kind, action: name }) => (name ? `${kind}: ${name}` : kind));
    expect(kinds.join(', ')).toBe(expected);
  });

  it('warns of an approval whose refusal leads nowhere', () => {
    const one = rule({
      actions: [action('Approve', 'seek_approval'), alert, mail],
      edges: [first('Approve'), edge('Approve', 'approved', 'Alert'), ...handled],
    });
    const kind = { severity: 'warning', kind: 'missing_failure_path', action: 'Approve' };
    const when = 'Nothing happens when "Approve" ends in rejected, timed_out, failure';
    const message = `${when}: no edge leaves those ports.`;
    expect(analyzeRule(one, ports)).toEqual([{ ...kind, message }]);
  });
});

describe('cascadeOf', () => {
  const setStatus = (to: unknown) => update('Set', 'sales.orders', 'status', to);
  const first = rule({ name: 'First', entity: 'sales.customers', actions: [setStatus('paid')] });
  const listener = (name: string, ...trigger_conditions: Condition[]) =>
    rule({ name, actions: [action('Alert', 'create_alert')], trigger_conditions });

  it('tells what is set off for sure, perhaps and not', () => {
    const { links, ...cascade } = cascadeOf(first, [
      listener('Any change'),
      listener('Paid orders', when('equals', 'paid', 'status')),
      listener('Big orders', when('greater_than', 100)),
      listener('Open orders', when('equals', 'open', 'status')),
      listener('Moved orders', when('changed', undefined, 'warehouse_id')),
      { ...listener('Off'), is_active: false },
    ]);
    const certain = links.map(({ sets_off, certainty }) => `${sets_off}: ${certainty}`);
    expect(certain).toEqual(['Any change: yes', 'Paid orders: yes', 'Big orders: maybe']);
    const not_set_off = [{ rule: 'Open orders' }, { rule: 'Moved orders' }];
    expect(cascade).toMatchObject({ not_set_off, loops: [] });
  });

  it('follows further levels and names a circle once', () => {
    const back = rule({ name: 'Back', actions: [update('Touch', 'sales.customers', 'note', 'x')] });
    const there = { level: 1, rule: 'First', sets_off: 'Back' };
    const links = [there, { level: 2, rule: 'Back', sets_off: 'First' }];
    const loops = ['First → Back → First'];
    expect(cascadeOf(first, [first, back])).toMatchObject({ links, loops });
  });

  it('sees a rule that sets off itself', () => {
    const own = rule({ name: 'Own', actions: [setStatus('paid')] });
    expect(cascadeOf(own, [own]).loops).toEqual(['Own → Own']);
  });
});

describe('conditions', () => {
  const comparisons: Record<string, (left: number, right: number) => boolean> = {
    equals: (left, right) => left === right,
    not_equals: (left, right) => left !== right,
    greater_than: (left, right) => left > right,
    less_than: (left, right) => left < right,
    greater_or_equal: (left, right) => left >= right,
    less_or_equal: (left, right) => left <= right,
  };
  const operator = fc.constantFrom(...Object.keys(comparisons));
  const condition = fc.record({ operator, value: fc.integer({ min: -3, max: 3 }) });
  const holds = ({ operator, value }: { operator: string; value: number }, actual: number) =>
    comparisons[operator]?.(actual, value);

  const halves = fc.integer({ min: -8, max: 8 }).map((value) => value / 2);
  const name = 'never says always or never where a value shows otherwise';
  property(name, [condition, condition, halves], { numRuns: 2000 }, (asked, known, actual) => {
    fc.pre(holds(known, actual) === true);
    const verdict = judge(when(asked.operator, asked.value), [when(known.operator, known.value)]);
    if (verdict !== 'depends') expect(holds(asked, actual)).toBe(verdict === 'always');
  });

  it.each([
    [when('less_than', 10), when('less_than', 5), 'always'],
    [when('greater_than', 10), when('less_or_equal', 10), 'never'],
    [when('greater_or_equal', 10), when('less_or_equal', 10), 'depends'],
    [when('equals', 'open'), when('in', ['open', 'closed']), 'depends'],
    [when('equals', 'done'), when('in', ['open', 'closed']), 'never'],
    [when('is_not_null'), when('is_null'), 'never'],
    [when('is_not_null'), when('equals', 4), 'always'],
    [when('changed_to', 'paid'), when('changed_to', 'paid'), 'always'],
    [when('changed_to', 'paid'), when('equals', 'paid'), 'depends'],
    [when('changed_to', 'paid'), when('equals', 'open'), 'never'],
    [when('equals', '{{other}}'), when('equals', 3), 'depends'],
    [when('less_than', 3, 'price'), when('less_than', 1), 'depends'],
    [when('contains', 'AB'), when('equals', 'xabx'), 'depends'],
  ])('%j, knowing %j: %s', (asked, known, verdict) => expect(judge(asked, [known])).toBe(verdict));

  it('joins by and and by or', () => {
    const known = [when('less_than', 5)];
    const [yes, no, open] = [when('less_than', 9), when('greater_than', 9), when('less_than', 2)];
    expect(judgeAll([yes, open], known)).toBe('depends');
    expect(judgeAll([yes, no], known)).toBe('never');
    expect(judgeAll([yes, no], known, 'or')).toBe('always');
    expect(judgeAll([no, no], known, 'or')).toBe('never');
    expect(judgeAll([], known)).toBe('depends');
  });

  it('sees conditions that shut each other out', () => {
    expect(contradicts([when('less_than', 5), when('greater_than', 7)])).toBe(true);
    expect(contradicts([when('less_than', 5), when('greater_than', 3)])).toBe(false);
  });
});
