import { wordsOf } from '../../foundation/question-language.js';
import { holdsWords } from '../extract/verify-quotes.js';
import type { ResearchLanguage } from '../state.js';
import { speaksOf, stemsOf, termsOf } from './terms.js';

/** From this share of its words on, a statement is supported by a text. */
export const SUPPORTED = 0.6;

const QUOTED = /[„“"»]([^„“”"«»]{12,})[”“"«]/g;

/**
 * How far a text supports a statement, from 0 to 1: 1 when it holds every passage that the statement quotes,
 * else the share of the statement's words of content that it speaks of; 0 when the statement names a number
 * that it does not have.
 */
export function supportOf(statement: string, text: string, language: ResearchLanguage): number {
  if (!hasNumbersOf(statement, text)) return 0;
  const quotes = quotesIn(statement);
  if (quotes.length > 0 && quotes.every((quote) => holdsWords(text, quote))) return 1;
  const terms = termsOf(statement, language);
  if (terms.length === 0) return holdsWords(text, statement) ? 1 : 0;
  const stems = stemsOf(text, language);
  return terms.filter((term) => speaksOf(stems, term)).length / terms.length;
}

/** What a statement puts between quotation marks. */
export function quotesIn(statement: string): string[] {
  return [...statement.matchAll(QUOTED)].map(([, inside = '']) => inside);
}

function hasNumbersOf(statement: string, text: string): boolean {
  const numbers = new Set(numbersOf(text));
  return numbersOf(statement).every((number) => numbers.has(number));
}

function numbersOf(text: string): string[] {
  return wordsOf(text)
    .filter((word) => /^\p{N}/u.test(word))
    .map((word) => word.replace(/[.,]+$/, ''));
}
