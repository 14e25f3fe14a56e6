import type { Random } from '../shared/random.js';

/** One row of a table by column name. */
export type Row = Readonly<Record<string, unknown>>;

/** What every generator of sample rows works with. */
export interface Sample {
  random: Random;
  calendar: Calendar;
}

/** EUR with two decimals out of a sum of floats. */
export function money(amount: number): number {
  return Math.round(amount * 100) / 100;
}

/** `4` as `0004`. */
export function padded(value: number, width: number): string {
  return String(value).padStart(width, '0');
}

/** A name as part of an e-mail address or sign-in: `Pieter de Vries` is `pieter.de.vries`. */
export function dotted(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '.')
    .replace(/^\.|\.$/g, '');
}

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** Dates counted from the day of seeding, so that the sample is always recent and still repeatable. */
export interface Calendar {
  /** An instant `days` before the day of seeding began, at `hour` o'clock UTC of that day. */
  at(daysAgo: number, hour?: number): Date;
  /** A day as `YYYY-MM-DD`; negative `daysAgo` is in the future. */
  day(daysAgo: number): string;
}

/** The calendar of one seeding; the time of day of `today` does not count. */
export function createCalendar(today: Date): Calendar {
  const midnight = Math.floor(today.getTime() / DAY_MS) * DAY_MS;
  const at = (daysAgo: number, hour = 0): Date =>
    new Date(midnight - daysAgo * DAY_MS + hour * HOUR_MS);
  return { at, day: (daysAgo) => at(daysAgo).toISOString().slice(0, 10) };
}
