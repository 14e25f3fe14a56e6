import { nationalities } from '../lexicon.js';
import { lastPart, type KnownColumn, type ValueMention } from './columns.js';
import { countryCode } from './countries.js';
import { daysAgo, inDays } from './dates.js';
import type { Language, Reading } from './reading.js';

/** A value as it stands in a sentence. */
export interface FoundValue {
  value: string | number | boolean;
  unit: string;
  from: number;
  to: number;
}

/** Whether a column holds days or times. */
export function isDate(column: KnownColumn): boolean {
  return column.type === 'datetime';
}

/** The date that speaks of the record itself, before those of its bookkeeping. */
export function preferredDate(columns: readonly KnownColumn[]): KnownColumn | undefined {
  const dates = columns.filter(isDate);
  const dated = dates.find((column) => !/created_at|updated_at/.test(column.key));
  return dated ?? dates[0];
}

const UNITS = ['money', 'piece', 'kg', 'percent', 'day'];

/** "8000 kg" speaks of no column of amounts, as far as the backend tells what its columns are measured in. */
export function fitsUnit({ key }: KnownColumn, unit: string, language: Language): boolean {
  const columnsIn = (each: string) => language.columnsFor('columns_by_unit', each);
  const isIn = (each: string) => columnsIn(each).includes(key.split('.').at(-1) ?? key);
  if (unit === 'kg' && columnsIn(unit).length > 0) return isIn(unit);
  return !/^(money|piece|kg)$/.test(unit) || isIn(unit) || !UNITS.some(isIn);
}

/** Whether a column can hold such a value. */
export function acceptsValue(
  column: KnownColumn,
  { unit, value }: FoundValue,
  language: Language,
): boolean {
  if (unit === 'date') return isDate(column);
  if (unit === 'bool') return column.type === 'boolean';
  if (typeof value === 'number') {
    const timed = /day|week|month|year|hour|minute/.test(unit);
    const aged = isDate(column) && timed;
    // A percent or a time is no amount: "by 50 %", "for 5 days".
    if (unit === 'percent' && !column.key.includes('percent')) return false;
    if (timed && !aged && !column.key.includes('days')) return false;
    const isNumber = /^(number|computed)$/.test(column.type ?? 'number');
    return aged || (isNumber && fitsUnit(column, unit, language));
  }
  return !/^(number|datetime|boolean|uuid)$/.test(column.type ?? '');
}

/** The column that a bare value speaks of by its unit. */
export function byUnit(
  value: FoundValue,
  columns: readonly KnownColumn[],
  { language }: Reading,
): KnownColumn | undefined {
  if (value.unit === 'date') return preferredDate(columns);
  if (typeof value.value !== 'number') return undefined;
  const counted = ['none', 'money', 'piece', 'kg'].includes(value.unit);
  const names = language.columnsFor('columns_by_unit', value.unit);
  const known = names
    .map((name) => columns.find((column) => lastPart(column.key) === name))
    .find((column) => column !== undefined);
  const numbers = columns.filter(
    (column) => column.type === 'number' && fitsUnit(column, value.unit, language),
  );
  return known ?? (numbers.length === 1 && counted ? numbers[0] : undefined);
}

/** A value as its column takes it, a number of days as the day that lies so far back; undefined when it cannot. */
export function asType(
  { value, unit }: FoundValue,
  column: KnownColumn,
  today: Date,
  language: Language,
): string | number | boolean | undefined {
  const { type, values = [String(value)] } = column;
  if (isDate(column) && typeof value === 'number') return daysAgo(today, value, unit);
  // "two weeks" in a column of days.
  if (typeof value === 'number' && column.key.includes('days')) return inDays(value, unit) ?? value;
  if (type === 'number' && typeof value !== 'number') return undefined;
  if (type === 'status' && !values.includes(String(value))) return undefined;
  if (type === 'string' && typeof value === 'number') return String(value);
  return typeof value === 'string' ? written(value, column, language) : value;
}

/** "the German ones", "from germany": what speaks of the column of countries, as its value. */
export function findCountries(
  { tokens, language }: Reading,
  columns: readonly KnownColumn[],
): ValueMention[] {
  const column = columns.find((each) => isCoded(each, language));
  if (column === undefined) return [];
  return tokens.flatMap(({ lower, text }, from) => {
    const isPlace = /^\p{Lu}/u.test(text) || /^(from|in)$/.test(tokens[from - 1]?.lower ?? '');
    const value =
      nationalities.get(lower.replace(/^non-/, '')) ?? (isPlace ? countryCode(lower) : undefined);
    return value === undefined ? [] : [{ column, value, from, to: from + 1 }];
  });
}

function isCoded({ key }: KnownColumn, { vocabulary }: Language): boolean {
  const codes = vocabulary.country_codes?.split(' ');
  return codes?.includes(lastPart(key)) === true;
}

/** A country as its column writes it: "Germany" as DE, where the backend keeps codes. */
function written(text: string, column: KnownColumn, language: Language): string {
  return (isCoded(column, language) && countryCode(text)) || text;
}

/** "customers from Germany": a proper name behind a preposition, on the column it most likely means. */
export function byPreposition(
  reading: Reading,
  columns: readonly KnownColumn[],
): { column: KnownColumn; value: string }[] {
  const { tokens, language } = reading;
  const isProper = (at: number) =>
    tokens[at]?.kind === 'word' && /^\p{Lu}\P{N}*$/u.test(tokens[at]?.text ?? '');
  for (const [at, { lower }] of tokens.entries()) {
    const from = tokens[at + 1]?.lower === 'the' ? at + 2 : at + 1;
    const next = tokens[from];
    if (next === undefined || !(next.kind === 'quoted' || isProper(from))) continue;
    let to = from + 1;
    while (isProper(from) && isProper(to)) to += 1;
    const name = next.kind === 'quoted' ? next.text : reading.words(from, to);
    const isCountry = countryCode(name) !== undefined;
    const fitting = language
      .columnsFor('columns_by_preposition', lower)
      .flatMap((name) => columns.find(({ key, values }) => key === name && !values) ?? []);
    const column = fitting.find(({ key }) => isCountry === (key === 'country')) ?? fitting[0];
    if (column) return [{ column, value: written(name, column, language) }];
  }
  return [];
}
