import { isObject, type JsonObject } from '../../../../src/foundation/json.js';
import { spaced, title, valueWords } from '../../ui/format.js';
import { readConditions, type Condition, type Rule, type RuleAction } from './rule.js';
import { t } from './texts.js';
import type { Mark, GraphNode } from './rule-graph-parts.js';
import { shownLines } from './layout.js';
import { outcomeWords, type Outcome } from './simulation.js';

/** How comparisons are said. */
export const OPERATORS = (): Readonly<Record<string, string>> => ({
  equals: t('is'),
  not_equals: t('is not'),
  greater_than: t('is more than'),
  less_than: t('is less than'),
  greater_or_equal: t('is at least'),
  less_or_equal: t('is at most'),
  contains: t('contains'),
  starts_with: t('starts with'),
  in: t('is one of'),
  is_null: t('is empty'),
  is_not_null: t('is not empty'),
  changed: t('has changed'),
  changed_from: t('has changed from'),
  changed_to: t('has changed to'),
});

const WITHOUT_VALUE = new Set(['is_null', 'is_not_null', 'changed']);

/** A condition as one reads it: `quantity is less than 10`. */
export function conditionWords(condition: Condition): string {
  const { field_name: field, operator, value, previous_value: previous } = condition;
  const verb = OPERATORS()[operator] ?? spaced(operator);
  if (WITHOUT_VALUE.has(operator)) return `${field} ${verb}`;
  return `${field} ${verb} ${valueWords(operator === 'changed_from' ? (previous ?? value) : value)}`;
}

const TRIGGERS = (): Readonly<Record<string, string>> => ({
  '': t('When a row (not set)'),
  manual: t('When someone starts it'),
  on_create: t('When a row is created'),
  on_update: t('When a row is updated'),
  on_delete: t('When a row is deleted'),
});

/** When a rule fires, without its table and conditions: `When a row is created`. */
export function triggerWords({ triggerType }: Pick<Rule, 'triggerType'>): string {
  const trigger = spaced(triggerType);
  return TRIGGERS()[trigger === '' ? '' : triggerType] ?? t('When a row {trigger}', { trigger });
}

/** What an action does, in one line: from its config where its type is known, else its description. */
export function summaryOf(action: RuleAction): string {
  const told = SUMMARIES[action.action_type]?.(action.config);
  return told || action.description || '';
}

type Summary = (config: JsonObject) => string;

const SUMMARIES: Readonly<Record<string, Summary>> = {
  evaluate_condition: ({ conditions, logic_type }) =>
    readConditions(conditions)
      .map(conditionWords)
      .reduce(
        (all, condition) =>
          all === ''
            ? condition
            : logic_type === 'or'
              ? t('{all} or {condition}', { all, condition })
              : t('{all} and {condition}', { all, condition }),
        '',
      ),
  create_alert: ({ severity, title, recipients }) =>
    `${severity === undefined ? '' : `${plain(severity)} · `}${plain(title)}${to(recipients)}`,
  send_email: ({ recipients, subject }) => `${plain(subject)}${to(recipients)}`,
  send_notification: ({ recipients, title, message }) =>
    `${plain(title ?? message)}${to(recipients)}`,
  seek_approval: ({ approvers, approval_type, timeout_hours }) =>
    inTime(`${approvalWords(approval_type)}${to(approvers).replace(' → ', ' ')}`, timeout_hours),
  delay: ({ duration }) => t('Wait {plain}', { plain: plain(duration) }),
  create_entity: ({ target_entity, fields }) =>
    isObject(fields)
      ? t('New row in {entity}: {fields}', {
          entity: plain(target_entity),
          fields: Object.keys(fields).join(', '),
        })
      : t('New row in {entity}', { entity: plain(target_entity) }),
  update_field: ({ target_entity, target_field, new_value }) =>
    t('Set {field} of {entity} to {value}', {
      field: plain(target_field),
      entity: plain(target_entity),
      value: valueWords(new_value),
    }),
  transition_status: ({ target_entity, status_field, to_status }) =>
    t('Move {field} of {entity} to {value}', {
      field: plain(status_field),
      entity: plain(target_entity),
      value: valueWords(to_status),
    }),
  lookup_entity: ({ entity, output_key }) =>
    t('Read from {plain} as {plain2}', { plain: plain(entity), plain2: plain(output_key) }),
  log_audit_entry: ({ message }) => plain(message),
  check_inventory: ({ threshold }) =>
    threshold === undefined
      ? t('Is there enough stock?')
      : t('Are at least {plain} in stock?', { plain: plain(threshold) }),
  check_reorder_point: ({ custom_threshold }) =>
    custom_threshold === undefined
      ? t('Is stock below the reorder point?')
      : t('Is stock below {plain}?', { plain: plain(custom_threshold) }),
  reserve_inventory: ({ quantity }) => t('Reserve {plain}', { plain: plain(quantity) }),
  allocate_inventory: ({ allocation_mode }) =>
    t('{mode} stock', { mode: title(plain(allocation_mode)) }),
  commit_allocation: ({ quantity }) =>
    t('Commit the allocation of {plain}', { plain: plain(quantity) }),
  release_reservation: ({ quantity }) =>
    t('Release the reservation of {plain}', { plain: plain(quantity) }),
};

function inTime(approval: string, hours: unknown): string {
  return hours === undefined
    ? approval
    : t('{approval}, within {hours} h', { approval, hours: plain(hours) });
}

function approvalWords(type: unknown): string {
  if (type === 'all') return t('Everyone must approve:');
  return type === 'majority' ? t('A majority must approve:') : t('One person must approve:');
}

/** Who it goes to, as ` → a@b.example` or ` → Anna Berg, finance (role) and 2 more`. */
function to(recipients: unknown): string {
  if (Array.isArray(recipients)) return ` → ${peopleWords(recipients)}`;
  if (!isObject(recipients)) return '';
  const { roles, users } = recipients;
  const all = [roles, users].flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : []));
  return all.length === 0 ? '' : ` → ${peopleWords(all)}`;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const NAMED = 2;

/** Those of whom more is known than an id come first. */
function peopleWords(people: readonly unknown[]): string {
  const known = people.filter(
    (one): one is string => typeof one === 'string' && one !== '' && !UUID.test(one),
  );
  if (people.length === 0) return t('nobody');
  if (known.length === 0) return t('one user or role | {n} users or roles', { n: people.length });
  const first = known.slice(0, NAMED).join(', ');
  const rest = people.length - Math.min(known.length, NAMED);
  return rest === 0 ? first : t('{first} and {rest} more', { first, rest });
}

function plain(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** What an update does to something, in a word. */
export function markWords(mark: Mark): string {
  return { added: t('added'), removed: t('removed'), changed: t('changed') }[mark];
}

/** What a box says of a step that does nothing. */
export function offWords({ kind }: Pick<GraphNode, 'kind'>): string {
  return kind === 'trigger' ? t('Rule off') : t('Off');
}

/** A box in one sentence, for those who hear it; its words come in the order in which they are seen. */
export function nodeLabel(node: GraphNode, outcome?: Outcome): string {
  const { mark, problem, inactive } = node;
  const what = [
    node.typeLabel,
    ...(inactive ? [offWords(node)] : []),
    ...(mark === undefined ? [] : [title(markWords(mark))]),
  ];
  return [
    `${what.join(', ')}: ${node.title}`,
    ...shownLines(node),
    ...(outcome === undefined ? [] : [outcomeWords(outcome)]),
    ...(problem === undefined ? [] : [problem]),
  ].join('. ');
}

const MOST = 4;

/** Sentences about one rule that make sense for it: how it works, its first threshold, its alerts, its switch. */
export function suggestionsFor(rule: Rule): string[] {
  const { name, isActive, actions } = rule;
  const threshold = conditionsOf(rule).find(({ value }) => typeof value === 'number' && value > 0);
  const alerts = actions.some(({ action_type: type }) => type === 'create_alert');
  return [
    `How does “${name}” work?`,
    ...(threshold === undefined
      ? []
      : [`Set the threshold of ${threshold.field_name} to ${Number(threshold.value) * 2}`]),
    ...(alerts ? ['Which alerts did this rule create?'] : []),
    isActive ? 'Switch this rule off' : 'Switch this rule on',
    'Which other rules does this rule set off?',
  ].slice(0, MOST);
}

/** Those it starts by, and those that its steps decide by. */
function conditionsOf({ conditions, actions }: Rule): Condition[] {
  return [...conditions, ...actions.flatMap(({ config }) => readConditions(config['conditions']))];
}
