import type { Language } from './question-language.js';
import { stem } from './english-stem.js';
import { withoutAccents } from './plain-text.js';

/** The stem by which words of one language meet; German ones lose their umlauts as well. */
export function stemOf(word: string, language: Language): string {
  if (/^\p{N}/u.test(word)) return word;
  return language === 'en' ? stem(word) : germanStem(word);
}

/** The endings of cases and numbers fall away; at least four letters stay. */
function germanStem(word: string): string {
  const plain = withoutAccents(word);
  const greek = GREEK.get(plain);
  if (greek !== undefined) return greek;
  return plain.replace(/^(.{4,}?)(?:ern|em|en|er|es|e|n|s|t)$/, '$1');
}

/** Plurals that have another ending instead of one more. */
const GREEK = new Map(
  'dosen dosis, basen basis, praxen praxis, firmen firma, themen thema, konten konto, museen museum, zentren zentrum, gremien gremium, kriterien kriterium, ministerien ministerium, gymnasien gymnasium, laboratorien laboratorium, risiken risiko'
    .split(', ')
    .flatMap((line) => {
      const [plural = '', one = ''] = line.split(' ');
      return [
        [plural, one],
        [one, one],
        [`${one}s`, one],
      ] as const;
    }),
);

const FORM = 0.85;
const COMPOUND = 0.6;

/** What makes another word of a word, not a compound of two: "unopened" is not "opened". */
const PREFIXES =
  /^(?:ab|an|auf|aus|be|ein|ent|er|ge|mit|nach|uber|um|un|unter|ver|vor|zer|zu|dis|in|non|over|pre|re|under)$/;

/** How surely two stems are the same word, from 0 to 1: another form of it, or a part of a compound. */
export function likeness(a: string, b: string): number {
  if (a === b) return 1;
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length < 4 || /^\p{N}/u.test(short)) return 0;
  if (long.startsWith(short)) return long.length - short.length <= 4 ? FORM : COMPOUND;
  const at = long.indexOf(short);
  return short.length >= 5 && at > 0 && !PREFIXES.test(long.slice(0, at)) ? COMPOUND : 0;
}
