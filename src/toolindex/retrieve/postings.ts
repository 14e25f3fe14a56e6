import type { IndexedDocument } from '../document.js';
import { inBlocks, inSlices } from '../bounded-work.js';
import { termsOf } from './words.js';

/** The parameters of a tool say less of it than its text. */
const PARAMETER_WEIGHT = 0.5;
/** So many entries are sorted between two looks at the clock. */
const BLOCK = 1024;

/** Which documents have each term and how often; documents by their place. Made in slices of a few milliseconds. */
export class Postings {
  private constructor(
    private readonly numbers: ReadonlyMap<string, number>,
    /** Where the entries of each term begin. */
    private readonly starts: Uint32Array,
    readonly places: Uint32Array,
    readonly counts: Float32Array,
    /** How many terms each document has, all counted. */
    readonly lengths: Float64Array,
  ) {}

  static async of(documents: readonly IndexedDocument[], signal?: AbortSignal): Promise<Postings> {
    const numbers = new Map<string, number>();
    const entries = new Entries();
    const lengths = new Float64Array(documents.length);
    await inSlices(documents.length, signal, (place) => {
      for (const [term, count] of countTerms(documents[place] as IndexedDocument)) {
        const number = numbers.get(term) ?? numbers.size;
        numbers.set(term, number);
        entries.add(place, number, count);
        lengths[place]! += count;
      }
    });
    const { starts, places, counts } = await byTerm(entries, numbers.size, signal);
    return new Postings(numbers, starts, places, counts, lengths);
  }

  /** The entries of a term: the first, and the one after the last. */
  rangeOf(term: string): readonly [start: number, end: number] {
    const number = this.numbers.get(term);
    if (number === undefined) return [0, 0];
    return [this.starts[number] as number, this.starts[number + 1] as number];
  }
}

function countTerms(document: IndexedDocument): Map<string, number> {
  const { name, text, examples = [], parameters = '' } = document;
  const counts = new Map<string, number>();
  const add = (from: string, weight: number): void => {
    for (const term of termsOf(from)) counts.set(term, (counts.get(term) ?? 0) + weight);
  };
  for (const from of [name, text, ...examples]) add(from, 1);
  add(parameters, PARAMETER_WEIGHT);
  return counts;
}

/** Entries sorted by term. */
async function byTerm(
  entries: Entries,
  terms: number,
  signal: AbortSignal | undefined,
): Promise<Pick<Postings, 'places' | 'counts'> & { starts: Uint32Array }> {
  const starts = new Uint32Array(terms + 1);
  const visit = (each: (term: number, place: number, count: number) => void): Promise<void> =>
    inBlocks(entries.length, BLOCK, signal, (first, last) => entries.visit(first, last, each));
  await visit((term) => (starts[term + 1]! += 1));
  for (let term = 0; term < terms; term += 1) starts[term + 1]! += starts[term]!;
  const places = new Uint32Array(entries.length);
  const counts = new Float32Array(entries.length);
  const next = starts.slice();
  await visit((term, place, count) => {
    const entry = next[term]!++;
    places[entry] = place;
    counts[entry] = count;
  });
  return { starts, places, counts };
}

const FIRST_CAPACITY = 1024;

/** Counts of terms in rows, in the order in which they came; three columns that grow. */
class Entries {
  private filled = 0;
  private rows = new Uint32Array(FIRST_CAPACITY);
  private terms = new Uint32Array(FIRST_CAPACITY);
  private counts = new Float32Array(FIRST_CAPACITY);

  get length(): number {
    return this.filled;
  }

  add(row: number, term: number, count: number): void {
    if (this.filled === this.rows.length) this.grow();
    this.rows[this.filled] = row;
    this.terms[this.filled] = term;
    this.counts[this.filled] = count;
    this.filled += 1;
  }

  /** Visits the entries from `start` to before `end`, or to the last. */
  visit(
    start: number,
    end: number,
    visit: (term: number, row: number, count: number) => void,
  ): void {
    for (let i = start; i < Math.min(end, this.filled); i += 1) {
      visit(this.terms[i] as number, this.rows[i] as number, this.counts[i] as number);
    }
  }

  private grow(): void {
    const { rows, terms, counts } = this;
    this.rows = new Uint32Array(2 * rows.length);
    this.terms = new Uint32Array(2 * rows.length);
    this.counts = new Float32Array(2 * rows.length);
    this.rows.set(rows);
    this.terms.set(terms);
    this.counts.set(counts);
  }
}
