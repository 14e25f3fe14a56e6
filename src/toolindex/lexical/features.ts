import { lightStem } from '../../language/english-stem.js';
import { stopWords } from '../../language/stop-words.js';
import { wordsOf } from './words.js';

/** A word counts whole, each of its character n-grams so much. */
export const NGRAM_WEIGHT = 0.5;
const NGRAM_LENGTHS = [3, 4];
/** Longer words (hashes, encoded data) say nothing by their n-grams and would flood the vocabulary. */
const MAX_WORD_LENGTH = 40;
const MAX_TEXT_LENGTH = 8000;

/** The part of a text that counts: its first 8,000 characters. */
export function readPart(text: string): string {
  return text.slice(0, MAX_TEXT_LENGTH);
}

/** The words of a text that say something, in lower case and in order: no function words, no endless ones. */
export function contentWords(text: string): string[] {
  return wordsOf(text).filter((word) => !stopWords.en.has(word) && word.length <= MAX_WORD_LENGTH);
}

/** What stands for a word itself: its stem, so that its forms meet. */
export function wordFeature(word: string): string {
  return lightStem(word);
}

/** The 3- and 4-character n-grams of a word, marked with `#`; they catch typos, compounds and inflection. */
export function ngramFeatures(word: string): string[] {
  const padded = `^${word}$`;
  const grams: string[] = [];
  for (const length of NGRAM_LENGTHS) {
    for (let start = 0; start + length <= padded.length; start += 1) {
      grams.push(`#${padded.slice(start, start + length)}`);
    }
  }
  return grams;
}
