import { stem } from '../language/english-stem.js';
import type { ToolSpec } from '../../../src/llm/types.js';
import { readDate } from '../reading/dates.js';
import type { Reading } from '../reading/reading.js';
import type { World } from '../world.js';
import { timeIn } from './forms.js';
import { isNamedIn, kindOf } from './kinds.js';
import {
  deedOf,
  isRead,
  plainName,
  propertiesOf,
  shapeOf,
  stemsOf,
  type Property,
} from './tools.js';

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

interface SaidDay {
  date: string;
  words: string;
}

/** The day behind "since" or "until", for an argument that takes the first or the last one. */
function dayBeside(
  { name }: Property,
  tool: ToolSpec,
  reading: Reading,
  today: Date,
): SaidDay | undefined {
  const own = plainName(name);
  const isEnd = own.some((word) => /^(until|ends?|expires?)$/.test(word));
  const isLast = isEnd || own.some((word) => /^(to|before)$/.test(word));
  const isFirst = own.some((word) => /^(from|since|after)$/.test(word));
  const test = isFirst ? SINCE : isLast ? UNTIL : undefined;
  const at = test ? reading.tokens.findIndex(({ lower }) => test.test(lower)) : -1;
  if (at < 0 || (!isRead(tool) && !isEnd)) return undefined;
  const found = readDate(reading.slice(at, reading.tokens.length), today, 1);
  return found && { date: found.date, words: reading.words(at, at + found.to) };
}

/** The day behind the name of a date, or of the only one: "due on …", "move A-3004 to …", "on the books for …". */
function dayNamed(
  { name, isRequired }: Property,
  tool: ToolSpec,
  reading: Reading,
  today: Date,
): SaidDay | undefined {
  const isOnly = propertiesOf(tool).filter((each) => kindOf(each) === 'date').length === 1;
  const words = stemsOf(name);
  const day = readDate(reading, today, 1);
  const isNew = deedOf(tool)?.deed === 'update' && day && reading.lower(day.from - 1) === 'to';
  const isPlain = /^(date|day|on)$/i.test(name) || isRequired || isNew === true;
  const said = [...words].filter((word) => !/^(date|day|on|at)$/.test(word));
  const isSaid = said.length > 0 && isNamedIn(said.join('_'), reading);
  if (!isSaid && !isNamedIn(name, reading) && !(isPlain && isOnly)) return undefined;
  const from = reading.tokens.findLastIndex(({ text }) => words.has(stem(text))) + 1;
  const part = reading.slice(from, reading.tokens.length);
  const written = part.tokens.find(({ kind }) => kind === 'date')?.text;
  if (written !== undefined) return { date: written, words: written };
  const found = readDate(part, today, 1);
  return found && { date: found.date, words: part.words(found.from, found.to) };
}

/**
 * What is said for a day or a time: in order, behind "since" or "until", or behind the name. Any other day tells when
 * something is to be done. A time of a day must be written out with its zone.
 */
export function dateSaid(
  property: Property,
  tool: ToolSpec,
  { reading, today }: Pick<World, 'reading' | 'today'>,
): SaidDay | undefined {
  if (kindOf(property) === 'time') {
    const time = timeIn(reading);
    return time && { date: time.value, words: time.words };
  }
  if (shapeOf(property.schema).format === 'date-time') return instantIn(property, tool, reading);
  return (
    dayInOrder(property, tool, reading, today) ??
    dayBeside(property, tool, reading, today) ??
    dayNamed(property, tool, reading, today)
  );
}
