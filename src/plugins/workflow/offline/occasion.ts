import * as kit from '../../../../samples/offline-model/kit.js';
import type { Automation } from './automation.js';

/** What sets a rule off: the trigger, empty where nothing tells it, and the tests on the record; asks when they are not clear. */
export function readOccasion(
  { trigger: event, triggerType, conditions, steps }: Automation,
  columns: readonly kit.KnownColumn[],
  today: Date,
) {
  const checks = steps.filter(({ type }) => type === 'evaluate_condition');
  const isLifted = checks.some(({ clause }) => clause === event);
  const clauses = [...(event && !isLifted ? [event] : []), ...conditions];
  const read = clauses.flatMap((clause) => understood(clause, columns, today));
  const isChange =
    read.some((test) => test.comparison.startsWith('changes')) ||
    (event !== undefined && tellsStatus(event, columns));
  const other = event?.first('trig.on_create|trig.on_delete');
  if (isChange && event && other && !tellsStatus(event, columns))
    kit.giveUp(
      `“${event.words()}” are two events, and a rule has one: that a record is created, that it is changed, or that it is deleted. Which one?`,
    );
  const usual = read.length > 0 || checks.length > 0 ? 'on_update' : '';
  const trigger = isChange ? 'on_update' : (triggerType ?? usual);
  const source = event ?? conditions[0];
  const tests =
    trigger === 'on_update' && source ? read.map((test) => asChange(test, source)) : read;
  return { trigger, tests: unique(tests) };
}

/** "when a purchase order is submitted": the event's word is a status of the record, not its creation. */
function tellsStatus(event: kit.Reading, columns: readonly kit.KnownColumn[]): boolean {
  const values = kit.findValues(event, columns);
  return event
    .all('trig.on_create|trig.on_delete')
    .some((tag) => values.some(({ from, to }) => tag.from < to && from < tag.to));
}

/** The tests of a part of a sentence; "unless" turns them round. */
export function testsOf(
  clause: kit.Reading,
  columns: readonly kit.KnownColumn[],
  today: Date,
): kit.ReadCondition[] {
  const tests = kit.readConditions(clause, { columns, today, takesRelativeDates: false });
  if (!clause.says('unless')) return tests;
  return tests.map((test) => ({
    ...test,
    comparison: kit.operators[test.comparison].opposite ?? test.comparison,
  }));
}

/** The tests of a part, with the proper name of "a customer from Germany". */
function understood(clause: kit.Reading, columns: readonly kit.KnownColumn[], today: Date) {
  const tests = testsOf(clause, columns, today);
  const isTurned = clause.says('not', 'except', 'outside', 'without', 'unless');
  const places = isTurned || clause.has('action.*') ? [] : kit.byPreposition(clause, columns);
  const found = [
    ...tests,
    ...places.map(({ column, value }) => ({
      column,
      comparison: 'eq' as const,
      value,
      said: value,
    })),
  ];
  const isCompared =
    clause.has('cmp.gt|cmp.lt|cmp.gte|cmp.lte|cmp.between') &&
    clause.tokens.some(({ value }) => value !== undefined);
  if (found.length > 0 || !isCompared) return found;
  const numbers = columns.flatMap(({ key, type }) => (type === 'number' ? [kit.plain(key)] : []));
  const named = numbers.length > 0 ? ` The columns with numbers are ${kit.join(numbers)}.` : '';
  return kit.giveUp(
    `I could not tell which column “${clause.words()}” speaks of.${named} Which one do you mean?`,
  );
}

/** "when an order is shipped" is about becoming shipped; "a shipped order" is about being it. */
function asChange(test: kit.ReadCondition, event: kit.Reading): kit.ReadCondition {
  if (test.comparison !== 'eq' || test.column.type !== 'status') return test;
  const record = event.first('entity.*');
  const place = event.text.indexOf(test.said, event.tokens[0]?.start ?? 0);
  const noun = record && event.tokens[record.from]?.start;
  return noun !== undefined && place < noun ? test : { ...test, comparison: 'changesto' };
}

function unique(tests: readonly kit.ReadCondition[]): kit.ReadCondition[] {
  const keyOf = ({ column, comparison, value }: kit.ReadCondition) =>
    `${column.key} ${comparison} ${String(value)}`;
  return [...new Map(tests.map((test) => [keyOf(test), test])).values()];
}

/** `order created with total amount above 5000`. */
export function occasionWords(
  entity: string,
  trigger: string,
  tests: readonly kit.ReadCondition[],
): string {
  const deeds = { on_create: 'created', on_delete: 'deleted', manual: 'on demand' };
  const deed = Object.entries(deeds).find(([each]) => each === trigger)?.[1] ?? 'updated';
  const details = tests.map(testWords);
  return `${kit.recordWords(entity)} ${deed}${details.length > 0 ? ` with ${kit.join(details)}` : ''}`;
}

/** `total amount above 5000`. */
export function testWords({ column, comparison, value }: kit.ReadCondition): string {
  const words = kit.operators[comparison].said;
  return `${kit.plain(column.key)} ${words}${value === undefined ? '' : ` ${kit.valueWords(value)}`}`;
}
