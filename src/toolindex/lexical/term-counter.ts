import { contentWords, ngramFeatures, NGRAM_WEIGHT, readPart, wordFeature } from './features.js';
import type { Vocabulary } from './vocabulary.js';

/** A text and what each of its words counts. */
export interface WeightedField {
  text: string;
  weight: number;
}

/** One sparse vector: the numbers of its features and, beside each, its count. */
export interface SparseRow {
  terms: Uint32Array;
  counts: Float32Array;
}

/** The numbers of the words in a piece of text, and of their n-grams. */
interface PieceTerms {
  words: Uint32Array;
  ngrams: Uint32Array;
}

/**
 * Counts the features of documents, numbering new ones. What stands between white space is taken
 * apart once, however often it comes: most words of a catalogue come in many of its tools.
 */
export class TermCounter {
  private readonly pieces = new Map<string, PieceTerms>();
  private readonly counts: number[] = [];

  constructor(private readonly vocabulary: Vocabulary) {}

  /** The features of some fields together, each at the summed weight of the words that have it. */
  count(fields: readonly WeightedField[]): SparseRow {
    const { counts } = this;
    const found: number[] = [];
    const add = (terms: Uint32Array, weight: number): void => {
      for (const term of terms) {
        const before = counts[term] ?? 0;
        if (before === 0) found.push(term);
        counts[term] = before + weight;
      }
    };
    for (const { text, weight } of fields) {
      for (const piece of piecesOf(text)) {
        const { words, ngrams } = this.termsOf(piece);
        add(words, weight);
        add(ngrams, weight * NGRAM_WEIGHT);
      }
    }
    const row = {
      terms: Uint32Array.from(found),
      counts: Float32Array.from(found, (term) => counts[term] as number),
    };
    for (const term of found) counts[term] = 0;
    return row;
  }

  /** The distinct words of a text, each once; no n-grams. */
  distinctWords(text: string): SparseRow {
    const words = piecesOf(text).flatMap((piece) => [...this.termsOf(piece).words]);
    const terms = Uint32Array.from(new Set(words));
    return { terms, counts: new Float32Array(terms.length).fill(1) };
  }

  private termsOf(piece: string): PieceTerms {
    const known = this.pieces.get(piece);
    if (known !== undefined) return known;
    const numbered = (feature: string): number => this.vocabulary.number(feature);
    const words = contentWords(piece);
    const terms = {
      words: Uint32Array.from(words.map(wordFeature), numbered),
      ngrams: Uint32Array.from(words.flatMap(ngramFeatures), numbered),
    };
    this.pieces.set(piece, terms);
    return terms;
  }
}

/** Nothing that makes a word reaches across white space. */
function piecesOf(text: string): string[] {
  return readPart(text).split(/\s+/);
}
