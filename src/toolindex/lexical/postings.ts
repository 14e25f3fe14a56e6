import type { SparseRow } from './vocabulary.js';

/** The rows turned over: for each term the rows that have it, so that a query touches only its own terms. */
export class Postings {
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
