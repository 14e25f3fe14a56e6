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

/** A stored answer from outside. */
export interface OutsideResult extends OutsideAnswer {
  id: string;
  query: string;
  createdAt: Date;
}
