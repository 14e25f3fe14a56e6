import type { IndexedDocument } from '../document.js';
import { inSlices } from '../slices.js';
import type { SparseBlock } from '../sparse-block.js';
import { addFeatures, type Features } from './features.js';

/** The name counts twice: once here and once in the text, which begins with it. */
const NAME_WEIGHT = 1;
const TEXT_WEIGHT = 1;
const PARAMETER_WEIGHT = 0.5;

/**
 * TF-IDF vectors of one catalogue, stored by their non-zero entries (about 2 kB a tool): weight
 * `ln(1 + tf) · idf` with BM25's idf, each row of length 1. Words of a query that no tool has are
 * left out.
 */
export class TfidfBlock implements SparseBlock {
  private constructor(
    readonly share: number,
    private readonly vocabulary: Vocabulary,
    private readonly postings: Postings,
    private readonly rows: number,
  ) {}

  /** Fits vocabulary and document frequencies on the documents, in slices of a few milliseconds. */
  static async fit(
    documents: readonly IndexedDocument[],
    share: number,
    signal?: AbortSignal,
  ): Promise<TfidfBlock> {
    const vocabulary = new Vocabulary(documents.length);
    const counted: SparseRow[] = [];
    await inSlices(documents.length, signal, (row) => {
      counted.push(vocabulary.count(documentFeatures(documents[row] as IndexedDocument)));
    });
    await inSlices(documents.length, signal, (row) => vocabulary.weigh(counted[row] as SparseRow));
    const postings = new Postings(counted, vocabulary.size);
    return new TfidfBlock(share, vocabulary, postings, counted.length);
  }

  query(text: string): (row: number) => number {
    const features: Features = new Map();
    addFeatures(text, 1, features);
    const query = this.vocabulary.lookUp(features);
    this.vocabulary.weigh(query);
    const scores = new Float64Array(this.rows);
    query.terms.forEach((term, i) => this.postings.add(term, query.weights[i] as number, scores));
    return (row) => scores[row] as number;
  }
}

/** One sparse vector: the features' numbers and, beside each, its count or weight. */
interface SparseRow {
  terms: Uint32Array;
  weights: Float32Array;
}

/** The features of a catalogue, numbered, with the number of documents that have each. */
class Vocabulary {
  private readonly numbers = new Map<string, number>();
  private readonly documentCounts: number[] = [];

  constructor(private readonly documents: number) {}

  get size(): number {
    return this.documentCounts.length;
  }

  /** Numbers the features of a document, new ones too, and counts it for each. */
  count(features: Features): SparseRow {
    for (const feature of features.keys()) {
      const term = this.numbers.get(feature) ?? this.numbers.size;
      this.numbers.set(feature, term);
      this.documentCounts[term] = (this.documentCounts[term] ?? 0) + 1;
    }
    return this.lookUp(features);
  }

  /** The known ones among the features, with their summed weights as they are. */
  lookUp(features: Features): SparseRow {
    const known = [...features].flatMap(([feature, weight]) => {
      const term = this.numbers.get(feature);
      return term === undefined ? [] : [{ term, weight }];
    });
    return {
      terms: Uint32Array.from(known, ({ term }) => term),
      weights: Float32Array.from(known, ({ weight }) => weight),
    };
  }

  /** Turns counts into TF-IDF weights of length 1, in place. */
  weigh({ terms, weights }: SparseRow): void {
    let sum = 0;
    terms.forEach((term, i) => {
      const weight = Math.log1p(weights[i] as number) * this.idf(term);
      weights[i] = weight;
      sum += weight * weight;
    });
    const length = Math.sqrt(sum) || 1;
    weights.forEach((weight, i) => (weights[i] = weight / length));
  }

  private idf(term: number): number {
    const count = this.documentCounts[term] as number;
    return Math.log1p((this.documents - count + 0.5) / (count + 0.5));
  }
}

/** The rows turned over: for each term the rows that have it, so that a query touches only its own terms. */
class Postings {
  private readonly starts: Uint32Array;
  private readonly rows: Uint32Array;
  private readonly weights: Float32Array;

  constructor(rows: readonly SparseRow[], terms: number) {
    this.starts = new Uint32Array(terms + 1);
    for (const row of rows) row.terms.forEach((term) => this.starts[term + 1]!++);
    for (let term = 0; term < terms; term += 1) this.starts[term + 1]! += this.starts[term]!;
    const entries = this.starts[terms] ?? 0;
    this.rows = new Uint32Array(entries);
    this.weights = new Float32Array(entries);
    const next = this.starts.slice();
    rows.forEach((row, number) => {
      row.terms.forEach((term, i) => {
        const entry = next[term]!++;
        this.rows[entry] = number;
        this.weights[entry] = row.weights[i] as number;
      });
    });
  }

  /** Adds `weight` times the term's weight in each row to that row's score. */
  add(term: number, weight: number, scores: Float64Array): void {
    const end = this.starts[term + 1] as number;
    for (let entry = this.starts[term] as number; entry < end; entry += 1) {
      scores[this.rows[entry] as number]! += weight * (this.weights[entry] as number);
    }
  }
}

function documentFeatures({ name, text, parameters = '' }: IndexedDocument): Features {
  const features: Features = new Map();
  addFeatures(name, NAME_WEIGHT, features);
  addFeatures(text, TEXT_WEIGHT, features);
  addFeatures(parameters, PARAMETER_WEIGHT, features);
  return features;
}
