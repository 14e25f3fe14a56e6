import { isObject } from '../../../src/foundation/json.js';
import { readDate } from '../reading/dates.js';
import type { Reading } from '../reading/reading.js';
import type { Token } from '../reading/tokens.js';

const TIME = /(?<![\d:.])([01]?\d|2[0-3]):([0-5]\d)(?![\d:])/;

/** The time of day that is said, as "9:45", and in two digits each. */
export function timeIn({ text }: Reading): { words: string; value: string } | undefined {
  const [words, hour = '', minute = ''] = TIME.exec(text) ?? [];
  return words === undefined ? undefined : { words, value: `${hour.padStart(2, '0')}:${minute}` };
}

const LEAST_DIGITS = 6;

const DIGITS = /(?:\+\s?)?\(?\d[\d ()/-]{4,22}\d/g;

/** Digits in a row that make a number to call; no day is one. */
export function phoneIn({ text }: Reading): string | undefined {
  const found = [...text.matchAll(DIGITS)].map(([run]) => run);
  return found.find(
    (run) => run.replaceAll(/\D/g, '').length >= LEAST_DIGITS && !/\d{4}-\d\d-\d\d/.test(run),
  );
}

const KEY = /(?<![\p{L}\p{N}-])\p{L}{1,8}-\d{1,9}(?![\p{L}\p{N}-])/gu;

/** What the keys of an argument begin with, such as `it` of `IT-104`, as its description, example or pattern shows. */
export function keyPrefixes(schema: unknown): string[] {
  const { description, example, pattern } = isObject(schema) ? schema : {};
  const shown = [description, example].filter((part) => typeof part === 'string').join(' ');
  const [, begins] = /^\^?(\p{L}{1,8})-/u.exec(typeof pattern === 'string' ? pattern : '') ?? [];
  const prefixes = [...shown.matchAll(KEY)].map(([key]) => key.split('-')[0]);
  return [...prefixes, begins].flatMap((prefix) => (prefix ? [prefix.toLowerCase()] : []));
}

/** "inv-502" as `INV-502`, where keys are shown in capital letters. */
export function asKey(text: string, schema: unknown): string {
  const { pattern, example, description } = isObject(schema) ? schema : {};
  const upper = text.toUpperCase();
  const shown = [pattern, example, description].join(' ');
  const prefix = `${upper.split('-')[0] ?? ''}-`;
  return text.includes('-') && shown.includes(prefix) ? upper : text;
}

/** Whether a key such as `R-2008` may be one of those that an argument takes. */
export function isKeyOf(text: string, schema: unknown): boolean {
  const prefixes = keyPrefixes(schema);
  return prefixes.length === 0 || prefixes.includes(text.split('-')[0]?.toLowerCase() ?? '');
}

/** The numbers that are no part of a day, of a time or of a number to call. */
export function freeNumbers(reading: Reading, today: Date): Token[] {
  const day = readDate(reading, today, 1);
  const time = timeIn(reading)?.words;
  const from = time === undefined ? -1 : reading.text.indexOf(time);
  const isTime = ({ start, end }: Token) =>
    from >= 0 && start >= from && end <= from + (time ?? '').length;
  const isPhone = phoneIn(reading) !== undefined;
  return reading.tokens.filter(
    (token, at) =>
      token.kind === 'number' &&
      !isTime(token) &&
      !isPhone &&
      !(day && at >= day.from && at < day.to),
  );
}
