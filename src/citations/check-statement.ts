import { firstChars, withoutEnd } from '../foundation/text.js';
import { findReferences } from '../references/find-references.js';
import { datesIn, type DateParts } from '../language/dates.js';
import { plain } from './quotes.js';

/** A number with what may group its digits or part its fraction; a blank only before three digits. */
const NUMBER = /\d+(?:(?:[.,:'’]|[ \u00a0\u202f](?=\d{3}(?!\d)))\d+)*/gu;
const GROUPED = /^([1-9]\d{0,2}(?:([.,'’ \u00a0\u202f])\d{3})(?:\2\d{3})*)(?:[.,](\d+))?$/u;
const DECIMAL = /^(\d+)[.,](\d+)$/;

function numbersIn(text: string): string[] {
  return text.match(NUMBER) ?? [];
}

/** All that the numbers of a text may stand for: "8.30" is a time, too, and "12 500" two numbers. */
function readingsIn(text: string): Set<string> {
  return new Set(numbersIn(text).flatMap((number) => [number, ...parts(number)].flatMap(readings)));
}

/** Whether a number, in one of its readings, is among those of a text. */
function isNumberIn(number: string, known: ReadonlySet<string>): boolean {
  const isKnown = (one: string) => readings(one).some((reading) => known.has(reading));
  return isKnown(number) || parts(number).every(isKnown);
}

const parts = (number: string): string[] => number.split(/[ \u00a0\u202f]/);

function readings(number: string): string[] {
  const [, grouped, , fraction] = GROUPED.exec(number) ?? [];
  const [, whole = number, decimals] = DECIMAL.exec(number) ?? [];
  if (grouped !== undefined) return [decimal(grouped.replace(/\D/g, ''), fraction)];
  return [decimal(whole, decimals), decimal(number.replace('.', ':'))];
}

function decimal(whole: string, fraction = ''): string {
  const rest = fraction.replace(/0{1,20}$/, '');
  const plain = whole.replace(/^0{1,20}(?=\d)/, '');
  return rest === '' ? plain : `${plain}.${rest}`;
}

/** A text that a statement cites, and what holds for all of it: title and headings. */
export interface CitedText {
  text: string;
  context: string;
}

/** What a statement has that no text it cites has, as the statement writes it. */
export interface MissingPart {
  kind: 'quote' | 'number' | 'date';
  said: string;
}

export interface CheckedStatement {
  isQuote: boolean;
  missing?: MissingPart;
}

const QUOTED = /[„“"»«]([^„“”"«»]{1,2000})[”“"«»]/g;
const LEFT_OUT = /\s?(?:\[…\]|\[\.\.\.\]|…|\.\.\.)\s?/;
const MOST_CHARS = 4_000;

/** By its characters alone: quoted words, numbers and dates must occur in one of the texts. */
export function checkStatement(statement: string, cited: readonly CitedText[]): CheckedStatement {
  const said = firstChars(statement, MOST_CHARS);
  const texts = cited.flatMap(({ text, context }) => [text, context]);
  const held = plain(cited.map(({ text }) => text).join('\n'));
  const headings = cited.map(({ context }) => plain(context)).join('\n');
  const quotes = [...said.matchAll(QUOTED)].map(([, quote = '']) => quote);
  const absent = quotes.find((quote) => !isQuoted(quote, `${held}\n${headings}`));
  if (absent !== undefined) return { isQuote: false, missing: { kind: 'quote', said: absent } };
  if (isQuoted(said, held)) return { isQuote: said === statement };
  const around = said.replaceAll(QUOTED, ' ');
  const missing = missingDate(around, texts) ?? missingNumber(around, texts);
  if (missing !== undefined) return { isQuote: false, missing };
  return { isQuote: quotes.length > 0 && headings.includes(plain(withoutMarks(around))) };
}

function isQuoted(quote: string, held: string): boolean {
  const parts = quote.split(LEFT_OUT).map(withoutMarks).filter(Boolean);
  return parts.length > 0 && parts.every((part) => held.includes(plain(part)));
}

function withoutMarks(text: string): string {
  return withoutEnd(text.replace(/^[\s"„“”»«.,:;]+/, ''), /[\s"„“”»«.,:;]/);
}

function missingDate(statement: string, texts: readonly string[]): MissingPart | undefined {
  const known = new Set(
    texts.flatMap(datesIn).flatMap(({ readings }) => readings.flatMap(partsOf)),
  );
  const missing = datesIn(statement).find(
    ({ readings }) => !readings.some((date) => known.has(keyOf(date))),
  );
  return missing && { kind: 'date', said: missing.text };
}

/** A date, and what less of it would be: a text that names the day has its month and its year too. */
function partsOf({ year, month, day }: DateParts): string[] {
  return [keyOf({ year, month, day }), keyOf({ year, month }), keyOf({ month, day })];
}

function keyOf({ year = 0, month, day = 0 }: DateParts): string {
  return `${year}-${month}-${day}`;
}

/** Numbers of dates are the dates' own; so is the place inside a provision that a reference names. */
function missingNumber(statement: string, texts: readonly string[]): MissingPart | undefined {
  const known = new Set(texts.flatMap((text) => [...readingsIn(text)]));
  const missing = numbersIn(withoutOwn(statement)).find((number) => !isNumberIn(number, known));
  return missing === undefined ? undefined : { kind: 'number', said: missing };
}

function withoutOwn(statement: string): string {
  const dates = datesIn(statement).map(({ start, text }) => [start, start + text.length] as const);
  const places = findReferences(statement).map(({ start, end, raw, number }) => {
    return [start + raw.indexOf(number) + number.length, end] as const;
  });
  return [...dates, ...places].reduce(
    (rest, [from, end]) => rest.slice(0, from) + ' '.repeat(end - from) + rest.slice(end),
    statement,
  );
}
