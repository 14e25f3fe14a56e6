import { shows } from '../../../src/language/question-forms.js';
import { questionWords, wordsOf } from '../../../src/language/question-language.js';
import { SAYS } from '../../../src/language/word-meaning.js';
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
  /** Says only that somebody may lay it down, or what held before. */
  isAside: boolean;
}

/** What each look at a sentence counts. */
const WEIGHTS = {
  place: 0.35,
  about: 0.2,
  coverage: 0.45,
  cue: 0.15,
  must: 0.25,
  exception: 0.12,
  core: 0.25,
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
      const heading = strengths(question, `${chunk.title} ${chunk.section}`);
      const about = WEIGHTS.about * subjectOf(question, chunk.section, weigh);
      const nearOf = remembered((paragraph: string) => strengths(question, paragraph));
      return sentencesOf(chunk).map((sentence) => {
        const own = strengths(question, sentence.text);
        const near = nearOf(sentence.paragraph);
        const said = own.map((value, at) =>
          Math.max(value, IN_HEADING * (heading[at] ?? 0), NEAR_BY * (near[at] ?? 0)),
        );
        const coverage = weigh(said);
        const shows = showsOf(question, sentence);
        return {
          ...sentence,
          ...shows,
          ...{ coverage, own: weigh(own), literal: weigh(literally(own, heading, near)) },
          score:
            about +
            scoreOf(question, sentence, coverage, shows) -
            WEIGHTS.core * coreLacking(question, said),
        };
      });
    })
    .sort((a, b) => b.score - a.score);
}

/** From here on a word is said by itself, not by a synonym. */
const LITERAL = 0.7;

function literally(...places: readonly (readonly number[])[]): number[] {
  const [own = []] = places;
  return own.map((_, at) => (places.some((each) => (each[at] ?? 0) >= LITERAL) ? 1 : 0));
}

/** The share of what is done, and of what with, that is not said. */
function coreLacking({ terms }: Question, said: readonly number[]): number {
  const core = said.filter((_, at) => terms[at]?.isSubject || terms[at]?.isPredicate);
  return core.filter((strength) => strength < SAYS * NEAR_BY).length / Math.max(1, core.length);
}

/** A function that is asked once for each key. */
function remembered<T>(make: (key: string) => T): (key: string) => T {
  const known = new Map<string, T>();
  return (key) => {
    const found = known.get(key) ?? make(key);
    known.set(key, found);
    return found;
  };
}

type Shows = Pick<Candidate, 'isShown' | 'isOfKind' | 'isAside'>;

const MUST_SHOW = new Set(['deadline', 'authority', 'definition', 'cost']);

function showsOf({ kind, terms, text: asked }: Question, { text, parts, chunk }: Sentence): Shows {
  const isShown =
    kind === 'definition'
      ? defines(text, terms)
      : kind !== 'other' && shows(kind, quoteOf(parts, false).replace(numbering, ' '));
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
const exception = pattern('exception');

function scoreOf(
  question: Question,
  { text, chunk }: Sentence,
  coverage: number,
  { isShown, isAside }: Shows,
): number {
  const cue =
    question.kind === 'definition'
      ? WEIGHTS.definition
      : MUST_SHOW.has(question.kind)
        ? WEIGHTS.must
        : WEIGHTS.cue;
  return (
    WEIGHTS.place * chunk.score +
    WEIGHTS.coverage * coverage +
    (isShown ? cue : 0) -
    (isAside ? WEIGHTS.aside : 0) -
    (exception.test(text) ? WEIGHTS.exception : 0) +
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
  const says = ({ meaning }: Term) => words.some((word) => meaning(word) >= SAME);
  return words.length === terms.length && terms.every(says);
}

/** Two forms of one word are so like each other. */
const SAME = 0.85;

/** The terms that none of some passages says. */
export function lackingTerms({ terms }: Question, chunks: readonly FoundChunk[]): Term[] {
  const text = chunks.map((chunk) => `${chunk.title} ${textOf(chunk)}`).join(' ');
  return terms.filter(({ meaning }) => meaning(text) < SAYS);
}

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
  const said = weigh(strengths(question, section));
  if (said === 0) return 0;
  const asked = words.map((word) => Math.max(...strengths(question, word)));
  const precise = asked.reduce((sum, each) => sum + each, 0) / words.length;
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

/** How surely a text says each term of the question. */
function strengths({ terms }: Question, text: string): number[] {
  return terms.map(({ meaning }) => meaning(text));
}

/** Makes the share of the question's weight that strengths stand for: a word counts by how few passages hold it. */
function weigher(question: Question, chunks: readonly FoundChunk[]): Weigh {
  const held = chunks.map((chunk) => strengths(question, `${chunk.title} ${textOf(chunk)}`));
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

function textOf({ section, blocks }: FoundChunk): string {
  return [section, ...blocks.map(({ text }) => text)].join(' ');
}
