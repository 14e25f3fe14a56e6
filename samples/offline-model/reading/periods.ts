import type { Reading } from './reading.js';
import {
  DAYS_FROM_TODAY,
  calendarPeriod,
  dayAfter,
  dayOrMonth,
  isOneDay,
  yearOf,
  type NamedDays,
} from './dates.js';

/** Days that a sentence names as a whole, and on which side of them something lies. */
export interface Period extends NamedDays {
  from: number;
  side: 'in' | 'before' | 'after' | 'since';
}

const SIDE = /^(before|after|since)$/;
/** "from March on" and "from March to May" are other days. */
const GOES_ON = /^(on|onwards|to|till|until|through|-)$/;
const IN = /^(in|during|of|from|on|for)$/;

/** "this month", "today", "in March", "before December", "since 2024", "on 5 October". */
export function periodsIn(clause: Reading, today: Date): Period[] {
  return [...clause.tokens.keys()].flatMap((at) => {
    const now = current(clause, at, today);
    const found = now ?? dayOrMonth(clause, at, today) ?? year(clause, at);
    if (found === undefined) return [];
    const before = clause.lower(at - 1) === 'the' ? at - 2 : at - 1;
    const word = clause.lower(before);
    const side = SIDE.test(word) ? (word as Period['side']) : 'in';
    const isLed = side !== 'in' || IN.test(word);
    const isOther =
      (word === 'from' && GOES_ON.test(clause.lower(found.to))) ||
      // After a month may be on any of its days.
      (side === 'after' && /-\d\d-01$/.test(found.end) && !found.end.endsWith('-01-01')) ||
      // A whole date behind "before" or "after" is one of the comparisons.
      (side !== 'in' && !found.isYearOpen && isOneDay(found));
    if (isOther || (now === undefined && !isLed)) return [];
    return [{ ...found, side, from: isLed ? before : at }];
  });
}

/** "this week", "the current year", "today". */
function current(clause: Reading, at: number, today: Date): NamedDays | undefined {
  const word = clause.lower(at);
  const step = DAYS_FROM_TODAY[word];
  if (step !== undefined) {
    const [start, end] = [dayAfter(today, step), dayAfter(today, step + 1)];
    return { start, end, to: at + 1, isYearOpen: false };
  }
  const span = /^(this|current)$/.test(word)
    ? calendarPeriod(today, 0, clause.lower(at + 1))
    : undefined;
  return span && { start: span[0], end: span[1], to: at + 2, isYearOpen: false };
}

function year({ tokens }: Reading, at: number): NamedDays | undefined {
  const written = yearOf(tokens[at]);
  return written === undefined
    ? undefined
    : { start: `${written}-01-01`, end: `${written + 1}-01-01`, to: at + 1, isYearOpen: false };
}
