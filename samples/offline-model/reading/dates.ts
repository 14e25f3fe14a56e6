import type { Reading } from './reading.js';
import type { Token } from './tokens.js';

const DAY = 86_400_000;
const DAYS: Readonly<Record<string, number>> = { day: 1, week: 7, month: 30, year: 365 };
/** Days by their place beside today. */
export const DAYS_FROM_TODAY: Readonly<Record<string, number>> = {
  ...{ yesterday: -1, today: 0, tomorrow: 1 },
};

/** The day that lies `count` units back, as `yyyy-MM-dd`. */
export function daysAgo(today: Date, count: number, unit: string): string {
  return isoDate(new Date(today.getTime() - count * (DAYS[unit] ?? 1) * DAY));
}

/** This week, month or year, or the one before or after it: its first day, and the first one behind it. */
export function calendarPeriod(
  today: Date,
  step: 1 | 0 | -1,
  unit: string,
): readonly [string, string] | undefined {
  const [year, month, day] = [today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate()];
  const monday = day - ((today.getUTCDay() + 6) % 7);
  const starts: Readonly<Record<string, (ahead: number) => number>> = {
    week: (ahead) => Date.UTC(year, month, monday + 7 * ahead),
    month: (ahead) => Date.UTC(year, month + ahead, 1),
    year: (ahead) => Date.UTC(year + ahead, 0, 1),
  };
  const start = starts[unit];
  return start && [isoDate(new Date(start(step))), isoDate(new Date(start(step + 1)))];
}

/** The day so many days after another. */
export function dayAfter(date: Date, count: number): string {
  return daysAgo(date, -count, 'day');
}

/** Days in `count` of a unit; `undefined` for a unit shorter than a day. */
export function inDays(count: number, unit: string): number | undefined {
  const days = DAYS[unit];
  return days === undefined ? undefined : Math.round(count * days);
}

/**
 * The first date in a part of a sentence: `2026-03-01`, today, yesterday, "5 days ago"; a day without a year only where
 * `ahead` says that it is the next such day.
 */
export function readDate(
  part: Reading,
  today: Date,
  ahead = 0,
): { date: string; from: number; to: number } | undefined {
  for (const [at, token] of part.tokens.entries()) {
    if (token.kind === 'date') return { date: token.text, from: at, to: at + 1 };
    const days = dayOrMonth(part, at, today);
    if (days && isOneDay(days) && (ahead > 0 || !days.isYearOpen)) {
      const isPast = days.isYearOpen && days.start < isoDate(today);
      const year = String(today.getUTCFullYear() + ahead);
      const date = isPast ? `${year}${days.start.slice(4)}` : days.start;
      return { date, from: at, to: days.to };
    }
    const offset = DAYS_FROM_TODAY[token.lower];
    if (offset !== undefined) {
      return { date: isoDate(new Date(today.getTime() + offset * DAY)), from: at, to: at + 1 };
    }
    const unit = part.tokens[at + 1]?.stem ?? '';
    const ago = part.tokens[at + 2]?.lower === 'ago';
    if (token.value !== undefined && ago && DAYS[unit] !== undefined) {
      return { date: daysAgo(today, token.value, unit), from: at, to: at + 3 };
    }
  }
  return undefined;
}

const MONTHS =
  'january february march april may june july august september october november december'.split(
    ' ',
  );

/** Days that a sentence names: the first one, and the first one behind them. */
export interface NamedDays {
  start: string;
  end: string;
  /** The place behind the words. */
  to: number;
  /** True where the year was not said. */
  isYearOpen: boolean;
}

/** "March", "March 2026", "5 March", "March 5th, 2026". */
export function dayOrMonth({ tokens }: Reading, at: number, today: Date): NamedDays | undefined {
  const words = tokens.slice(at, at + 6).filter(({ lower }) => !SMALL.test(lower));
  const place = words.slice(0, isDay(words[0]) ? 2 : 1).findIndex(({ lower }) => isMonth(lower));
  const before = tokens.slice(Math.max(0, at - 3), at).filter(({ lower }) => !SMALL.test(lower));
  if (place < 0 || SMALL.test(tokens[at]?.lower ?? '') || (place === 0 && isDay(before.at(-1))))
    return undefined;
  const day = [words[1 - place]].find(isDay);
  const [last, behind] = words.slice(day === undefined ? 0 : 1);
  const written = yearOf(behind);
  const to = tokens.indexOf((written === undefined ? last : behind) as Token) + 1;
  const name = words[place]?.lower ?? '';
  // "Mar" by itself is no month.
  if (SHORT.test(name) && day === undefined) return undefined;
  const month = monthOf(name);
  const span = daysOf(written ?? today.getUTCFullYear(), month, day?.value);
  return span && { ...span, to, isYearOpen: written === undefined };
}

/** A month or a day of it; undefined for the 31st of April. */
function daysOf(of: number, month: number, day?: number) {
  const start = new Date(Date.UTC(of, month, day ?? 1));
  const next = isoDate(new Date(Date.UTC(of, month + 1, 1)));
  const end = day === undefined ? next : dayAfter(start, 1);
  return start.getUTCMonth() === month ? { start: isoDate(start), end } : undefined;
}

const SMALL = /^(,|of|the|st|nd|rd|th)$/;
const SHORT = /^(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)$/;
/** Which month a word is, from 0; "Feb" as well. */
const monthOf = (word: string): number =>
  MONTHS.findIndex((month) => month === word || (SHORT.test(word) && month.startsWith(word)));
const isMonth = (word: string) => monthOf(word) >= 0;
const isDay = (token: Token | undefined) =>
  token?.value !== undefined && token.value >= 1 && token.value <= 31;

/** Four digits that are a year of our time. */
export function yearOf(token: Token | undefined): number | undefined {
  const { value = 0, text = '' } = token ?? {};
  return /^\d{4}$/.test(text) && value >= 1990 && value < 2100 ? value : undefined;
}

/** Whether these days are a single one. */
export const isOneDay = ({ start, end }: NamedDays): boolean =>
  dayAfter(new Date(start), 1) === end;

/** `yyyy-MM-dd`. */
export function isoDate(date: Date): string {
  return date.toISOString().slice(0, 10);
}
