import { stopWords } from '../lexicon/words.js';
import { findColumns, type KnownColumn } from './columns.js';
import type { Reading } from './reading.js';

/** Concepts that explain a word of an event or condition. */
const EXPLAINING =
  /^(entity|trig|frame|cmp|unit|polite|negation|bool|act\.create|act\.change|act\.happens|noun\.rule|noun\.row|noun\.value|port)/;

/**
 * The words of an event or condition that nothing was made of: neither a concept, a column nor part of
 * a test that was read. They are told to the user, so that nothing is dropped in silence.
 */
export function leftoverWords(
  clause: Reading,
  columns: readonly KnownColumn[],
  read: readonly string[],
): string[] {
  const mentions = findColumns(clause, columns);
  const used = new Set([
    ...clause.tags.filter((tag) => EXPLAINING.test(tag.concept)).flatMap((tag) => tag.covers),
    ...mentions.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, at) => from + at)),
  ]);
  const said = read.join(' ').toLowerCase();
  return clause.tokens
    .filter(
      (token, at) => !used.has(at) && ['word', 'number', 'quoted', 'date'].includes(token.kind),
    )
    .filter((token) => !stopWords.has(token.lower) && !said.includes(token.text.toLowerCase()))
    .map((token) => token.text);
}
