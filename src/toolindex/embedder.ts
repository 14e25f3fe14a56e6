/** Whether a text is searched for or searched in: most models embed the two differently. */
export type EmbedKind = 'query' | 'document';

export interface EmbedOptions {
  kind: EmbedKind;
  /** True for work that nobody waits for: what a chat asks overtakes it. Absent: true for documents. */
  background?: boolean;
  signal?: AbortSignal;
}

/** Texts to vectors, in the order given, all of one dimension. Rejects with `cancelled` or `index_error`; lengths do not matter. */
export interface Embedder {
  /** Names model and version: part of the key under which vectors are cached. */
  readonly id: string;
  embed(texts: readonly string[], options: EmbedOptions): Promise<Float32Array[]>;
  /** The languages it reads, as ISO 639-1 codes: vectors of other texts say nothing. Absent: any. */
  readonly languages?: readonly string[] | undefined;
  /** The cosine below which a search of documents found nothing (bench/search-floor); absent where it was not measured. */
  readonly searchFloor?: number | undefined;
  /** See `UnmetWords`: the best score is `below`, and 1 less the cosine without the word at least `lost`. */
  readonly unmet?: { below: number; lost: number } | undefined;
  /** Its vectors of single words tell which mean nearly the same (bench/selection); absent where it was not measured. */
  readonly likeWords?: boolean | undefined;
  /** Starts loading what the first call needs, without waiting; a failure shows in that call. */
  prepare?(): void;
  /** Frees threads and handles; the embedder is not used afterwards. */
  close?(): Promise<void>;
}
