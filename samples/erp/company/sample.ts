import type { Random } from '../shared/random.js';
import type { Calendar } from './calendar.js';

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
