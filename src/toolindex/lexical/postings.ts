import { mergedFrom, renumbered } from '../layers.js';
import { inBlocks } from '../slices.js';
import type { Entries } from './entries.js';

/** Earlier postings that are taken over: the new number of each row, -1 for one that is left out. */
export interface KeptPostings {
  postings: Postings;
  newRows: Int32Array;
}

/** So many entries are read between two looks at the clock, */
const PORTION = 1024;
/** and the entries of so many terms; a term of a large catalogue has thousands. */
const TERMS = 32;

/** For each term the rows that have it and how often: `starts` says where each term begins. */
interface Columns {
  starts: Uint32Array;
  rows: Uint32Array;
  counts: Float32Array;
}

/** Columns as they once were, and what their rows are now; -1 for those that are gone. */
interface Layer {
  columns: Columns;
  rows: Int32Array;
}

/**
 * The rows of a catalogue turned over: for each term the rows that have it and how often, so that a
 * query touches only its own terms. Immutable. A term's rows stand in no certain order. The loops are
 * plain ones over typed arrays: a catalogue of 5,000 tools has a million entries and more, and a call
 * for each costs five times as much.
 */
export class Postings {
  private constructor(
    private readonly layers: readonly Layer[],
    /** How many rows have each term. */
    private readonly frequencies: Uint32Array,
  ) {}

  /** Puts entries of a catalogue of `rows` beside earlier postings, in slices of a few milliseconds; all terms are below `terms`. */
  static async of(
    { terms, rows }: { terms: number; rows: number },
    added: Entries,
    kept: KeptPostings | undefined,
    signal?: AbortSignal,
  ): Promise<Postings> {
    const fresh = { columns: await turnedOver(terms, added, signal), rows: identity(rows) };
    const earlier = (kept?.postings.layers ?? []).map((layer) => ({
      columns: layer.columns,
      rows: renumbered(layer.rows, kept?.newRows ?? NONE),
    }));
    const frequencies = new Uint32Array(terms);
    const sizes = [];
    for (const layer of earlier) sizes.push(await countLive(layer, frequencies, signal));
    await countLive(fresh, frequencies, signal);
    const from = mergedFrom(sizes, added.length);
    const columns =
      from === earlier.length
        ? fresh.columns
        : await joined([...earlier.slice(from), fresh], signal);
    const last = columns.rows.length > 0 ? [{ columns, rows: fresh.rows }] : [];
    return new Postings([...earlier.slice(0, from), ...last], frequencies);
  }

  /** Terms have numbers below this. */
  get terms(): number {
    return this.frequencies.length;
  }

  /** How many rows have a term; 0 for one that is not known here. */
  rowsWith(term: number): number {
    return this.frequencies[term] ?? 0;
  }

  /** For each row the sum of its counts, each to the power of 1 or 2, times the weight of its term to that power. */
  async rowSums(
    rows: number,
    weights: Float64Array,
    power: 1 | 2,
    signal?: AbortSignal,
  ): Promise<Float64Array> {
    const sums = new Float64Array(rows);
    for (const { columns, rows: now } of this.layers) {
      const own = new Float64Array(now.length);
      await inBlocks(columns.starts.length - 1, TERMS, signal, (first, last) => {
        addWeighted(columns, weights, power, own, first, last);
      });
      now.forEach((row, before) => {
        if (row >= 0) sums[row]! += own[before] as number;
      });
    }
    return sums;
  }

  /** Visits the rows that have a term. */
  each(term: number, visit: (row: number, count: number) => void): void {
    for (const { columns, rows: now } of this.layers) {
      const { starts, rows, counts } = columns;
      const end = endOf(starts, term);
      for (let entry = starts[term] ?? end; entry < end; entry += 1) {
        const row = now[rows[entry] as number] as number;
        if (row >= 0) visit(row, counts[entry] as number);
      }
    }
  }

  /** Adds `weight` times what the term counts in each row to that row's sum. */
  add(term: number, weight: number, sums: Float64Array): void {
    for (const { columns, rows: now } of this.layers) {
      const { starts, rows, counts } = columns;
      const end = endOf(starts, term);
      for (let entry = starts[term] ?? end; entry < end; entry += 1) {
        const row = now[rows[entry] as number] as number;
        if (row >= 0) sums[row]! += weight * (counts[entry] as number);
      }
    }
  }
}

const NONE = new Int32Array(0);

function identity(rows: number): Int32Array {
  return Int32Array.from({ length: rows }, (_, row) => row);
}

/** Where the entries of a term end; 0 where the term came later than the columns. */
function endOf(starts: Uint32Array, term: number): number {
  return starts[term + 1] ?? 0;
}

/** Adds the entries of some terms to the sums of their rows. */
function addWeighted(
  { starts, rows, counts }: Columns,
  weights: Float64Array,
  power: 1 | 2,
  sums: Float64Array,
  first: number,
  last: number,
): void {
  for (let term = first; term < last; term += 1) {
    const weight = weights[term] as number;
    const end = starts[term + 1] as number;
    for (let entry = starts[term] as number; entry < end; entry += 1) {
      const weighted = weight * (counts[entry] as number);
      sums[rows[entry] as number]! += power === 1 ? weighted : weighted * weighted;
    }
  }
}

/** Adds how many rows of a layer have each term, and answers how many of its entries are held and of use. */
async function countLive(
  { columns: { starts, rows }, rows: now }: Layer,
  frequencies: Uint32Array,
  signal: AbortSignal | undefined,
): Promise<{ held: number; live: number }> {
  const isWhole = !now.includes(-1);
  let live = 0;
  await inBlocks(starts.length - 1, TERMS, signal, (first, last) => {
    for (let term = first; term < last; term += 1) {
      const start = starts[term] as number;
      const end = starts[term + 1] as number;
      let count = end - start;
      if (!isWhole) {
        for (let entry = start; entry < end; entry += 1) {
          if ((now[rows[entry] as number] as number) < 0) count -= 1;
        }
      }
      frequencies[term]! += count;
      live += count;
    }
  });
  return { held: rows.length, live };
}

/** Entries sorted by term. */
async function turnedOver(
  terms: number,
  added: Entries,
  signal: AbortSignal | undefined,
): Promise<Columns> {
  const starts = new Uint32Array(terms + 1);
  const visit = (each: (term: number, row: number, count: number) => void): Promise<void> =>
    inBlocks(added.length, PORTION, signal, (first, last) => added.visit(first, last, each));
  await visit((term) => (starts[term + 1]! += 1));
  for (let term = 0; term < terms; term += 1) starts[term + 1]! += starts[term]!;
  const rows = new Uint32Array(added.length);
  const counts = new Float32Array(added.length);
  const next = starts.slice();
  await visit((term, row, count) => {
    const entry = next[term]!++;
    rows[entry] = row;
    counts[entry] = count;
  });
  return { starts, rows, counts };
}

/** Layers as one, under the numbers that their rows have now; the last of them knows all terms. */
async function joined(layers: readonly Layer[], signal: AbortSignal | undefined): Promise<Columns> {
  const terms = (layers.at(-1)?.columns.starts.length ?? 1) - 1;
  const entries = layers.reduce((sum, { columns }) => sum + columns.rows.length, 0);
  const starts = new Uint32Array(terms + 1);
  const rows = new Uint32Array(entries);
  const counts = new Float32Array(entries);
  let at = 0;
  const append = ({ columns, rows: now }: Layer, term: number): void => {
    const end = endOf(columns.starts, term);
    for (let entry = columns.starts[term] ?? end; entry < end; entry += 1) {
      const row = now[columns.rows[entry] as number] as number;
      if (row < 0) continue;
      rows[at] = row;
      counts[at] = columns.counts[entry] as number;
      at += 1;
    }
  };
  await inBlocks(terms, TERMS, signal, (first, last) => {
    for (let term = first; term < last; term += 1) {
      for (const layer of layers) append(layer, term);
      starts[term + 1] = at;
    }
  });
  return { starts, rows: rows.slice(0, at), counts: counts.slice(0, at) };
}
