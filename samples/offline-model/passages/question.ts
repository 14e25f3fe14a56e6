import { firstChars } from '../../../src/foundation/first-chars.js';
import { isCommon } from '../../../src/language/common-words.js';
import { formOf, type QuestionForm } from '../../../src/language/question-forms.js';
import {
  languageOf,
  questionWords,
  wordsOf,
  type Language,
} from '../../../src/language/question-language.js';
import { comparedIn, questionParts } from '../../../src/language/question-parts.js';
import { meaningOf, type Meaning } from '../../../src/language/word-meaning.js';
import { stemOf } from '../../../src/language/word-stems.js';
import type { World } from '../world.js';
import { pattern } from './known.js';

/** A word that an answer should speak of. */
export interface Term {
  word: string;
  stem: string;
  /** How surely a text says it. */
  meaning: Meaning;
  /** What a question is about: a German noun, by its capital letter, that is no circumstance. */
  isSubject: boolean;
  /** What is done: "aufbewahren" of "Wie lange muss ich … aufbewahren?". */
  isPredicate: boolean;
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
  /** Other numbers it names: an amount that a limit may hold for. */
  amounts: readonly number[];
}

const YEAR = /^(?:19|20)\d\d$/;
/** What a word counts that is of an earlier question, no noun, only told along, or said of anything. */
const SHARES = { earlier: 0.4, verb: 0.7, circumstance: 0.35, unit: 0.2, common: 0.5 } as const;
/** A question with a word like "it" and no more words of content than these goes on with the one before. */
const SHORT = 2;
/** A greeting or "what can you do?" says little else; more words of content make it a question. */
const MANY_TERMS = 3;
const QUERY_CHARS = 400;

const continues = pattern('continues');
const points = pattern('points');
const circumstance = pattern('circumstance', '', 'gu');
const agent = pattern('agent', '', 'u');
const units = pattern('units');
/** "Ohrringe oder Ketten": one of them is enough. */
const ALTERNATIVES =
  /(?<!\p{L})(\p{Lu}\p{L}{1,60}) (?:oder|bzw\.) (?:\p{Ll}{1,40} ){0,2}(\p{Lu}\p{L}{1,60})/gu;
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
  return {
    ...{ text, language, kind: formOf(text, language)?.form ?? 'other' },
    isTold: /[äöüß]/i.test(text) || words.some((word) => isSmall(word)),
    terms:
      language === 'de'
        ? germanTerms(content, text)
        : content.map((word) => termOf(word, language)),
    years: words.filter((word) => YEAR.test(word)),
    amounts: content.map(Number).filter((value) => Number.isFinite(value)),
  };
}

function termOf(word: string, language: Language, spelled = word): Term {
  const share = units.test(word) ? SHARES.unit : isCommon(word, language) ? SHARES.common : 1;
  const meaning = meaningOf(spelled, language);
  return {
    word,
    stem: stemOf(word, language),
    meaning,
    isSubject: false,
    isPredicate: false,
    share,
  };
}

/** The terms of a German question: nouns are its subject where they are no circumstance of it. */
function germanTerms(content: readonly string[], text: string): Term[] {
  const nouns = nounsIn(text);
  const along = new Set([...text.matchAll(circumstance)].flatMap(([each]) => wordsOf(each)));
  const clause = text.split(/(?<=[.!?:]) |, das | – /).at(-1) ?? '';
  const asking = new Set(wordsOf(clause));
  const predicates = new Set(predicatesIn(clause.replace(circumstance, '')));
  const terms = content.map((word): Term => {
    const term = termOf(word, 'de', nouns.get(word));
    if (along.has(word)) return { ...term, share: term.share * SHARES.circumstance };
    const isWhole = term.share === 1;
    if (nouns.has(word)) return { ...term, isSubject: asking.has(word) && isWhole };
    if (predicates.has(word)) return { ...term, isPredicate: isWhole };
    return { ...term, share: term.share * SHARES.verb };
  });
  return withAlternatives(withoutAgent(terms, text), text);
}

/** The verb behind "Wer" or "Was", and the one at the end. */
const PREDICATES =
  /^(?:[Ww]er|[Ww]em|[Ww]as|[Ww]o) (\p{Ll}+)|(?<=\s)(\p{Ll}+?)(?: (?:werden|sein))?[\s?,.]*$/gu;

function predicatesIn(clause: string): string[] {
  return [...clause.trim().matchAll(PREDICATES)].flatMap(
    ([, second, last]) => second ?? last ?? [],
  );
}

/** Rules have their own word for who has a duty: beside what it is of, "mein Chef" is no subject. */
function withoutAgent(terms: readonly Term[], text: string): readonly Term[] {
  const [, name] = (/(?<!\p{L})werden(?!\p{L})/u.test(text) ? null : agent.exec(text)) ?? [];
  const word = name?.toLowerCase();
  if (!terms.some((term) => term.isSubject && term.word !== word)) return terms;
  return terms.map((term) =>
    term.word === word ? { ...term, isSubject: false, share: SHARES.circumstance } : term,
  );
}

/** What "oder" joins is one term, which either of them says. */
function withAlternatives(terms: readonly Term[], text: string): Term[] {
  let kept = [...terms];
  for (const [, one = '', other = ''] of text.matchAll(ALTERNATIVES)) {
    const [first, second] = [one, other].map((name) =>
      kept.find(({ word }) => word === name.toLowerCase()),
    );
    if (first === undefined || second === undefined) continue;
    const word = `${first.word} ${second.word}`;
    const meaning: Meaning = (said) => Math.max(first.meaning(said), second.meaning(said));
    kept = kept.flatMap((term) =>
      term === second ? [] : [term === first ? { ...first, word, meaning } : term],
    );
  }
  return kept;
}

function isSmall(word: string): boolean {
  return questionWords.de.has(word) || questionWords.en.has(word);
}

/** Words with a capital letter inside a sentence, as they are spelled, by their small letters. */
function nounsIn(text: string): ReadonlyMap<string, string> {
  const found = text.matchAll(/(?<=[\p{L}\p{N},)“"–-] )[„“"(]?(\p{Lu}\p{L}+)/gu);
  return new Map([...found].map(([, word = '']) => [word.toLowerCase(), word]));
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
