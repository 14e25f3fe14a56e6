import { inSlices } from '../slices.js';
import type { Entries } from './entries.js';

/** Earlier postings that are taken over: the new number of each row, -1 for one that is left out. */
export interface KeptPostings {
  postings: Postings;
  newRows: Int32Array;
}

/** So many entries are visited between two looks at the clock. */
const PORTION = 1024;

/** Called with a term, a row that has it, and how often. */
type Visit = (term: number, row: number, count: number) => void;

/**
 * The rows of a catalogue turned over: for each term the rows that have it and how often, so that a
 * query touches only its own terms. Immutable. A term's rows stand in no certain order.
 */
export class Postings {
  private constructor(
    private readonly starts: Uint32Array,
    private readonly rows: Uint32Array,
    private readonly counts: Float32Array,
  ) {}

  /** Joins entries to earlier postings, in slices of a few milliseconds; all terms are below `terms`. */
  static async of(
    terms: number,
    added: Entries,
    kept: KeptPostings | undefined,
    signal?: AbortSignal,
  ): Promise<Postings> {
    const starts = new Uint32Array(terms + 1);
    await visitAll(added, kept, signal, (term) => (starts[term + 1]! += 1));
    for (let term = 0; term < terms; term += 1) starts[term + 1]! += starts[term]!;
    const rows = new Uint32Array(starts[terms] ?? 0);
    const counts = new Float32Array(rows.length);
    const next = starts.slice();
    await visitAll(added, kept, signal, (term, row, count) => {
      const entry = next[term]!++;
      rows[entry] = row;
      counts[entry] = count;
    });
    return new Postings(starts, rows, counts);
  }

  /** Terms have numbers below this. */
  get terms(): number {
    return this.starts.length - 1;
  }

  /** How many rows have a term; 0 for one that is not known here. */
  rowsWith(term: number): number {
    return term < this.terms
      ? (this.starts[term + 1] as number) - (this.starts[term] as number)
      : 0;
  }

  /** Visits every entry, term by term, in slices of a few milliseconds. */
  async visit(visit: Visit, signal?: AbortSignal): Promise<void> {
    await inSlices(this.terms, signal, (term) => {
      const end = this.starts[term + 1] as number;
      for (let entry = this.starts[term] as number; entry < end; entry += 1) {
        visit(term, this.rows[entry] as number, this.counts[entry] as number);
      }
    });
  }

  /** Visits the rows that have a term. */
  each(term: number, visit: (row: number, count: number) => void): void {
    const end = this.starts[term + 1] as number;
    for (let entry = this.starts[term] as number; entry < end; entry += 1)
      visit(this.rows[entry] as number, this.counts[entry] as number);
  }

  /** Adds `weight` times what the term counts in each row to that row's sum. */
  add(term: number, weight: number, sums: Float64Array): void {
    const end = this.starts[term + 1] as number;
    for (let entry = this.starts[term] as number; entry < end; entry += 1) {
      sums[this.rows[entry] as number]! += weight * (this.counts[entry] as number);
    }
  }
}

async function visitAll(
  added: Entries,
  kept: KeptPostings | undefined,
  signal: AbortSignal | undefined,
  visit: Visit,
): Promise<void> {
  if (kept !== undefined) {
    const { postings, newRows } = kept;
    const visitKept: Visit = (term, before, count) => {
      const row = newRows[before] as number;
      if (row >= 0) visit(term, row, count);
    };
    await postings.visit(visitKept, signal);
  }
  await inSlices(Math.ceil(added.length / PORTION), signal, (portion) => {
    added.visit(portion * PORTION, (portion + 1) * PORTION, visit);
  });
}
