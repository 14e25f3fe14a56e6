/** A passage as a second pass reads it. */
export interface RerankPassage {
  /** Title and headings, the highest first. */
  heading: string;
  text: string;
  /** The words of the query that full text found in it, as stems, and how rare each is. */
  words: readonly { word: string; weight: number }[];
  /** The first pass's score, from 0 to 1. */
  score: number;
}

/** Orders the best passages of a search once more, by a closer look at each. */
export interface Reranker {
  readonly name: string;
  /** A score from 0 to 1 for each passage, in the order given. Rejects with an `AppError`. */
  rerank(
    query: string,
    passages: readonly RerankPassage[],
    signal?: AbortSignal,
  ): Promise<number[]>;
}
