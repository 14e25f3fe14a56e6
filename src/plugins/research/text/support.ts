import { wordsOf } from '../../../foundation/question-language.js';
import { holdsWords } from '../../../citations/quotes.js';
import type { ResearchLanguage } from '../state.js';
import { speaksOf, stemsOf, termsOf, type Term } from './terms.js';
import { withoutEnd } from '../../../foundation/without-end.js';

/** From this share of its words on, a statement is supported by a text. */
export const SUPPORTED = 0.6;

const QUOTED = /[„“"»]([^„“”"«»]{12,})[”“"«]/g;

/** A statement as support is looked for. */
export interface Claim {
  text: string;
  terms: readonly Term[];
  numbers: readonly string[];
  /** What it puts between quotation marks. */
  quotes: readonly string[];
}

/** Reads a statement once, for all texts it is held against. */
export function claimOf(statement: string, language: ResearchLanguage): Claim {
  return {
    text: statement,
    terms: termsOf(statement, language),
    numbers: numbersOf(statement),
    quotes: [...statement.matchAll(QUOTED)].map(([, inside = '']) => inside),
  };
}

/** A text that may support statements; what it speaks of is found out once for each word. */
export class SpokenText {
  private readonly stems: ReadonlySet<string>;
  private readonly numbers: ReadonlySet<string>;
  private readonly known = new Map<string, boolean>();

  constructor(
    readonly text: string,
    language: ResearchLanguage,
  ) {
    this.stems = stemsOf(text, language);
    this.numbers = new Set(numbersOf(text));
  }

  speaks(term: Term): boolean {
    const known = this.known.get(term.stem) ?? speaksOf(this.stems, term);
    this.known.set(term.stem, known);
    return known;
  }

  /** How many of the terms it has in just this form: a quick look before a close one. */
  shared(terms: readonly Term[]): number {
    return terms.filter(({ stem }) => this.stems.has(stem)).length;
  }

  hasNumber(number: string): boolean {
    return this.numbers.has(number);
  }
}

/**
 * How far texts together support a claim, from 0 to 1: 1 when they hold every passage it quotes, else the
 * share of its words of content they speak of; 0 when it names a number that none of them has.
 */
export function supportOf(claim: Claim, texts: readonly SpokenText[]): number {
  if (!claim.numbers.every((number) => texts.some((text) => text.hasNumber(number)))) return 0;
  const holds = (words: string) => holdsWords(texts.map(({ text }) => text).join('\n'), words);
  if (claim.quotes.length > 0 && claim.quotes.every(holds)) return 1;
  if (claim.terms.length === 0) return holds(claim.text) ? 1 : 0;
  return shareSpokenBy(claim, texts);
}

/** The share of a claim's words of content that the texts speak of, whatever numbers it names. */
export function shareSpokenBy({ terms }: Claim, texts: readonly SpokenText[]): number {
  if (terms.length === 0) return 0;
  return terms.filter((term) => texts.some((text) => text.speaks(term))).length / terms.length;
}

function numbersOf(text: string): string[] {
  return wordsOf(text)
    .filter((word) => /^\p{N}/u.test(word))
    .map((word) => withoutEnd(word, /[.,]/));
}
