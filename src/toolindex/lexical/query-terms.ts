import type { WeightedText } from '../search-text.js';
import { contentWords, ngramFeatures, NGRAM_WEIGHT, readPart, wordFeature } from './features.js';
import type { Vocabulary } from './vocabulary.js';

/** The features of a query that have a number, each with its summed weight. */
export interface QueryTerms {
  words: ReadonlyMap<number, number>;
  ngrams: ReadonlyMap<number, number>;
  /** The weights of features that have none. */
  unknown: ReadonlyMap<string, number>;
}

/** Reads a query as documents are read. */
export function queryTerms(texts: readonly WeightedText[], vocabulary: Vocabulary): QueryTerms {
  const words = new Map<number, number>();
  const ngrams = new Map<number, number>();
  const unknown = new Map<string, number>();
  const add = (to: Map<number, number>, feature: string, weight: number): void => {
    const term = vocabulary.find(feature);
    if (term === undefined) unknown.set(feature, (unknown.get(feature) ?? 0) + weight);
    else to.set(term, (to.get(term) ?? 0) + weight);
  };
  for (const { text, weight } of texts) {
    for (const word of contentWords(readPart(text))) {
      add(words, wordFeature(word), weight);
      for (const gram of ngramFeatures(word)) add(ngrams, gram, weight * NGRAM_WEIGHT);
    }
  }
  return { words, ngrams, unknown };
}
