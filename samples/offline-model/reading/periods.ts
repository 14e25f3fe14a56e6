import type { Reading } from './reading.js';
import type { Token } from './tokens.js';
import { DAYS_FROM_TODAY, calendarPeriod, dayAfter, isoDate, MONTHS } from './dates.js';

/** Days that a sentence names as a whole, and on which side of them something lies. */
export interface Period {
  from: number;
  to: number;
  /** The first day, and the first one behind it. */
  start: string;
  end: string;
  side: 'in' | 'before' | 'after' | 'since';
  /** True where the year was not said: the nearest that fits what is dated is meant. */
  isYearOpen: boolean;
}

const SIDE = /^(before|after|since)$/;
/** "from March on" and "from March to May" are other days. */
const GOES_ON = /^(on|onwards|to|till|until|through|-)$/;
const IN = /^(in|during|of|from|on|for)$/;
/** "this month", "today", "in March", "before December", "since 2024", "on 5 October". */
export function periodsIn(clause: Reading, today: Date): Period[] {
  return [...clause.tokens.keys()].flatMap((at) => {
    const found = current(clause, at, today) ?? dayOrMonth(clause, at, today) ?? year(clause, at);
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
      (side !== 'in' && !found.isYearOpen && dayAfter(new Date(found.start), 1) === found.end);
    if (isOther || (found.needsLead && !isLed)) return [];
    return [{ ...found, side, from: isLed ? before : at }];
  });
}

type Found = Omit<Period, 'side' | 'from'> & { needsLead: boolean };

/** "this week", "the current year", "today". */
function current(clause: Reading, at: number, today: Date): Found | undefined {
  const word = clause.lower(at);
  const step = DAYS_FROM_TODAY[word];
  if (step !== undefined) {
    const start = dayAfter(today, step);
    const end = dayAfter(today, step + 1);
    return { start, end, to: at + 1, isYearOpen: false, needsLead: false };
  }
  const span = /^(this|current)$/.test(word)
    ? calendarPeriod(today, 0, clause.lower(at + 1))
    : undefined;
  return span && { start: span[0], end: span[1], to: at + 2, isYearOpen: false, needsLead: false };
}

/** "March", "March 2026", "5 March", "March 5th, 2026". */
function dayOrMonth({ tokens }: Reading, at: number, today: Date): Found | undefined {
  const words = tokens.slice(at, at + 6).filter(({ lower }) => !SMALL.test(lower));
  const place = words.slice(0, isDay(words[0]) ? 2 : 1).findIndex(({ lower }) => isMonth(lower));
  const before = tokens.slice(Math.max(0, at - 3), at).filter(({ lower }) => !SMALL.test(lower));
  if (place < 0 || SMALL.test(tokens[at]?.lower ?? '') || (place === 0 && isDay(before.at(-1))))
    return undefined;
  const day = [words[1 - place]].find(isDay);
  const [last, behind] = words.slice(day === undefined ? 0 : 1);
  const written = yearOf(behind);
  const to = tokens.indexOf((written === undefined ? last : behind) as Token) + 1;
  const month = MONTHS.indexOf(words[place]?.lower ?? '');
  const span = daysOf(written ?? today.getUTCFullYear(), month, day?.value);
  return span && { ...span, to, isYearOpen: written === undefined, needsLead: true };
}

/** A month or a day of it; undefined for the 31st of April. */
function daysOf(of: number, month: number, day?: number) {
  const start = new Date(Date.UTC(of, month, day ?? 1));
  const next = isoDate(new Date(Date.UTC(of, month + 1, 1)));
  const end = day === undefined ? next : dayAfter(start, 1);
  return start.getUTCMonth() === month ? { start: isoDate(start), end } : undefined;
}

const SMALL = /^(,|of|st|nd|rd|th)$/;
const isMonth = (word: string) => MONTHS.includes(word);
const isDay = (token: Token | undefined) =>
  token?.value !== undefined && token.value >= 1 && token.value <= 31;

function year({ tokens }: Reading, at: number): Found | undefined {
  const written = yearOf(tokens[at]);
  if (written === undefined) return undefined;
  const [start, end] = [`${written}-01-01`, `${written + 1}-01-01`];
  return { start, end, to: at + 1, isYearOpen: false, needsLead: true };
}

/** Four digits that are a year of our time. */
function yearOf(token: Token | undefined): number | undefined {
  const { value = 0, text = '' } = token ?? {};
  return /^\d{4}$/.test(text) && value >= 1990 && value < 2100 ? value : undefined;
}
