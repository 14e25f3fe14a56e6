import type { SourceText, Verdict } from './verdict.js';
import type { Bound } from './lexicon.js';
import type { DateSaid, Quantity, Reading } from './reading.js';

/** What a statement's numbers and dates are against the texts' ones: a number of another thing is another number. */
export function numberObjection(
  sentence: Reading,
  { readings: drawn }: { readings: readonly Reading[] },
  sources: readonly SourceText[],
): Verdict | undefined {
  const readings = sources.flatMap(({ sentences }) => sentences);
  const numbers = readings.flatMap(({ quantities }) => quantities);
  const dates = readings.flatMap((reading) => reading.dates);
  const named = new Set([
    ...sources.flatMap(({ contextNumbers }) => [...contextNumbers]),
    ...dates.flatMap(({ year }) => (year === undefined ? [] : [String(year)])),
  ]);
  const wrong = sentence.quantities.filter(
    (each) =>
      !(each.unit === undefined && named.has(each.value)) &&
      !numbers.some((other) => isSame(each, other)),
  );
  if (wrong.length > 0) return { objection: 'number', words: wrong.map(({ value }) => value) };
  if (isOnOtherSide(sentence, drawn)) return { objection: 'number', words: [] };
  const wrongDates = sentence.dates.filter((each) => !dates.some((other) => isWithin(each, other)));
  if (wrongDates.length > 0) return { objection: 'date', words: wrongDates.map(toText) };
  const clauses = drawn.flatMap((reading) => reading.clauses);
  const is = (side: 'isBefore' | 'isAfter', of: Reading['clauses']) =>
    of.some((clause) => clause[side]);
  const isOther = (side: 'isBefore' | 'isAfter', opposite: 'isBefore' | 'isAfter') =>
    is(side, sentence.clauses) &&
    !is(opposite, sentence.clauses) &&
    is(opposite, clauses) &&
    !is(side, clauses);
  const isTurned = isOther('isBefore', 'isAfter') || isOther('isAfter', 'isBefore');
  return isTurned ? { objection: 'date', words: [] } : undefined;
}

function isOnOtherSide({ sides }: Reading, drawn: readonly Reading[]): boolean {
  const given = drawn.flatMap((reading) => [...reading.sides]);
  return sides.size > 0 && given.length > 0 && !given.some((side) => sides.has(side));
}

function isSame(a: Quantity, b: Quantity): boolean {
  if (Number(a.value) !== Number(b.value) && a.value !== b.value) return false;
  if (a.unit !== undefined && b.unit !== undefined && a.unit !== b.unit) return false;
  return areOnOneSide(a.bound, b.bound);
}

function areOnOneSide(a: Bound | undefined, b: Bound | undefined): boolean {
  return a === undefined || b === undefined || a === b;
}

/** A date says as much as the source's or less of it. */
export function isWithin(a: DateSaid, b: DateSaid): boolean {
  return (
    a.month === b.month &&
    (a.day === undefined || a.day === b.day) &&
    (a.year === undefined || a.year === b.year) &&
    areOnOneSide(a.bound, b.bound)
  );
}

function toText({ day, month, year }: DateSaid): string {
  return [day, month, year].filter((part) => part !== undefined).join('.');
}
