/** A page outside that an answer rests on. */
export interface OutsidePage {
  url: string;
  title: string;
  /** What it says, when the service tells. */
  snippet?: string;
}

/** What a search outside the knowledge base found: `[n]` in the answer is the page at place n, from 1. */
export interface OutsideAnswer {
  answer: string;
  pages: readonly OutsidePage[];
}

/** A service that answers from outside the knowledge base. */
export interface OutsideSearch {
  readonly name: string;
  /** `context` tells what is known already. Rejects with an `AppError`. */
  search(query: string, context: string | undefined, signal: AbortSignal): Promise<OutsideAnswer>;
}

/** A stored answer from outside. */
export interface OutsideResult extends OutsideAnswer {
  id: string;
  query: string;
  createdAt: Date;
}

/** Which keywords a result was given, and which of them were there already. */
export interface IndexedKeywords {
  keywords: string[];
  merged: string[];
}

/** The answers from outside that a user's runs have brought, found again by keywords. Each user's own. */
export interface OutsideStore {
  keep(userId: string, query: string, answer: OutsideAnswer): Promise<OutsideResult>;
  /** Gives a result its keywords, which stay linked to all their questions and results. `not_found` for another's result. */
  index(
    userId: string,
    resultId: string,
    question: string,
    keywords: readonly string[],
  ): Promise<IndexedKeywords>;
  /** The results whose keywords a question has at least half the words of, best first. */
  findByKeywords(
    userId: string,
    question: string,
    limit: number,
  ): Promise<(OutsideResult & { keywords: string[] })[]>;
}

/** Knowledge from outside: what was kept of it, and the service, where one is configured. */
export interface OutsideKnowledge {
  store: OutsideStore;
  search: OutsideSearch | undefined;
}
