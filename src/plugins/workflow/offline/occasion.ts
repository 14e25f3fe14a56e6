import {
  byPreposition,
  findValues,
  giveUp,
  join,
  operators,
  plain,
  recordWords,
  valueWords,
  type KnownColumn,
  type ReadCondition,
  type Reading,
} from '../../../../samples/offline-model/kit.js';
import type { Automation } from './automation.js';
import { testsOf } from './steps-to-actions.js';

/** What sets a rule off: the trigger and the tests on the record. */
export interface Occasion {
  trigger: string;
  tests: ReadCondition[];
}

/** Reads the trigger and its conditions; ends the plan with a question when they are not clear. */
export function readOccasion(
  automation: Automation,
  columns: readonly KnownColumn[],
  today: Date,
  ask: (question: string) => string = (question) => question,
): Occasion {
  const { trigger: event, conditions, steps } = automation;
  const lifted = new Set(
    steps.filter((step) => step.type === 'evaluate_condition').map((step) => step.clause),
  );
  const clauses = [...(event && !lifted.has(event) ? [event] : []), ...conditions];
  const read = clauses.flatMap((clause) => understood(clause, columns, today));
  const changing =
    read.some((test) => test.comparison.startsWith('changes')) ||
    (event !== undefined && tellsStatus(event, columns));
  const trigger = changing
    ? 'on_update'
    : (automation.triggerType ?? (read.length > 0 || lifted.size > 0 ? 'on_update' : ''));
  if (trigger === '')
    giveUp(
      ask(
        'What should set this rule off: that a record is created, updated or deleted, or is it started by hand?',
      ),
    );
  const source = event ?? conditions[0];
  const tests =
    trigger === 'on_update' && source ? read.map((test) => asChange(test, source)) : read;
  return { trigger, tests: unique(tests) };
}

/** "when a purchase order is submitted": the event's word is a status of the record, not its creation. */
function tellsStatus(event: Reading, columns: readonly KnownColumn[]): boolean {
  const values = findValues(event, columns);
  return event
    .all('trig.on_create|trig.on_delete')
    .some((tag) => values.some(({ from, to }) => tag.from < to && from < tag.to));
}

/** "a customer from Germany": a proper name behind a preposition, not the one it is told to. */
function inPlace(clause: Reading, columns: readonly KnownColumn[]): ReadCondition[] {
  const turned = clause.says('not', 'except', 'outside', 'without', 'unless');
  if (turned || clause.has('action.*')) return [];
  return byPreposition(clause, columns).map(({ column, value }) => ({
    ...{ column, comparison: 'eq', value, said: value },
  }));
}

function understood(clause: Reading, columns: readonly KnownColumn[], today: Date) {
  const tests = testsOf(clause, [...columns], today);
  const isTold = (key: string) => tests.some((test) => test.column.key === key);
  const places = inPlace(clause, columns).filter(({ column }) => !isTold(column.key));
  const compared =
    clause.has('cmp.gt|cmp.lt|cmp.gte|cmp.lte|cmp.between') &&
    clause.tokens.some(({ value }) => value !== undefined);
  if (tests.length + places.length > 0 || !compared) return [...tests, ...places];
  const numbers = columns.flatMap(({ key, type }) => (type === 'number' ? [plain(key)] : []));
  const named = numbers.length > 0 ? ` The columns with numbers are ${join(numbers)}.` : '';
  return giveUp(
    `I could not tell which column “${clause.words()}” speaks of.${named} Which one do you mean?`,
  );
}

/** "when an order is shipped" is about becoming shipped; "a shipped order" is about being it. */
function asChange(test: ReadCondition, event: Reading): ReadCondition {
  if (test.comparison !== 'eq' || test.column.type !== 'status') return test;
  const record = event.first('entity.*');
  const place = event.text.indexOf(test.said, event.tokens[0]?.start ?? 0);
  const noun = record && event.tokens[record.from]?.start;
  return noun !== undefined && place < noun ? test : { ...test, comparison: 'changesto' };
}

function unique(tests: readonly ReadCondition[]): ReadCondition[] {
  const keyOf = ({ column, comparison, value }: ReadCondition) =>
    `${column.key} ${comparison} ${String(value)}`;
  return [...new Map(tests.map((test) => [keyOf(test), test])).values()];
}

/** `order created with total amount above 5000`. */
export function occasionWords(
  entity: string,
  trigger: string,
  tests: readonly ReadCondition[],
): string {
  const deed =
    { on_create: 'created', on_update: 'updated', on_delete: 'deleted', manual: 'on demand' }[
      trigger
    ] ?? trigger;
  const details = tests.map(testWords);
  return `${recordWords(entity)} ${deed}${details.length > 0 ? ` with ${join(details)}` : ''}`;
}

/** `total amount above 5000`. */
export function testWords({ column, comparison, value }: ReadCondition): string {
  const words = operators[comparison].said;
  return `${plain(column.key)} ${words}${value === undefined ? '' : ` ${valueWords(value)}`}`;
}
