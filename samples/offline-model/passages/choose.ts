import { questionWords, wordsOf } from '../../../src/foundation/question-language.js';
import { sentencesOf, type FoundChunk, type Sentence } from './found.js';
import { hasCue, pattern } from './known.js';
import type { Question } from './question.js';
import { likeness, stemOf } from '../../../src/foundation/word-stems.js';

/** A sentence and how well it answers. */
export interface Candidate extends Sentence {
  /** What the order is by. */
  score: number;
  /** The share of the question that it and its place speak of, from 0 to 1; rare words count more. */
  coverage: number;
}

/** What each look at a sentence counts. */
const WEIGHTS = {
  place: 0.35,
  about: 0.2,
  coverage: 0.45,
  cue: 0.15,
  limit: 0.3,
  year: 0.4,
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
        return { ...sentence, coverage, score: about + scoreOf(question, sentence, coverage) };
      });
    })
    .sort((a, b) => b.score - a.score);
}

function scoreOf(question: Question, { text, chunk }: Sentence, coverage: number): number {
  const cue = hasCue(question.kind, text) ? WEIGHTS.cue : 0;
  return (
    WEIGHTS.place * chunk.score +
    WEIGHTS.coverage * coverage +
    cue +
    limitScore(question, text) +
    yearScore(question, chunk.title)
  );
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
