import { stemmer as english } from '@orama/stemmers/english';
import { stemmer as german } from '@orama/stemmers/german';
import type { Language } from './question-language.js';

const stemmers: Readonly<Record<Language, (word: string) => string>> = { en: english, de: german };

/** No word is longer; what is takes the stemmers more than its length. */
const MOST_LETTERS = 60;

/** The Snowball stem by which the forms of a word meet. */
export function stemOf(word: string, language: Language): string {
  if (/^\p{N}/u.test(word) || word.length > MOST_LETTERS) return word.toLowerCase();
  return stemmers[language](word.toLowerCase());
}

/** What a word counts that another begins with, and one that stands inside a compound. */
const FORM = 0.85;
const COMPOUND = 0.6;
const LEAST_PART = 5;
const LONGEST_ENDING = 4;

/** How surely two stems are of the same word, from 0 to 1: another form of it, or a part of a compound. */
export function likeness(a: string, b: string): number {
  if (a === b) return 1;
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length < LEAST_PART - 1 || /^\p{N}/u.test(short)) return 0;
  if (long.startsWith(short)) return long.length - short.length <= LONGEST_ENDING ? FORM : COMPOUND;
  return short.length >= LEAST_PART && long.endsWith(short) ? COMPOUND : 0;
}
