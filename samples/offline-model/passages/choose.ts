import { questionWords, wordsOf } from '../../../src/language/question-language.js';
import type { FoundChunk } from './found.js';
import { hasCue, pattern } from './known.js';
import type { Question, Term } from './question.js';
import { quoteOf, sentencesOf, type Sentence } from './statements.js';
import { likeness, stemOf } from '../../../src/language/word-stems.js';

/** A sentence and how well it answers. */
export interface Candidate extends Sentence {
  /** What the order is by. */
  score: number;
  /** The share of the question that it and its place speak of, from 0 to 1; rare words count more. */
  coverage: number;
  /** Whether it shows what a question of its kind asks for. */
  isShown: boolean;
  /** Whether it may answer a question of its kind: always for kinds that ask for nothing of a form. */
  isOfKind: boolean;
  /** Says only that somebody may lay it down, or what held before. */
  isAside: boolean;
}

/** What each look at a sentence counts. */
const WEIGHTS = {
  place: 0.35,
  about: 0.2,
  coverage: 0.45,
  cue: 0.15,
  limit: 0.3,
  year: 0.4,
  definition: 0.6,
  aside: 0.3,
} as const;

/** What a word counts that stands not in the sentence, but in its headings, or near by. */
const IN_HEADING = 0.7;
const NEAR_BY = 0.5;

/** All sentences of what was found, the best answer first. */
export function rankSentences(question: Question, chunks: readonly FoundChunk[]): Candidate[] {
  const weigh = weigher(question, chunks);
  return chunks
    .flatMap((chunk) => {
      const near = strengths(question, textOf(chunk));
      const heading = strengths(question, `${chunk.title} ${chunk.section}`);
      const about = WEIGHTS.about * subjectOf(question, chunk.section, weigh);
      return sentencesOf(chunk).map((sentence) => {
        const own = strengths(question, sentence.text);
        const said = own.map((value, at) =>
          Math.max(value, IN_HEADING * (heading[at] ?? 0), NEAR_BY * (near[at] ?? 0)),
        );
        const coverage = weigh(said);
        const shows = showsOf(question, sentence);
        return {
          ...sentence,
          ...shows,
          coverage,
          score: about + scoreOf(question, sentence, coverage, shows),
        };
      });
    })
    .sort((a, b) => b.score - a.score);
}

type Shows = Pick<Candidate, 'isShown' | 'isOfKind' | 'isAside'>;

const MUST_SHOW = new Set(['duration', 'authority', 'definition']);

function showsOf({ kind, terms, text: asked }: Question, { text, parts, chunk }: Sentence): Shows {
  const isShown =
    kind === 'definition'
      ? defines(text, terms)
      : hasCue(kind, quoteOf(parts, false).replace(numbering, ' '));
  const isAside = aside.test(text) || asideHeading.test(chunk.section);
  return {
    ...{ isShown, isOfKind: isShown || !MUST_SHOW.has(kind) },
    isAside: isAside && !asksAside.test(asked),
  };
}

/** Numbers of items and of provisions, which are no amounts. */
const numbering =
  /(?<!\S)(?:\(\d{1,3}[a-z]?\)|\d{1,3}[a-z]?\.(?=\s)|(?:§§?|Absatz|Abs\.|Satz|Nummer|Nr\.|Anlage|Section) \d{1,4}[a-z]?)/gu;
const aside = pattern('aside');
const asideHeading = pattern('asideHeading');
const asksAside = pattern('asksAside');

function scoreOf(
  question: Question,
  { text, chunk }: Sentence,
  coverage: number,
  { isShown, isAside }: Shows,
): number {
  const cue = question.kind === 'definition' ? WEIGHTS.definition : WEIGHTS.cue;
  return (
    WEIGHTS.place * chunk.score +
    WEIGHTS.coverage * coverage +
    (isShown ? cue : 0) -
    (isAside ? WEIGHTS.aside : 0) +
    limitScore(question, text) +
    yearScore(question, chunk.title)
  );
}

/** What is defined before the colon or the verb: "(4) Berth: …", "A mooring fee is …". */
const DEFINED =
  /^(?:\([^()]{1,5}\) |\d{1,3}[a-z]?\. )?([^:.;]{2,80}?)(?::|(?: im Sinne [^:.;,]{1,60})? (?:ist|sind|bezeichne[nt]|bedeutet|is|are|means?)(?!\p{L}))/u;

function defines(text: string, terms: readonly Term[]): boolean {
  const words = wordsOf(DEFINED.exec(text)?.[1] ?? '').filter(
    (word) => !questionWords.de.has(word) && !questionWords.en.has(word),
  );
  const says = ({ stem }: Term) =>
    words.some(
      (word) =>
        SAME <= Math.max(likeness(stem, stemOf(word, 'de')), likeness(stem, stemOf(word, 'en'))),
    );
  return words.length === terms.length && terms.every(says);
}

/** Two forms of one word are so like each other. */
const SAME = 0.85;

/** The terms that none of some passages has: a part of a compound ("Grund" for "Grundkurs") is another word. */
export function lackingTerms({ terms, language }: Question, chunks: readonly FoundChunk[]): Term[] {
  const words = chunks.flatMap((chunk) => wordsOf(`${chunk.title} ${textOf(chunk)}`));
  const stems = [...new Set(words)].map((word) => stemOf(word, language));
  const has = ({ stem }: Term) =>
    stems.some((other) => likeness(stem, other) >= (other.length > stem.length ? PARTLY : SAME));
  return terms.filter((term) => !has(term));
}

const PARTLY = 0.6;

/** The share of a question, from 0 to 1, that these terms are not: rare ones count more. */
export function shareWithout(
  lacking: readonly Term[],
  question: Question,
  chunks: readonly FoundChunk[],
): number {
  return weigher(question, chunks)(question.terms.map((term) => (lacking.includes(term) ? 0 : 1)));
}

/**
 * How much a section is about the question, from 0 to 1: its heading is the best short statement of its subject.
 * It counts how much of the question the heading says, and how much of the heading the question.
 */
function subjectOf(question: Question, section: string, weigh: Weigh): number {
  const words = wordsOf(section).filter(
    (word) => /^\p{L}/u.test(word) && !questionWords[question.language].has(word),
  );
  const stems = words.map((word) => stemOf(word, question.language));
  const said = weigh(strengths(question, section));
  if (said === 0) return 0;
  const asked = stems.map((stem) =>
    Math.max(...question.terms.map((term) => likeness(term.stem, stem))),
  );
  const precise = asked.reduce((sum, each) => sum + each, 0) / stems.length;
  return (2 * said * precise) / (said + precise);
}

function limitScore({ amounts }: Question, text: string): number {
  const within = amounts.map((amount) => isWithin(amount, text));
  if (within.includes(false)) return -WEIGHTS.limit;
  return within.includes(true) ? WEIGHTS.limit : 0;
}

const NUMBER = String.raw`\s+(\d+(?:[.,]\d{3})*(?:[.,]\d+)?)`;
const lower = pattern('lower', NUMBER, 'giu');
const upper = pattern('upper', NUMBER, 'giu');

/** Whether an amount lies within the limits a sentence names; `undefined` when it names none. */
export function isWithin(amount: number, sentence: string): boolean | undefined {
  const above = valuesAfter(lower, sentence);
  const below = valuesAfter(upper, sentence);
  if (above.length + below.length === 0) return undefined;
  return above.every((value) => amount > value) && below.every((value) => amount <= value);
}

function valuesAfter(limit: RegExp, sentence: string): number[] {
  return [...sentence.matchAll(limit)].map((match) =>
    Number((match[1] ?? '').replace(/[.,](?=\d{3})/g, '').replace(',', '.')),
  );
}

/** A document of another year than the one asked for is not meant. */
function yearScore({ years }: Question, title: string): number {
  const named = title.match(/\b(?:19|20)\d\d\b/g) ?? [];
  if (years.length === 0 || named.length === 0) return 0;
  return named.some((year) => years.includes(year)) ? WEIGHTS.year / 2 : -WEIGHTS.year;
}

/** The share of a question's weight that strengths of its terms stand for. */
type Weigh = (said: readonly number[]) => number;

/** How surely each term of the question occurs in a text. */
function strengths({ terms, language }: Question, text: string): number[] {
  const stems = [...new Set(wordsOf(text).map((word) => stemOf(word, language)))];
  return terms.map(({ stem }) => Math.max(0, ...stems.map((other) => likeness(stem, other))));
}

/** Makes the share of the question's weight that strengths stand for: a word counts by how few passages hold it. */
function weigher(question: Question, chunks: readonly FoundChunk[]): Weigh {
  const held = chunks.map((chunk) => strengths(question, `${chunk.title} ${textOf(chunk)}`));
  const weights = question.terms.map(({ share }, at) => {
    const holders = held.filter((each) => (each[at] ?? 0) > 0).length;
    return share * (1 + Math.log((chunks.length + 1) / (holders + 1)));
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  return (said) =>
    said.reduce((sum, strength, at) => sum + strength * (weights[at] ?? 0), 0) / total;
}

function textOf({ section, blocks }: FoundChunk): string {
  return [section, ...blocks.map(({ text }) => text)].join(' ');
}
