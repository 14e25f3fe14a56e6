const FIRST_CAPACITY = 1024;

/** Counts of terms in rows, in the order in which they came; three columns that grow. */
export class Entries {
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
