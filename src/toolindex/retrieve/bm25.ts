import type { Part } from '../parts.js';
import type { WeightedText } from '../query-vectors.js';
import type { IndexedDocument } from '../document.js';
import { inSlices } from '../bounded-work.js';
import type { LikeWord } from './name-words.js';
import { piecesOf, wordsIn } from './words.js';

/** The parameters of a tool say less of it than its text. */
const PARAMETER_WEIGHT = 0.5;

/** Which documents have each term and how often: large lists, as a collection moves small ones. Made in slices of a few milliseconds. */
export class Postings {
  private constructor(
    private readonly numbers: ReadonlyMap<string, number>,
    /** By the number of a term, where its entries begin; those before end there. */
    private readonly starts: Uint32Array,
    /** Of each entry the place of its document, and how often that has the term. */
    readonly places: Uint32Array,
    readonly counts: Float32Array,
    /** How many terms each document has, all counted. */
    readonly lengths: Float64Array,
    /** All words of names, texts and examples. */
    readonly words: ReadonlySet<string>,
  ) {}

  static async of(documents: readonly IndexedDocument[], signal?: AbortSignal): Promise<Postings> {
    const numbers = new Map<string, number>();
    const sizes: number[] = [];
    const found: { terms: number[]; counts: number[] } = { terms: [], counts: [] };
    const ends = new Uint32Array(documents.length);
    const lengths = new Float64Array(documents.length);
    const words = new Set<string>();
    await inSlices(documents.length, signal, (place) => {
      for (const [term, count] of countTerms(documents[place] as IndexedDocument, words)) {
        const number = numbers.get(term) ?? sizes.push(0) - 1;
        numbers.set(term, number);
        sizes[number]! += 1;
        found.terms.push(number);
        found.counts.push(count);
        lengths[place]! += count;
      }
      ends[place] = found.terms.length;
    });
    const starts = new Uint32Array(sizes.length + 1);
    sizes.forEach((size, number) => (starts[number + 1] = (starts[number] as number) + size));
    const next = starts.slice();
    const places = new Uint32Array(found.terms.length);
    const counts = new Float32Array(found.terms.length);
    await inSlices(documents.length, signal, (place) => {
      for (let entry = ends[place - 1] ?? 0; entry < (ends[place] as number); entry += 1) {
        const at = next[found.terms[entry] as number]!++;
        places[at] = place;
        counts[at] = found.counts[entry] as number;
      }
    });
    return new Postings(numbers, starts, places, counts, lengths, words);
  }

  /** The entries of a term: from the first to before the second. */
  of(term: string): [from: number, to: number] {
    const number = this.numbers.get(term) ?? this.numbers.size;
    return [this.starts[number] as number, this.starts[number + 1] ?? 0];
  }
}

/** How often a document has each term; `words` gets those of its name, text and examples. */
function countTerms(document: IndexedDocument, words: Set<string>): Map<string, number> {
  const { name, text, examples = [], parameters = '' } = document;
  const counts = new Map<string, number>();
  const add = (word: string, weight: number): void => {
    for (const term of piecesOf(word)) counts.set(term, (counts.get(term) ?? 0) + weight);
  };
  for (const word of [name, text, ...examples].flatMap(wordsIn)) {
    words.add(word);
    add(word, 1);
  }
  for (const word of wordsIn(parameters)) add(word, PARAMETER_WEIGHT);
  return counts;
}

const K1 = 1.2;
const B = 0.75;

/** How well the words of a query fit each row. */
interface WordScores {
  /** By row; 0 for one that has none of the words. */
  scores: Float64Array;
  /** No row can have more. */
  most: number;
  /** The part of the query that any row speaks of, each word by its rarity: from 0 to 1. */
  known: number;
}

/** Okapi BM25 over pieces of words, function words too: "who am I" is said with few others. Immutable. */
export class Bm25 {
  private readonly meanLength: number;

  constructor(
    private readonly parts: readonly Part<Postings>[],
    private readonly rows: number,
  ) {
    let sum = 0;
    for (const { made, rows: rowsOf } of parts) {
      made.lengths.forEach((length, place) => (sum += (rowsOf[place] as number) < 0 ? 0 : length));
    }
    this.meanLength = sum / (rows || 1) || 1;
  }

  /** Whether a document has the word, its parameters aside. */
  has(word: string): boolean {
    return this.parts.some(({ made }) => made.words.has(word));
  }

  /** The scores of the words of texts, and of the words that stand for some of them. */
  query(texts: readonly WeightedText[], like: LikeWords = new Map()): WordScores {
    const scores = new Float64Array(this.rows);
    let known = 0;
    let all = 0;
    for (const [term, weight] of queryTerms(texts, like)) {
      const within = this.rowsWith(term);
      const weighted = weight * Math.log1p((this.rows - within + 0.5) / (within + 0.5));
      all += weighted;
      if (within === 0) continue;
      known += weighted;
      for (const part of this.parts) this.add(part, term, weighted, scores);
    }
    return { scores, most: all * (K1 + 1), known: all === 0 ? 0 : known / all };
  }

  private rowsWith(term: string): number {
    let count = 0;
    for (const { made, rows } of this.parts) {
      const [from, to] = made.of(term);
      for (let entry = from; entry < to; entry += 1) {
        if ((rows[made.places[entry] as number] as number) >= 0) count += 1;
      }
    }
    return count;
  }

  private add({ made, rows }: Part<Postings>, term: string, weight: number, scores: Float64Array) {
    const { places, counts } = made;
    const [from, to] = made.of(term);
    for (let entry = from; entry < to; entry += 1) {
      const place = places[entry] as number;
      const row = rows[place] as number;
      if (row < 0) continue;
      const count = counts[entry] as number;
      const norm = K1 * (1 - B + (B * (made.lengths[place] as number)) / this.meanLength);
      scores[row]! += (weight * count * (K1 + 1)) / (count + norm);
    }
  }
}

/** What stands for a word that no document has. */
export type LikeWords = ReadonlyMap<string, readonly LikeWord[]>;

/** Each term once, at the highest of its weights; a long word counts more than a short one, but not by all its pieces. */
function queryTerms(texts: readonly WeightedText[], like: LikeWords): Map<string, number> {
  const terms = new Map<string, number>();
  const add = (word: string, weight: number): void => {
    const pieces = piecesOf(word);
    const each = Math.min(1, weight) / Math.cbrt(pieces.length);
    for (const term of pieces) terms.set(term, Math.max(terms.get(term) ?? 0, each));
  };
  for (const { text, weight } of texts) {
    for (const word of wordsIn(text)) {
      add(word, weight);
      for (const other of like.get(word) ?? []) add(other.word, other.weight * Math.min(1, weight));
    }
  }
  return terms;
}
