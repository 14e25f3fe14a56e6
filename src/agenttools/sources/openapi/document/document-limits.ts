/** Three times the largest public documents known (GitHub: 13 MB, 1,223 operations). */
export const defaultDocumentLimits = {
  bytes: 40 * 1024 * 1024,
  operations: 10_000,
  depth: 100,
  /** Objects and lists, counted once for each place where an alias puts them. */
  nodes: 5_000_000,
  /** For reading and preparing; validation has the same time again. */
  timeMs: 60_000,
};

/** How large a document may be. Beyond these it is refused as a whole, with a sentence. */
export type DocumentLimits = typeof defaultDocumentLimits;
