/** Whether a text is searched for or searched in: some models embed the two differently. */
export type EmbedKind = 'query' | 'document';

/** Options of one embedding call. */
export interface EmbedOptions {
  kind: EmbedKind;
  signal?: AbortSignal;
}

/**
 * Turns texts into vectors, in the order given, all of one dimension that is known after the first
 * call. Rejects with an `AppError('index_error')`; the index normalises, so length does not matter.
 */
export interface Embedder {
  /** Names model and version: part of the key under which vectors are cached. */
  readonly id: string;
  embed(texts: readonly string[], options: EmbedOptions): Promise<Float32Array[]>;
  /** Frees threads and handles; the embedder is not used afterwards. */
  close?(): Promise<void>;
}
