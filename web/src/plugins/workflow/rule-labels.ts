import { isObject, type JsonObject } from '../../../../src/foundation/json.js';
import { spaced, title, valueWords } from '../../ui/value-words.js';
import { readConditions, type Condition, type Rule, type RuleAction } from './rule.js';

const OPERATORS: Readonly<Record<string, string>> = {
  equals: 'is',
  not_equals: 'is not',
  greater_than: 'is more than',
  less_than: 'is less than',
  greater_or_equal: 'is at least',
  less_or_equal: 'is at most',
  contains: 'contains',
  starts_with: 'starts with',
  in: 'is one of',
  is_null: 'is empty',
  is_not_null: 'is not empty',
  changed: 'has changed',
  changed_from: 'has changed from',
  changed_to: 'has changed to',
};

const WITHOUT_VALUE = new Set(['is_null', 'is_not_null', 'changed']);

/** A condition as one reads it: `quantity is less than 10`. */
export function conditionWords(condition: Condition): string {
  const { field_name: field, operator, value, previous_value: previous } = condition;
  const verb = OPERATORS[operator] ?? spaced(operator);
  if (WITHOUT_VALUE.has(operator)) return `${field} ${verb}`;
  return `${field} ${verb} ${valueWords(operator === 'changed_from' ? (previous ?? value) : value)}`;
}

const TRIGGERS: Readonly<Record<string, string>> = {
  on_create: 'is created',
  on_update: 'is updated',
  on_delete: 'is deleted',
};

/** When a rule fires, without its table and conditions: `When a row is created`. */
export function triggerWords({ triggerType }: Pick<Rule, 'triggerType'>): string {
  if (triggerType === 'manual') return 'When someone starts it';
  return `When a row ${TRIGGERS[triggerType] ?? (spaced(triggerType) || '(not set)')}`;
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
      .join(logic_type === 'or' ? ' or ' : ' and '),
  create_alert: ({ severity, title, recipients }) =>
    `${severity === undefined ? '' : `${plain(severity)} · `}${plain(title)}${to(recipients)}`,
  send_email: ({ recipients, subject }) => `${plain(subject)}${to(recipients)}`,
  send_notification: ({ recipients, title, message }) =>
    `${plain(title ?? message)}${to(recipients)}`,
  seek_approval: ({ approvers, approval_type, timeout_hours }) =>
    `${approvalWords(approval_type)}${to(approvers).replace(' → ', ' ')}${
      timeout_hours === undefined ? '' : `, within ${plain(timeout_hours)} h`
    }`,
  delay: ({ duration }) => `Wait ${plain(duration)}`,
  create_entity: ({ target_entity, fields }) =>
    `New row in ${plain(target_entity)}${isObject(fields) ? `: ${Object.keys(fields).join(', ')}` : ''}`,
  update_field: ({ target_entity, target_field, new_value }) =>
    `Set ${plain(target_field)} of ${plain(target_entity)} to ${valueWords(new_value)}`,
  transition_status: ({ target_entity, status_field, to_status }) =>
    `Move ${plain(status_field)} of ${plain(target_entity)} to ${valueWords(to_status)}`,
  lookup_entity: ({ entity, output_key }) => `Read from ${plain(entity)} as ${plain(output_key)}`,
  log_audit_entry: ({ message }) => plain(message),
  check_inventory: ({ threshold }) =>
    threshold === undefined
      ? 'Is there enough stock?'
      : `Are at least ${plain(threshold)} in stock?`,
  check_reorder_point: ({ custom_threshold }) =>
    custom_threshold === undefined
      ? 'Is stock below the reorder point?'
      : `Is stock below ${plain(custom_threshold)}?`,
  reserve_inventory: ({ quantity }) => `Reserve ${plain(quantity)}`,
  allocate_inventory: ({ allocation_mode }) => `${title(plain(allocation_mode))} stock`,
  commit_allocation: ({ quantity }) => `Commit the allocation of ${plain(quantity)}`,
  release_reservation: ({ quantity }) => `Release the reservation of ${plain(quantity)}`,
};

function approvalWords(type: unknown): string {
  if (type === 'all') return 'Everyone must approve:';
  return type === 'majority' ? 'A majority must approve:' : 'One person must approve:';
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
  if (people.length === 0) return 'nobody';
  if (known.length === 0)
    return people.length === 1 ? 'one user or role' : `${people.length} users or roles`;
  const shown = known.slice(0, NAMED).join(', ');
  const rest = people.length - Math.min(known.length, NAMED);
  return rest === 0 ? shown : `${shown} and ${rest} more`;
}

function plain(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
