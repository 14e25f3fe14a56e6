import type { Reading } from './reading.js';

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

/** The first date in a part of a sentence: `2026-03-01`, today, yesterday, "5 days ago". */
export function readDate(
  part: Reading,
  today: Date,
): { date: string; from: number; to: number } | undefined {
  for (const [at, token] of part.tokens.entries()) {
    if (token.kind === 'date') return { date: token.text, from: at, to: at + 1 };
    const written = writtenDate(part, at);
    if (written !== undefined) return written;
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

/** In their order, in small letters. */
export const MONTHS =
  'january february march april may june july august september october november december'.split(
    ' ',
  );

/** "1 March 2026", "March 1st, 2026"; without its year a day is not one day. */
function writtenDate({ tokens }: Reading, at: number) {
  const words = tokens
    .slice(at, at + 6)
    .filter(({ lower }) => !/^(,|of|the|st|nd|rd|th)$/.test(lower));
  const month = words.slice(0, 2).findIndex(({ lower }) => MONTHS.includes(lower));
  const [day, year] = [words[1 - month]?.value ?? NaN, words[2]?.value ?? NaN];
  const last = words[2];
  if (month < 0 || last === undefined || !(day >= 1 && day <= 31) || !isYear(year))
    return undefined;
  const index = MONTHS.indexOf(words[month]?.lower ?? '');
  const date = new Date(Date.UTC(year, index, day));
  if (date.getUTCMonth() !== index) return undefined;
  return { date: isoDate(date), from: at, to: tokens.indexOf(last) + 1 };
}

const isYear = (value: number) => value >= 1900 && value < 2200;

/** `yyyy-MM-dd`. */
export function isoDate(date: Date): string {
  return date.toISOString().slice(0, 10);
}
