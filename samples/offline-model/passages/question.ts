import { firstChars } from '../../../src/foundation/first-chars.js';
import {
  languageOf,
  questionWords,
  wordsOf,
  type Language,
} from '../../../src/foundation/question-language.js';
import { stemOf } from '../../../src/foundation/word-stems.js';
import { synonyms } from '../lexicon.js';
import type { World } from '../world.js';
import { kindOf, pattern, type QuestionKind } from './known.js';

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
/** A greeting or "what can you do?" says little else; more words of content make it a question. */
const MANY_TERMS = 3;
const QUERY_CHARS = 400;

const continues = pattern('continues');
const points = pattern('points');
/** Wishes to see a document, or the place in it. */
export const asksToOpen = pattern('opens');

/** The question that a request asks, with what it leans on. */
export function questionOf({ transcript }: World): Question {
  const earlier = transcript.earlier.map(({ user }) => user);
  return readQuestion(transcript.request, earlier);
}

/** True for a greeting, and for a question about the model itself. */
export function asksForTheModel({ reading, facts }: World, { terms }: Question): boolean {
  if (terms.length >= MANY_TERMS) return false;
  return reading.has('noun.capability') || (reading.has('polite') && facts.has('is.short'));
}

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

/** The question with other words for those that have some; as it was asked when none has. */
export function otherWords({ terms, years, language, text }: Question): string {
  const replaced = terms.map(({ word, stem }) => {
    const group = synonyms.find((each) => each.some((other) => stemOf(other, language) === stem));
    return group?.filter((other) => stemOf(other, language) !== stem) ?? [word];
  });
  const isOther = replaced.some((words, at) => words[0] !== terms[at]?.word);
  return isOther ? [...replaced.flat(), ...years].join(' ') : text;
}

function readAlone(text: string): Question {
  const language = languageOf(text);
  const words = [...new Set(wordsOf(text))];
  const content = words.filter((word) => !questionWords[language].has(word) && !YEAR.test(word));
  return {
    ...{ text, language, kind: kindOf(text) },
    terms: content.map((word) => ({ word, stem: stemOf(word, language), share: 1 })),
    years: words.filter((word) => YEAR.test(word)),
    amounts: content.map(Number).filter((value) => Number.isFinite(value)),
  };
}

function leansOn({ text, terms }: Question): boolean {
  if (terms.length === 0 || continues.test(text.trim())) return true;
  return terms.length <= SHORT && points.test(text);
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
