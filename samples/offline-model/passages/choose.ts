import { definedTermHere } from '../language/definitions.js';
import { isWithin } from '../language/limits.js';
import { shows } from '../language/question-forms.js';
import { questionWords, wordsOf } from '../language/question-language.js';
import { SAYS } from '../language/word-meaning.js';
import type { FoundChunk } from './found.js';
import { pattern } from './known.js';
import type { Question, Term } from './question.js';
import { quoteOf, sentencesOf, type Sentence } from './statements.js';

/** A sentence and how well it answers. */
export interface Candidate extends Sentence {
  /** What the order is by. */
  score: number;
  /** The share of the question that it and its place speak of, from 0 to 1; rare words count more. */
  coverage: number;
  /** The share that it says itself. */
  own: number;
  /** The share that it and its place say in the question's own words. */
  literal: number;
  /** Whether it shows what a question of its kind asks for. */
  isShown: boolean;
  /** Whether it may answer a question of its kind: always for kinds that ask for nothing of a form. */
  isOfKind: boolean;
  /** Says only that somebody may lay it down, or what a breach costs. */
  isAside: boolean;
}

/** What each look at a sentence counts. */
const WEIGHTS = {
  ...{ place: 0.35, about: 0.2, coverage: 0.45, shown: 0.15, definition: 0.25 },
  ...{ limit: 0.3, year: 0.4, aside: 0.3 },
} as const;

/** What a word counts that stands not in the sentence, but in its headings, or near by. */
const IN_HEADING = 0.7;
const NEAR_BY = 0.5;
/** From here on a word is said by itself, not by a synonym. */
const SAID = 0.7;

const aside = pattern('aside');

/** All sentences of what was found, the best answer first. */
export function rankSentences(question: Question, chunks: readonly FoundChunk[]): Candidate[] {
  const weigh = weigher(question, chunks);
  const ranked = chunks.flatMap((chunk) => {
    const heading = strengths(question, `${chunk.title} ${chunk.section}`);
    const about = WEIGHTS.about * subjectOf(question, chunk.section, weigh);
    const nearOf = new Map<string, number[]>();
    return sentencesOf(chunk).map((sentence): Candidate => {
      const { text, paragraph } = sentence;
      const own = strengths(question, text);
      const near = nearOf.get(paragraph) ?? strengths(question, paragraph);
      nearOf.set(paragraph, near);
      const places = own.map((value, at) => [value, heading[at] ?? 0, near[at] ?? 0] as const);
      const coverage = weigh(
        places.map(([value, above, beside]) =>
          Math.max(value, IN_HEADING * above, NEAR_BY * beside),
        ),
      );
      const literal = weigh(places.map((all) => (Math.max(...all) >= SAID ? 1 : 0)));
      const looks = { coverage, own: weigh(own), literal, ...showsOf(question, sentence) };
      return { ...sentence, ...looks, score: about + scoreOf(question, sentence, looks) };
    });
  });
  return ranked.sort((a, b) => b.score - a.score);
}

function showsOf(
  { kind, terms }: Question,
  { text, parts }: Sentence,
): Pick<Candidate, 'isShown' | 'isOfKind' | 'isAside'> {
  const isShown =
    kind === 'definition'
      ? defines(text, terms)
      : kind !== 'other' && shows(kind, quoteOf(parts, false).replace(numbering, ' '));
  const isOfKind = isShown || !/^(?:deadline|authority|definition|cost)$/.test(kind);
  return { isShown, isOfKind, isAside: kind !== 'sanction' && aside.test(text) };
}

/** Numbers of items and of provisions, which are no amounts. */
const numbering =
  /(?<!\S)(?:\(\d{1,3}[a-z]?\)|\d{1,3}[a-z]?\.(?=\s)|(?:§§?|Absatz|Abs\.|Satz|Nummer|Nr\.|Anlage|Section) \d{1,4}[a-z]?)/gu;

function scoreOf(
  question: Question,
  { text, chunk }: Sentence,
  { coverage, isShown, isAside }: Pick<Candidate, 'coverage' | 'isShown' | 'isAside'>,
): number {
  const shown = question.kind === 'definition' ? WEIGHTS.definition : WEIGHTS.shown;
  return (
    WEIGHTS.place * chunk.score +
    WEIGHTS.coverage * coverage +
    (isShown ? shown : 0) -
    (isAside ? WEIGHTS.aside : 0) +
    limitScore(question, text) +
    yearScore(question, chunk.title)
  );
}

/** Whether a text defines what is asked for, and nothing that is made of it. */
function defines(text: string, terms: readonly Term[]): boolean {
  const words = wordsOf(definedTermHere(text) ?? '').filter(
    (word) => !questionWords.de.has(word) && !questionWords.en.has(word),
  );
  const says = ({ meaning }: Term) => words.some((word) => meaning(word) >= SAME);
  return words.length === terms.length && terms.every(says);
}

/** Two forms of one word are so like each other. */
const SAME = 0.85;

/** The terms that none of some passages says. */
export function lackingTerms({ terms }: Question, chunks: readonly FoundChunk[]): Term[] {
  const text = chunks.map(textOf).join(' ');
  return terms.filter(({ meaning }) => meaning(text) < SAYS);
}

/**
 * How much a section is about the question, from 0 to 1: its heading is the best short statement of its subject.
 * It counts how much of the question the heading says, and how much of the heading the question.
 */
function subjectOf(question: Question, section: string, weigh: Weigh): number {
  const said = weigh(strengths(question, section));
  const words = wordsOf(section).filter(
    (word) => /^\p{L}/u.test(word) && !questionWords[question.language].has(word),
  );
  const asked = words.map((word) => Math.max(...strengths(question, word)));
  const precise = asked.reduce((sum, each) => sum + each, 0) / Math.max(1, words.length);
  return said === 0 ? 0 : (2 * said * precise) / (said + precise);
}

function limitScore({ amounts }: Question, text: string): number {
  const within = amounts.map((amount) => isWithin(amount, text));
  if (within.includes(false)) return -WEIGHTS.limit;
  return within.includes(true) ? WEIGHTS.limit : 0;
}

/** A document of another year than the one asked for is not meant. */
function yearScore({ years }: Question, title: string): number {
  const named = title.match(/\b(?:19|20)\d\d\b/g) ?? [];
  if (years.length === 0 || named.length === 0) return 0;
  return named.some((year) => years.includes(year)) ? WEIGHTS.year / 2 : -WEIGHTS.year;
}

/** The share of a question's weight that strengths of its terms stand for. */
type Weigh = (said: readonly number[]) => number;

/** How surely a text says each term of the question. */
function strengths({ terms }: Question, text: string): number[] {
  return terms.map(({ meaning }) => meaning(text));
}

/** Makes the share of the question's weight that strengths stand for: a word counts by how few passages hold it. */
function weigher(question: Question, chunks: readonly FoundChunk[]): Weigh {
  const held = chunks.map((chunk) => strengths(question, textOf(chunk)));
  const weights = question.terms.map(({ share }, at) => {
    const holders = held.filter((each) => (each[at] ?? 0) >= SAYS).length;
    // A word told along that none holds tells none of them from the others.
    if (holders === 0 && share < 1) return share;
    return share * (1 + Math.log((chunks.length + 1) / (holders + 1)));
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  return (said) =>
    said.reduce((sum, strength, at) => sum + strength * (weights[at] ?? 0), 0) / total;
}

function textOf({ title, section, blocks }: FoundChunk): string {
  return [title, section, ...blocks.map(({ text }) => text)].join(' ');
}
