import { wordsNamed } from '../lexicon.js';
import { editDistance, tolerance } from './distance.js';
import type { Reading } from './reading.js';
import { stem } from '../language/english-stem.js';
import type { Token } from './tokens.js';

/** A column as far as a sentence can speak of it. */
export interface KnownColumn {
  /** What a tool calls it: a key, a name, or `table.column`. */
  key: string;
  /** Config types: string, number, datetime, boolean, uuid, status, … */
  type?: string;
  /** Its heading, when it has one. */
  header?: string;
  values?: readonly string[];
}

/** A column named in a sentence; `score` is 1 for its full name. */
export interface ColumnMention {
  column: KnownColumn;
  from: number;
  to: number;
  score: number;
}

/** A closed value of a column (`on_hold`) found in a sentence. */
export interface ValueMention {
  column: KnownColumn;
  value: string;
  from: number;
  to: number;
}

/** Words in the names of columns that people do not say. */
const silent = wordsNamed('silent_in_columns');

/** The score of a mention by another word. */
const BY_SYNONYM = 0.7;

/** The columns that a sentence names, in its order; a longer or fuller name wins over a shorter. */
export function findColumns(reading: Reading, columns: readonly KnownColumn[]): ColumnMention[] {
  const all = [
    ...columns
      .flatMap((column) => mentionsOf(reading.tokens, column))
      .filter((mention) => !isRecord(reading, mention)),
    ...bySynonym(reading, columns),
  ];
  const taken = apart(all.toSorted((a, b) => b.score - a.score));
  // "phone number" is one thing: a word that only stands for a column does not begin a second one. Nor is the
  // record in "the customer segment" a column.
  const bare = (mention: ColumnMention) =>
    taken.some(
      ({ from, to }) =>
        (mention.score === BY_SYNONYM && to === mention.from) ||
        (reading.at(mention.from, 'entity.*') !== undefined && from === mention.to),
    );
  return taken.filter((mention) => !bare(mention));
}

/** The closed values that a sentence names, in its order; longer ones win. */
export function findValues({ tokens }: Reading, columns: readonly KnownColumn[]): ValueMention[] {
  const all = columns.flatMap((column) =>
    (column.values ?? []).flatMap((value) => {
      const words = value.split(/[\s_-]+/).map(stem);
      const apartly = places(tokens, words).map((from) => ({
        from,
        to: from + words.length,
      }));
      const whole = tokens.flatMap(({ lower }, from) =>
        lower.replaceAll('-', '_') === value ? [{ from, to: from + 1 }] : [],
      );
      return [...whole, ...apartly].map((place) => ({ column, value, ...place }));
    }),
  );
  return apart(all);
}

/** Of mentions that overlap the longest, or else the first; in the order of the sentence. */
function apart<T extends { from: number; to: number }>(mentions: readonly T[]): T[] {
  const taken: T[] = [];
  for (const mention of mentions.toSorted((a, b) => b.to - b.from - (a.to - a.from))) {
    const clash = taken.some((other) => mention.from < other.to && other.from < mention.to);
    if (!clash) taken.push(mention);
  }
  return taken.toSorted((a, b) => a.from - b.from);
}

/**
 * "an order" is no "ordered at": the stem alone does not make a date of a record. Nor is "the Customers table" a
 * column headed "Customer".
 */
function isRecord(reading: Reading, { column, from, to }: ColumnMention): boolean {
  if (/^(table|page|form)s?$/.test(reading.lower(to))) return true;
  const exact = column.key.split(/[._]/).includes(reading.lower(from));
  const record = reading.tags.some(
    (tag) => /^(entity\.|act\.create)/.test(tag.concept) && tag.covers.includes(from),
  );
  return column.type === 'datetime' && to - from === 1 && record && !exact;
}

function mentionsOf(tokens: readonly Token[], column: KnownColumn): ColumnMention[] {
  return namesOf(column).flatMap(({ words, score }) =>
    places(tokens, words, says).map((from) => ({ column, from, to: from + words.length, score })),
  );
}

/** The ways to say a column, fullest first: all of its name, its heading, and parts of them. */
function namesOf(column: KnownColumn): { words: string[]; score: number }[] {
  const own = lastPart(column.key);
  const phrases = [wordsOf(column.key), wordsOf(own), wordsOf(column.header ?? '')];
  const spoken = phrases.map((words) => words.filter((word) => !silent.has(word)));
  const whole = [...phrases, ...spoken].filter((words) => words.length > 0);
  const parts = spoken
    .filter((words) => words.length > 1)
    .flatMap((words) => [words.slice(1), words.slice(0, -1)])
    .filter((words) => words.some((word) => word.length > 2));
  const dates = /_(at|on)$/.test(own) ? [[...wordsOf(own).slice(0, -1), 'dat']] : [];
  return [
    ...whole.map((words) => ({ words, score: 1 })),
    ...dates.map((words) => ({ words, score: 0.95 })),
    ...parts.map((words) => ({ words, score: 0.5 })),
  ];
}

function wordsOf(name: string): string[] {
  return name
    .split(/[\s._-]+/)
    .filter(Boolean)
    .map(stem);
}

/** Where these words stand one behind the other. */
export function places(
  tokens: readonly Token[],
  words: readonly string[],
  fits: (token: Token | undefined, word: string) => boolean = isWord,
): number[] {
  return [...tokens.keys()].filter((from) =>
    words.every((word, at) => fits(tokens[from + at], word)),
  );
}

function isWord(token: Token | undefined, word: string): boolean {
  if (token === undefined || token.kind === 'mark') return false;
  return token.stem === word || stem(token.text) === word;
}

/** A name of a column may be written as the database does, or have a slip. */
function says(token: Token | undefined, word: string): boolean {
  if (token?.kind === 'name') return token.stem === word || wordsOf(token.lower).at(-1) === word;
  const isSlip = token !== undefined && token.kind !== 'mark' && nearly(stem(token.text), word);
  return isSlip || isWord(token, word);
}

function nearly(said: string, word: string): boolean {
  const limit = Math.min(tolerance(said.length), tolerance(word.length));
  return limit > 0 && said[0] === word[0] && editDistance(said, word, limit) <= limit;
}

function bySynonym(
  { tokens, tags, language }: Reading,
  columns: readonly KnownColumn[],
): ColumnMention[] {
  return tokens.flatMap((token, from) => {
    if (token.kind === 'mark' || token.kind === 'quoted') return [];
    // "costs more than 20" speaks of the price as "costing 20" does.
    const compares = tags.some(
      (tag) => tag.from === from + 1 && /^cmp\.[gl]te?$/.test(tag.concept),
    );
    const word = compares && /^costs?$/.test(token.lower) ? 'costing' : token.lower;
    const said = language.columnsFor('columns', word);
    // "delivered" is not what is to deliver.
    const root = word.endsWith('ed') ? '' : token.stem;
    const wanted = said.length > 0 ? said : language.columnsFor('columns', root);
    const column = wanted
      .map((name) => columns.find((candidate) => lastPart(candidate.key) === name))
      .find((candidate) => candidate !== undefined);
    // A verb is stronger than a column that may be headed "Cost".
    const verb = word.endsWith('ing') && said.length > 0;
    const score = verb ? 1.1 : BY_SYNONYM;
    return column === undefined ? [] : [{ column, from, to: from + 1, score }];
  });
}

/** What a column or table is called by itself: `segment` of `customers.segment`. */
export function lastPart(key: string): string {
  return key.split('.').at(-1) ?? key;
}
