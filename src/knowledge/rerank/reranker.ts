/** A word of the query that was found in a passage. */
export interface FoundWord {
  word: string;
  /** How rare it is. */
  weight: number;
  /** The stems that it was found by, and how surely each says the word, from 0 to 1; the surest first. */
  forms: readonly { stems: readonly string[]; share: number }[];
}

/** A passage as a second pass reads it. */
export interface RerankPassage {
  /** Title and headings, the highest first. */
  heading: string;
  /** The innermost heading; empty where there is none. */
  section: string;
  text: string;
  /** The words of the query that were found in it. */
  words: readonly FoundWord[];
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
