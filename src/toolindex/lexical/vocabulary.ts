import type { Features } from './features.js';

/** One sparse vector: the features' numbers and, beside each, its count or weight. */
export interface SparseRow {
  terms: Uint32Array;
  weights: Float32Array;
}

/** The features of a catalogue, numbered, with the number of documents that have each. */
export class Vocabulary {
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

  /** Each term's part of the sum of idf, in place: how much of a name a word is. */
  share({ terms, weights }: SparseRow): void {
    let sum = 0;
    for (const term of terms) sum += this.idf(term);
    terms.forEach((term, i) => (weights[i] = this.idf(term) / (sum || 1)));
  }

  private idf(term: number): number {
    const count = this.documentCounts[term] as number;
    return Math.log1p((this.documents - count + 0.5) / (count + 0.5));
  }
}
