import type { IndexedDocument } from '../document.js';
import type { WeightedText } from '../search-text.js';
import { inBlocks, inSlices } from '../slices.js';
import { Entries } from './entries.js';
import { termsOf } from './words.js';

const K1 = 1.2;
const B = 0.75;
/** The parameters of a tool say less of it than its text. */
const PARAMETER_WEIGHT = 0.5;
/** So many entries are sorted between two looks at the clock. */
const BLOCK = 1024;

/** How well the words of a query fit each row. */
export interface WordScores {
  /** By row; 0 for one that has none of the words. */
  scores: Float64Array;
  /** No row can have more. */
  most: number;
  /** The part of the query that any row speaks of, each word by its rarity: from 0 to 1. */
  known: number;
}

/** For each term the rows that have it and how often: `starts` says where each term begins. */
interface Postings {
  numbers: ReadonlyMap<string, number>;
  starts: Uint32Array;
  rows: Uint32Array;
  counts: Float32Array;
  /** `k1 · (1 − b + b · length / mean length)` of each row. */
  norms: Float64Array;
}

/**
 * Okapi BM25 over the first letters of words, function words too: "who am I" is said with few others.
 * Immutable; made in slices of a few milliseconds.
 */
export class Bm25 {
  private constructor(private readonly postings: Postings) {}

  static async of(documents: readonly IndexedDocument[], signal?: AbortSignal): Promise<Bm25> {
    const numbers = new Map<string, number>();
    const entries = new Entries();
    const lengths = new Float64Array(documents.length);
    await inSlices(documents.length, signal, (row) => {
      for (const [term, count] of countTerms(documents[row] as IndexedDocument)) {
        const number = numbers.get(term) ?? numbers.size;
        numbers.set(term, number);
        entries.add(row, number, count);
        lengths[row]! += count;
      }
    });
    const mean = lengths.reduce((sum, length) => sum + length, 0) / (documents.length || 1);
    const norms = lengths.map((length) => K1 * (1 - B + (B * length) / (mean || 1)));
    return new Bm25({ numbers, ...(await byTerm(entries, numbers.size, signal)), norms });
  }

  query(texts: readonly WeightedText[]): WordScores {
    const { numbers, starts, rows, counts, norms } = this.postings;
    const scores = new Float64Array(norms.length);
    let known = 0;
    let all = 0;
    for (const [term, weight] of queryTerms(texts)) {
      const number = numbers.get(term) ?? -1;
      const start = starts[number] ?? 0;
      const end = starts[number + 1] ?? 0;
      const within = number < 0 ? 0 : end - start;
      const weighted = weight * this.idf(within);
      all += weighted;
      if (within === 0) continue;
      known += weighted;
      for (let entry = start; entry < end; entry += 1) {
        const row = rows[entry] as number;
        const count = counts[entry] as number;
        scores[row]! += (weighted * count * (K1 + 1)) / (count + (norms[row] as number));
      }
    }
    return { scores, most: all * (K1 + 1), known: all === 0 ? 0 : known / all };
  }

  private idf(within: number): number {
    const rows = this.postings.norms.length;
    return Math.log1p((rows - within + 0.5) / (within + 0.5));
  }
}

/** Each term once, at the highest of its weights. */
function queryTerms(texts: readonly WeightedText[]): Map<string, number> {
  const terms = new Map<string, number>();
  for (const { text, weight } of texts) {
    for (const term of termsOf(text)) {
      terms.set(term, Math.max(terms.get(term) ?? 0, Math.min(1, weight)));
    }
  }
  return terms;
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
): Promise<Pick<Postings, 'starts' | 'rows' | 'counts'>> {
  const starts = new Uint32Array(terms + 1);
  const visit = (each: (term: number, row: number, count: number) => void): Promise<void> =>
    inBlocks(entries.length, BLOCK, signal, (first, last) => entries.visit(first, last, each));
  await visit((term) => (starts[term + 1]! += 1));
  for (let term = 0; term < terms; term += 1) starts[term + 1]! += starts[term]!;
  const rows = new Uint32Array(entries.length);
  const counts = new Float32Array(entries.length);
  const next = starts.slice();
  await visit((term, row, count) => {
    const entry = next[term]!++;
    rows[entry] = row;
    counts[entry] = count;
  });
  return { starts, rows, counts };
}
