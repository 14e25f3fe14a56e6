import type { IndexedDocument } from './document.js';
import type { FitOptions, SparseBlock } from './sparse-block.js';

/** Whether a text is searched for or searched in: some models embed the two differently. */
export type EmbedKind = 'query' | 'document';

/** Options of one embedding call. */
export interface EmbedOptions {
  kind: EmbedKind;
  signal?: AbortSignal;
}

/**
 * Turns texts into vectors, in the order given, all of one dimension that is known after the first
 * call. Rejects with an `AppError`: `cancelled` when `signal` fires, else `index_error`; the index
 * normalises, so length does not matter.
 */
export interface Embedder {
  /** Names model and version: part of the key under which vectors are cached. */
  readonly id: string;
  embed(texts: readonly string[], options: EmbedOptions): Promise<Float32Array[]>;
  /** The languages it reads, as ISO 639-1 codes: vectors of other texts say nothing. Absent: any. */
  readonly languages?: readonly string[] | undefined;
  /** The model alone, without what is particular to texts of tools; for any other text. Absent: the embedder itself. */
  readonly plain?: Embedder;
  /**
   * The share of a catalogue's mean vector that an index takes from each of its vectors, from 0 to 1:
   * some models put all texts near one direction. Absent: none.
   */
  readonly centre?: number;
  /** Starts loading what the first call needs, without waiting; a failure shows in that call. */
  prepare?(): void;
  /**
   * Learns the second, sparse block of a hybrid vector from the catalogue that is to be searched;
   * the index calls it once per build. It must not hold the thread for more than a few milliseconds.
   * With an `earlier` block only what changed need be read; the result must be the same.
   */
  fitSparse?(documents: readonly IndexedDocument[], options?: FitOptions): Promise<SparseBlock>;
  /** Frees threads and handles; the embedder is not used afterwards. */
  close?(): Promise<void>;
}
