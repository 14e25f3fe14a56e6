import type { Takeover } from './earlier-rows.js';
import type { WeightedText } from './search-text.js';

/**
 * The sparse block of the hybrid vectors `[√a · dense ‖ √(1−a) · sparse]` of one catalogue, rows in
 * the order of its documents. It is stored by its non-zero entries only; the score of a row is the
 * same dot product as if both blocks stood in one array.
 */
export interface SparseBlock {
  /** 1 − a: the part of the score that comes from this block, from 0 to 1. */
  readonly share: number;
  query(texts: readonly WeightedText[]): SparseFit;
}

/** What a sparse block answers a query. */
export interface SparseFit {
  /** How well a row fits the texts, from 0 to 1. */
  of: (row: number) => number;
  /** The length of the query's vector before it is brought to 1: how much it says that the catalogue speaks of. */
  length: number;
  /** The part of that length in the whole query's, words that no row has included: from 0 to 1. */
  known: number;
}

/** Options of a fit. */
export interface FitOptions {
  signal?: AbortSignal | undefined;
  /** A block of an earlier catalogue: what it knows of documents that are the same is not made again. */
  earlier?: Takeover<SparseBlock> | undefined;
}
