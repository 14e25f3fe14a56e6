import { stem } from '../../../src/language/english-stem.js';
import type { ToolSpec } from '../../../src/llm/types.js';
import { readDate } from '../reading/dates.js';
import type { Reading } from '../reading/reading.js';
import type { World } from '../world.js';
import { timeIn } from './forms.js';
import { isNamedIn, kindOf } from './kinds.js';
import { isRead, plainName, propertiesOf, shapeOf, stemsOf, type Property } from './tools.js';

const INSTANT = /(\d{4}-\d\d-\d\d)[T ](?:at )?(\d\d:\d\d)(?::00)? ?(?:UTC|Z)(?![\p{L}\p{N}])/gu;
const WRITTEN = /\d{4}-\d\d-\d\dT[\d:.]+Z?/g;

/** A time with its zone, of several that a tool takes the one in the same place: nothing tells the zone of any other. */
function instantIn(property: Property, tool: ToolSpec, { text }: Reading) {
  const needed = propertiesOf(tool).filter((each) => shapeOf(each.schema).format === 'date-time');
  const said = [...text.matchAll(INSTANT)].map(([words, day = '', time = '']) => ({
    ...{ date: `${day}T${time}:00Z`, words },
  }));
  const written = [...text.matchAll(WRITTEN)].map(([words]) => ({ date: words, words }));
  const found = said.length > 0 ? said : written;
  const isSame = found.length === needed.filter(({ isRequired }) => isRequired).length;
  return isSame || needed.length === 1
    ? found[needed.findIndex(({ name }) => name === property.name)]
    : undefined;
}

/** "From 10 to 12 December": of two days that a tool must have the first or the second that is said. */
function dayInOrder(property: Property, tool: ToolSpec, reading: Reading, today: Date) {
  const needed = propertiesOf(tool).filter((each) => each.isRequired && kindOf(each) === 'date');
  const place = needed.findIndex(({ name }) => name === property.name);
  if (needed.length !== 2 || place < 0) return undefined;
  const days = allDays(reading, today);
  const [only, second] = days;
  const isLast = only !== undefined && UNTIL.test(reading.lower(only.from - 1));
  const found = second === undefined && isLast ? [undefined, only][place] : days[place];
  return found && { date: found.date, words: reading.words(found.from, found.to) };
}

/** The days that a sentence names, in its order. */
function allDays(reading: Reading, today: Date): { date: string; from: number; to: number }[] {
  const days: { date: string; from: number; to: number }[] = [];
  let start = 0;
  for (;;) {
    const found = readDate(reading.slice(start, reading.tokens.length), today, 1);
    if (found === undefined || days.length > 3) return days;
    days.push({ date: found.date, from: start + found.from, to: start + found.to });
    start += found.to;
  }
}

const SINCE = /^(since|from|after)$/;
const UNTIL = /^(until|till|before|to)$/;

/** Where "since" or "until" stands, for an argument that takes the first or the last day. */
function besideDay(name: string, { tokens }: Reading): number | undefined {
  const end =
    plainName(name).find((word) => /^(from|since|after|until|to|before)$/.test(word)) ?? '';
  const test = SINCE.test(end) ? SINCE : UNTIL.test(end) ? UNTIL : undefined;
  const at = test === undefined ? -1 : tokens.findIndex(({ lower }) => test.test(lower));
  return at < 0 ? undefined : at;
}

/**
 * The day that is said behind the name of a date, or for the only date that a tool must have: any other day tells when
 * something is to be done. A time of day must be written out.
 */
export function dateSaid(
  property: Property,
  tool: ToolSpec,
  { reading, today }: Pick<World, 'reading' | 'today'>,
): { date: string; words: string } | undefined {
  const { name, schema, isRequired } = property;
  if (kindOf(property) === 'time') {
    const time = timeIn(reading);
    return time && { date: time.value, words: time.words };
  }
  const isOnly = propertiesOf(tool).filter((each) => kindOf(each) === 'date').length === 1;
  const words = stemsOf(name);
  const from = reading.tokens.findLastIndex(({ text }) => words.has(stem(text))) + 1;
  const part = reading.slice(from, reading.tokens.length);
  // "Move A-3004 to 2026-12-09", "on the books for 2026-12-02".
  const isPlain = /^(date|day|on)$/i.test(name) || isRequired;
  if (shapeOf(schema).format === 'date-time') return instantIn(property, tool, reading);
  const inOrder = dayInOrder(property, tool, reading, today);
  if (inOrder !== undefined) return inOrder;
  const beside = besideDay(name, reading);
  if (beside !== undefined && isRead(tool)) {
    const found = readDate(reading.slice(beside, reading.tokens.length), today, 1);
    if (found) return { date: found.date, words: reading.words(beside, beside + found.to) };
  }
  const said = [...words].filter((word) => !/^(date|day|on|at)$/.test(word));
  const isSaid = said.length > 0 && isNamedIn(said.join('_'), reading);
  if (!isSaid && !isNamedIn(name, reading) && !(isPlain && isOnly)) return undefined;
  const written = part.tokens.find(({ kind }) => kind === 'date')?.text;
  if (written !== undefined) return { date: written, words: written };
  const found = shapeOf(schema).format === 'date' ? readDate(part, today, 1) : undefined;
  return found && { date: found.date, words: part.words(found.from, found.to) };
}
