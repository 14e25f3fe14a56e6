import { stem } from './stem.js';
import { stopWords } from './stop-words.js';
import { wordsOf } from './words.js';

/** Feature → summed weight. A word's stem is a feature, and so are its character n-grams (marked with `#`). */
export type Features = Map<string, number>;

const NGRAM_LENGTHS = [3, 4];
const NGRAM_WEIGHT = 0.5;
/** Longer words (hashes, encoded data) say nothing by their n-grams and would flood the vocabulary. */
const MAX_WORD_LENGTH = 40;
const MAX_TEXT_LENGTH = 8000;

/**
 * Adds the features of a text at a weight: its stemmed words except function words, and at half that
 * weight the 3- and 4-character n-grams of each word, which catch typos, compounds and inflection.
 * Only the first 8,000 characters count.
 */
export function addFeatures(text: string, weight: number, features: Features): void {
  for (const word of wordsOf(text.slice(0, MAX_TEXT_LENGTH))) {
    if (stopWords.has(word) || word.length > MAX_WORD_LENGTH) continue;
    add(features, stem(word), weight);
    for (const gram of ngramsOf(word)) add(features, gram, weight * NGRAM_WEIGHT);
  }
}

/** True for the stem of a word, false for an n-gram. */
export function isWord(feature: string): boolean {
  return !feature.startsWith('#');
}

function* ngramsOf(word: string): Generator<string> {
  const padded = `^${word}$`;
  for (const length of NGRAM_LENGTHS) {
    for (let start = 0; start + length <= padded.length; start += 1) {
      yield `#${padded.slice(start, start + length)}`;
    }
  }
}

function add(features: Features, feature: string, weight: number): void {
  features.set(feature, (features.get(feature) ?? 0) + weight);
}
