import { contentWords, ngramFeatures, NGRAM_WEIGHT, readPart, wordFeature } from './features.js';
import type { Vocabulary } from './vocabulary.js';

/** A text and what each of its words counts. */
export interface WeightedField {
  text: string;
  weight: number;
}

/** The numbers of the words in a piece of text, and of their n-grams. */
interface PieceTerms {
  words: readonly number[];
  ngrams: readonly number[];
}

/**
 * Counts the features of documents, numbering new ones. What stands between white space is taken
 * apart once, however often it comes: most words of a catalogue come in many of its tools.
 */
export class TermCounter {
  private readonly pieces = new Map<string, PieceTerms>();
  private readonly counts: number[] = [];

  constructor(private readonly vocabulary: Vocabulary) {}

  /** Tells the features of some fields together, each with the summed weight of the words that have it. */
  count(fields: readonly WeightedField[], tell: (term: number, count: number) => void): void {
    const { counts } = this;
    const found: number[] = [];
    const add = (terms: readonly number[], weight: number): void => {
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
    for (const term of found) {
      tell(term, counts[term] as number);
      counts[term] = 0;
    }
  }

  /** The distinct words of a text; no n-grams. */
  distinctWords(text: string): ReadonlySet<number> {
    return new Set(piecesOf(text).flatMap((piece) => this.termsOf(piece).words));
  }

  private termsOf(piece: string): PieceTerms {
    const known = this.pieces.get(piece);
    if (known !== undefined) return known;
    const numbered = (feature: string): number => this.vocabulary.number(feature);
    const words = contentWords(piece);
    const terms = {
      words: words.map(wordFeature).map(numbered),
      ngrams: words.flatMap(ngramFeatures).map(numbered),
    };
    this.pieces.set(piece, terms);
    return terms;
  }
}

/** Nothing that makes a word reaches across white space. */
function piecesOf(text: string): string[] {
  return readPart(text).split(/\s+/);
}
