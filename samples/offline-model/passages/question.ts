import { firstChars } from '../../../src/foundation/first-chars.js';
import { isCommon } from '../language/common-words.js';
import { amountsIn } from '../language/limits.js';
import { formOf, type QuestionForm } from '../language/question-forms.js';
import {
  languageOf,
  questionWords,
  wordsOf,
  type Language,
} from '../language/question-language.js';
import { comparedIn, questionParts } from '../language/question-parts.js';
import { rolesIn, type PlayedRole, type Role } from '../language/question-roles.js';
import { meaningOf, type Meaning } from '../language/word-meaning.js';
import { stemOf } from '../language/word-stems.js';
import type { World } from '../world.js';
import { pattern } from './known.js';

/** A word that an answer should speak of. */
export interface Term {
  word: string;
  stem: string;
  /** How surely a text says it. */
  meaning: Meaning;
  /** What a German question is about. */
  isSubject: boolean;
  /** What it is about, or what is done: an answer must say it. */
  isCore: boolean;
  /** 1, or less for a word of an earlier question, a verb, and what is only told along. */
  share: number;
}

/** A question as it is searched for and answered. */
export interface Question {
  text: string;
  language: Language;
  /** Absent where no word tells it, as in "§ 12 HGB": then texts are answered in their own. */
  isTold: boolean;
  kind: QuestionForm | 'other';
  /** Its words of content, without years. */
  terms: readonly Term[];
  /** Years it names, as four digits. */
  years: readonly string[];
  /** Amounts it names, that a limit may hold for. */
  amounts: readonly number[];
}

const YEAR = /^(?:19|20)\d\d$/;
/** What a word counts that is of an earlier question, a quantity, or said of anything. */
const SHARES = { earlier: 0.4, unit: 0.2, common: 0.5 } as const;
const ROLE_SHARES: Readonly<Record<Role, number>> = {
  subject: 1,
  deed: 1,
  along: 0.35,
  other: 0.7,
};
/** A question with a word like "it" and no more words of content than these goes on with the one before. */
const SHORT = 2;
/** A greeting or "what can you do?" says little else; more words of content make it a question. */
const MANY_TERMS = 3;
const QUERY_CHARS = 400;

const continues = pattern('continues');
const points = pattern('points');
const units = pattern('units');
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
  const { text, language } = question;
  const compared = comparedIn(text);
  const parts = (compared ?? questionParts(text, language)).map((each) =>
    readAlone(each, language),
  );
  const [first, ...more] = parts;
  const isOne = parts.some(({ terms }) => terms.length === 0);
  if (isOne || first === undefined || more.length === 0) return [question];
  if (compared !== undefined) return parts;
  return [first, ...more.map((part) => joined(part, first))];
}

/** What is searched for: the question as it was asked, or its words where it goes on with an earlier one. */
export function searchOf(question: Question): string {
  const isAlone = question.terms.every(({ share }) => share !== SHARES.earlier);
  return isAlone ? firstChars(question.text, QUERY_CHARS).trim() : queryOf(question);
}

/** The words to search by, in the question's order. */
export function queryOf({ terms, years, text }: Question): string {
  const words = [...terms.map(({ word }) => word), ...years];
  return firstChars(words.length === 0 ? text : words.join(' '), QUERY_CHARS).trim();
}

function readAlone(text: string, language = languageOf(text)): Question {
  const words = [...new Set(wordsOf(text))];
  const content = words.filter((word) => !questionWords[language].has(word) && !YEAR.test(word));
  const roleOf = language === 'de' ? rolesIn(text) : undefined;
  return {
    ...{ text, language, kind: formOf(text, language)?.form ?? 'other' },
    isTold: /[äöüß]/i.test(text) || words.some((word) => isSmall(word)),
    terms: content.map((word) => termOf(word, language, roleOf?.(word))),
    years: words.filter((word) => YEAR.test(word)),
    amounts: amountsIn(text).filter((value) => !YEAR.test(String(value))),
  };
}

function termOf(word: string, language: Language, played: PlayedRole | undefined): Term {
  const { spelled, role } = played ?? { spelled: word, role: undefined };
  const share = units.test(word) ? SHARES.unit : isCommon(word, language) ? SHARES.common : 1;
  return {
    ...{ word, stem: stemOf(word, language), meaning: meaningOf(spelled, language) },
    share: share * (role === undefined ? 1 : ROLE_SHARES[role]),
    isCore: share === 1 && (role === 'subject' || role === 'deed'),
    isSubject: share === 1 && role === 'subject',
  };
}

function isSmall(word: string): boolean {
  return questionWords.de.has(word) || questionWords.en.has(word);
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
    terms: [...taken.map((term) => ({ ...term, share: SHARES.earlier })), ...own.terms],
    years: own.years.length === 0 ? before.years : own.years,
    amounts: own.amounts.length === 0 ? before.amounts : own.amounts,
  };
}
