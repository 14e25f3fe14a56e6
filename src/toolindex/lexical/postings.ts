import { inSlices } from '../slices.js';
import type { SparseRow } from './vocabulary.js';

/** The rows turned over: for each term the rows that have it, so that a query touches only its own terms. */
export class Postings {
  private constructor(
    private readonly starts: Uint32Array,
    private readonly rows: Uint32Array,
    private readonly weights: Float32Array,
  ) {}

  /** Turns rows over in slices of a few milliseconds; `terms` is the size of the vocabulary. */
  static async of(
    given: readonly SparseRow[],
    terms: number,
    signal?: AbortSignal,
  ): Promise<Postings> {
    const starts = new Uint32Array(terms + 1);
    await inSlices(given.length, signal, (row) => {
      for (const term of given[row]?.terms ?? []) starts[term + 1]! += 1;
    });
    for (let term = 0; term < terms; term += 1) starts[term + 1]! += starts[term]!;
    const entries = starts[terms] ?? 0;
    const rows = new Uint32Array(entries);
    const weights = new Float32Array(entries);
    const next = starts.slice();
    await inSlices(given.length, signal, (number) => {
      const row = given[number] as SparseRow;
      row.terms.forEach((term, i) => {
        const entry = next[term]!++;
        rows[entry] = number;
        weights[entry] = row.weights[i] as number;
      });
    });
    return new Postings(starts, rows, weights);
  }

  /** Adds `weight` times the term's weight in each row to that row's score. */
  add(term: number, weight: number, scores: Float64Array): void {
    const end = this.starts[term + 1] as number;
    for (let entry = this.starts[term] as number; entry < end; entry += 1) {
      scores[this.rows[entry] as number]! += weight * (this.weights[entry] as number);
    }
  }
}
