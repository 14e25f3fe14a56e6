import type { Language } from '../../language/question-language.js';
import { boundBefore, type Bounds } from './bounds.js';
import { dateAt, isWithin, type DateSaid } from './dates.js';
import type { Bound, Lexicon } from './lexicon.js';
import { wordsOf, type Content } from './content.js';
import { numberIn } from './number-words.js';
import type { Token } from './tokens.js';
import { OFTEN, PERIOD, PERIODS, unitOf, type Dimension } from './units.js';

/** An amount in the smallest unit of its kind, so that 72 hours are three days. */
export interface Value {
  amount: number;
  /** The number in it, whatever it counts. */
  number: number;
  /** As it is said. */
  said: string;
  /** Absent where nothing that is measured is counted. */
  dimension?: Dimension;
  bound?: Bound;
  /** It is one until which something is done: "within two weeks", not "at most two weeks". */
  isDeadline?: boolean;
  /** Where it stands among the tokens. */
  from: number;
  to: number;
  date?: DateSaid;
  /** The words from which a period is counted. */
  anchor: readonly Content[];
  /** The words it stands with. */
  near: readonly Content[];
}

/** The numbers, times and amounts among tokens. */
export function valuesIn(tokens: readonly Token[], bounds: Bounds, lexicon: Lexicon): Value[] {
  const { language } = lexicon;
  const found: Value[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const value = dateValue(tokens, at, lexicon) ?? valueAt(tokens, at, language);
    if (value === undefined) continue;
    const side = boundBefore(bounds, value.from, value.to, tokens, lexicon);
    const anchor = anchorAfter(tokens, value.to, lexicon);
    const near = nearBy(tokens, value, lexicon);
    const own = tokens.slice(value.from, value.to).map(({ text }) => text);
    const made: Value = { ...value, said: own.join(' '), anchor, near };
    if (side !== undefined) {
      made.bound = side.bound;
      made.isDeadline = side.isDeadline;
    }
    found.push(made);
    at = value.to - 1;
  }
  return withSharedUnits(found, tokens);
}

function dateValue(tokens: readonly Token[], at: number, lexicon: Lexicon): Found | undefined {
  const found = dateAt(tokens, at, lexicon);
  if (found === undefined) return undefined;
  const { said, length } = found;
  return {
    amount: 0,
    number: Number.NaN,
    dimension: 'date',
    date: said,
    from: at,
    to: at + length,
  };
}

type Found = Pick<Value, 'amount' | 'number' | 'dimension' | 'date' | 'from' | 'to'>;

function valueAt(tokens: readonly Token[], at: number, language: Language): Found | undefined {
  const word = tokens[at]?.word ?? '';
  const part = partAt(tokens, at);
  if (part !== undefined) return part;
  const whole = wholeIn(word, language);
  if (whole !== undefined) return { ...whole, from: at, to: at + 1 };
  const amount = numberIn(word, language) ?? oneBefore(tokens, at, language);
  if (amount === undefined) return undefined;
  return clockAt(tokens, at) ?? measured(tokens, at, amount, language);
}

const PARTS: Readonly<Record<string, number>> = {
  half: 2,
  third: 3,
  quarter: 4,
  fifth: 5,
  tenth: 10,
  hälfte: 2,
  drittel: 3,
  viertel: 4,
  fünftel: 5,
  zehntel: 10,
};

/** "A fifth of", "ein Fünftel": so many percent. */
function partAt(tokens: readonly Token[], at: number): Found | undefined {
  const word = tokens[at]?.word ?? '';
  const parts = PARTS[word.replace(/(?<=el)s$/, '')];
  if (parts === undefined) return undefined;
  const isPart = /el|te$/.test(word) || tokens[at + 1]?.word === 'of';
  const number = 100 / parts;
  return isPart ? { amount: number, number, dimension: 'share', from: at, to: at + 1 } : undefined;
}

/** A word that says both a number and what it measures: "daily", "achtstündig", "dreimal". */
function wholeIn(
  word: string,
  language: Language,
): Pick<Value, 'amount' | 'number' | 'dimension'> | undefined {
  const alone = unitOf(word, language);
  if (alone?.amount !== undefined) {
    const { amount, size, dimension } = alone;
    return { amount: amount * size, number: amount, dimension };
  }
  if (language === 'en') return undefined;
  const [, counted = '', period = ''] = PERIOD.exec(word) ?? OFTEN.exec(word) ?? [];
  const number = numberIn(counted, language);
  const unit = unitOf(PERIODS[period] ?? 'mal', language);
  if (number === undefined || unit === undefined) return undefined;
  return { amount: number * unit.size, number, dimension: unit.dimension };
}

/** "22:00". */
function clockAt(tokens: readonly Token[], at: number): Found | undefined {
  const clock = /^(\d{1,2}):(\d{2})$/.exec(tokens[at]?.word ?? '');
  if (clock === null) return undefined;
  const to = tokens[at + 1]?.word === 'uhr' ? at + 2 : at + 1;
  const hours = halfDay(Number(clock[1]), tokens[to]?.word ?? '');
  const amount = hours * 60 + Number(clock[2]);
  return { amount, number: hours, dimension: 'clock', from: at, to };
}

/** A number with the unit after it, over "million", "a" and "working". */
function measured(tokens: readonly Token[], at: number, first: number, language: Language): Found {
  let [amount, to] = [first, at + 1];
  for (; to < at + 4; to += 1) {
    const next = tokens[to]?.word ?? '';
    if (MULTIPLES[next] !== undefined) amount *= MULTIPLES[next];
    else if (/^[ap]m$/.test(next))
      return {
        amount: halfDay(amount, next) * 60,
        number: amount,
        dimension: 'clock',
        from: at,
        to: to + 1,
      };
    else if (!BETWEEN.test(next)) break;
  }
  const unit = unitOf(tokens[to]?.word ?? '', language);
  if (unit === undefined || unit.amount !== undefined)
    return { amount, number: amount, from: at, to: at + 1 };
  const isWorking = WORKING.test(tokens[to - 1]?.word ?? '');
  const dimension = isWorking ? 'working day' : unit.dimension;
  return {
    amount: amount * (isWorking ? 1 : unit.size),
    number: amount,
    dimension,
    from: at,
    to: to + 1,
  };
}

const MULTIPLES: Readonly<Record<string, number>> = {
  million: 1e6,
  millionen: 1e6,
  milliarden: 1e9,
  billion: 1e9,
};
const BETWEEN =
  /^(?:a|an|more|further|weitere|weiteren|working|calendar|full|volle|vollen|begun|of|halb\p{L}*|half)$/u;
const WORKING = /^working$/;
const ONE = /^(?:an?|one|each|every|per|eine[rnms]?|eins?|pro|je|jede[rnms]?|im|halb\p{L}*|half)$/u;

/** "A week", "jedes Jahr", "half a year". */
function oneBefore(tokens: readonly Token[], at: number, language: Language): number | undefined {
  const word = tokens[at]?.word ?? '';
  if (!ONE.test(word)) return undefined;
  const next = tokens[at + 1]?.word ?? '';
  const further = /^(?:an?|halb\p{L}*|half|begun|working)$/u.test(next);
  const isHalf = /^hal[bf]/.test(word) || /^hal[bf]/.test(next);
  const unit = unitOf((further ? tokens[at + 2]?.word : next) ?? '', language);
  if (unit === undefined || unit.amount !== undefined) return undefined;
  return isHalf ? 0.5 : 1;
}

function halfDay(hours: number, mark: string): number {
  if (mark === 'pm' && hours < 12) return hours + 12;
  return mark === 'am' && hours === 12 ? 0 : hours;
}

/** "Von 22 bis 6 Uhr": the first has the unit of the second. */
function withSharedUnits(values: readonly Value[], tokens: readonly Token[]): Value[] {
  return values.map((value, at) => {
    const next = values[at + 1];
    const joins = /^(?:bis|und|oder|to|and|or|–)$/.test(tokens[value.to]?.word ?? '');
    if (value.dimension !== undefined || next?.from !== value.to + 1 || !joins) return value;
    const before = numberIn(tokens[next.from]?.word ?? '', 'en');
    if (next.dimension === undefined || before === undefined || before === 0) return value;
    const size = next.dimension === 'clock' ? 60 : next.amount / before;
    return { ...value, amount: value.amount * size, dimension: next.dimension };
  });
}

const NEAR = 5;

/** The words some way before and after, as far as no mark parts them. */
function nearBy(
  tokens: readonly Token[],
  { from, to }: Pick<Value, 'from' | 'to'>,
  lexicon: Lexicon,
): Content[] {
  const isMark = ({ word }: Token) => /^[,;:()]$/.test(word);
  const before = tokens.slice(Math.max(0, from - NEAR), from);
  const after = tokens.slice(to, to + NEAR);
  const start = before.findLastIndex(isMark) + 1;
  const end = after.findIndex(isMark);
  return [
    ...wordsOf(before.slice(start), lexicon),
    ...wordsOf(end < 0 ? after : after.slice(0, end), lexicon),
  ];
}

const FROM = /^(?:nach|after|of|ab|from|since|seit|vor|before|following|following)$/;
const ANCHOR_REACH = 7;

/** The words after "within two weeks of …", up to the end of the part of the sentence. */
function anchorAfter(tokens: readonly Token[], start: number, lexicon: Lexicon): Content[] {
  const near = tokens.slice(start, start + ANCHOR_REACH);
  const at = near.findIndex(({ word }) => FROM.test(word));
  if (at < 0 || at > 3 || near.slice(0, at).some(({ word }) => word === ',')) return [];
  const rest = near.slice(at + 1);
  const end = rest.findIndex(({ word }) => /^[,;:()]$/.test(word));
  return wordsOf(end < 0 ? rest : rest.slice(0, end), lexicon);
}

/** Whether a text's value is what a statement says; what is counted only where both say it. */
export function isSameAmount(a: Value, b: Value): boolean {
  if (a.date !== undefined || b.date !== undefined)
    return a.date !== undefined && b.date !== undefined && isWithin(a.date, b.date);
  const isMeasured = a.dimension !== undefined && b.dimension !== undefined;
  if (isMeasured && a.dimension !== b.dimension) return false;
  const [one, other] = isMeasured ? [a.amount, b.amount] : [a.number, b.number];
  return Math.abs(one - other) < 1e-6 * Math.max(1, Math.abs(one));
}
