import { firstChars } from '../../../src/foundation/first-chars.js';
import {
  languageOf,
  questionWords,
  wordsOf,
  type Language,
} from '../../../src/foundation/question-language.js';
import { continues, kindPatterns, pointing, type QuestionKind } from './question-kinds.js';
import { stemOf } from '../../../src/foundation/word-stems.js';

/** A word that an answer should speak of. */
export interface Term {
  word: string;
  stem: string;
  /** 1, or less for a word of an earlier question. */
  share: number;
}

/** A question as it is searched for and answered. */
export interface Question {
  text: string;
  language: Language;
  kind: QuestionKind;
  /** Its words of content, without years. */
  terms: readonly Term[];
  /** Years it names, as four digits. */
  years: readonly string[];
  /** Other numbers it names: an amount that a limit may hold for. */
  amounts: readonly number[];
}

const YEAR = /^(?:19|20)\d\d$/;
const EARLIER_SHARE = 0.6;
/** A question with a word like "it" and no more words of content than these goes on with the one before. */
const SHORT = 2;

/** Reads a question; one that goes on with the question before takes over what it does not say itself. */
export function readQuestion(text: string, earlier: readonly string[]): Question {
  const before = earlier.at(-1);
  const own = readAlone(text);
  if (before === undefined || !leansOn(own)) return own;
  return joined(own, readQuestion(before, earlier.slice(0, -1)));
}

/** The words to search by, in the question's order. */
export function queryOf({ terms, years, text }: Question): string {
  const words = [...terms.map(({ word }) => word), ...years];
  return firstChars(words.length === 0 ? text : words.join(' '), QUERY_CHARS).trim();
}

const QUERY_CHARS = 400;

function readAlone(text: string): Question {
  const language = languageOf(text);
  const words = [...new Set(wordsOf(text))];
  const content = words.filter((word) => !questionWords[language].has(word) && !YEAR.test(word));
  return {
    text,
    language,
    kind: kindPatterns.find(([, pattern]) => pattern.test(text))?.[0] ?? 'other',
    terms: content.map((word) => ({ word, stem: stemOf(word, language), share: 1 })),
    years: words.filter((word) => YEAR.test(word)),
    amounts: content.map(Number).filter((value) => Number.isFinite(value)),
  };
}

function leansOn({ text, terms }: Question): boolean {
  if (terms.length === 0 || continues.test(text.trim())) return true;
  return terms.length <= SHORT && pointing.test(text);
}

function joined(own: Question, before: Question): Question {
  const known = new Set(own.terms.map(({ stem }) => stem));
  const taken = before.terms.filter(({ stem }) => !known.has(stem));
  return {
    ...own,
    language: own.terms.length === 0 ? before.language : own.language,
    kind: own.kind === 'other' ? before.kind : own.kind,
    terms: [...taken.map((term) => ({ ...term, share: EARLIER_SHARE })), ...own.terms],
    years: own.years.length === 0 ? before.years : own.years,
    amounts: own.amounts.length === 0 ? before.amounts : own.amounts,
  };
}
