import { firstChars } from '../../../src/foundation/first-chars.js';
import {
  languageOf,
  questionWords,
  wordsOf,
  type Language,
} from '../../../src/language/question-language.js';
import { stemOf } from '../../../src/language/word-stems.js';
import { synonyms } from '../lexicon.js';
import type { World } from '../world.js';
import { kindOf, pattern, type QuestionKind } from './known.js';

/** A word that an answer should speak of. */
export interface Term {
  word: string;
  stem: string;
  /** A German noun, by its capital letter: what a question is about. */
  isNoun: boolean;
  /** 1, or less for a word of an earlier question. */
  share: number;
}

/** A question as it is searched for and answered. */
export interface Question {
  text: string;
  language: Language;
  /** Absent where no word tells it, as in "§ 12 HGB": then texts are answered in their own. */
  isTold: boolean;
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
const clause = pattern('clause', '', 'giu');
const between = pattern('between');
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

/**
 * The questions that one asks, each to be answered on its own: ", and how long …?", "the difference between A and B".
 * A later one takes over what the first is about.
 */
export function partsOfQuestion(question: Question): Question[] {
  const [, one, other = ''] = between.exec(question.text) ?? [];
  const clauses = question.text.split(clause).map((each) => each.trim());
  const texts = one === undefined ? clauses : [one, other];
  const parts = texts.map((each) => readAlone(each, question.language));
  const [first, ...more] = parts;
  const isOne = parts.length > MOST_PARTS || parts.some(({ terms }) => terms.length === 0);
  if (isOne || first === undefined || more.length === 0) return [question];
  if (one !== undefined) return parts;
  return [first, ...more.map((part) => joined(part, first))];
}

const MOST_PARTS = 3;

/** What is searched for: the question as it was asked, or its words where it goes on with an earlier one. */
export function searchOf(question: Question): string {
  const isAlone = question.terms.every(({ share }) => share !== EARLIER_SHARE);
  return isAlone ? firstChars(question.text, QUERY_CHARS).trim() : queryOf(question);
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

function readAlone(text: string, language = languageOf(text)): Question {
  const words = [...new Set(wordsOf(text))];
  const content = words.filter((word) => !questionWords[language].has(word) && !YEAR.test(word));
  const nouns = language === 'de' ? nounsIn(text) : new Set<string>();
  return {
    ...{ text, language, kind: kindOf(text) },
    isTold: /[äöüß]/i.test(text) || words.some((word) => isSmall(word)),
    terms: content.map((word) => {
      const isNoun = nouns.has(word);
      return {
        word,
        stem: stemOf(word, language),
        isNoun,
        share: isNoun || language === 'en' ? 1 : VERB,
      };
    }),
    years: words.filter((word) => YEAR.test(word)),
    amounts: content.map(Number).filter((value) => Number.isFinite(value)),
  };
}

/** A German verb or adjective counts less than what it is said of. */
const VERB = 0.7;

function isSmall(word: string): boolean {
  return questionWords.de.has(word) || questionWords.en.has(word);
}

/** Words with a capital letter inside a sentence. */
function nounsIn(text: string): ReadonlySet<string> {
  const found = text.matchAll(/(?<=[\p{L}\p{N},)“"-] )[„“"(]?(\p{Lu}\p{L}+)/gu);
  return new Set([...found].map(([, word = '']) => word.toLowerCase()));
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
