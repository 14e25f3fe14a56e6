import type { IndexedDocument } from '../src/toolindex/document.js';

const K1 = 1.2;
const B = 0.75;

/**
 * The usual baseline: Okapi BM25 (k1 1.2, b 0.75) over plain lower-case words of name, description,
 * examples and parameters, identifiers split; no stemming, no weights. Independent of the product's
 * own lexical code.
 */
export function bm25(documents: readonly IndexedDocument[]): (query: string) => number[] {
  const counted = documents.map(({ text, examples = [], parameters = '' }) =>
    countWords([text, ...examples, parameters].join(' ')),
  );
  const lengths = counted.map((counts) => sum(counts.values()));
  const meanLength = sum(lengths) / lengths.length;
  const documentCounts = new Map<string, number>();
  for (const word of counted.flatMap((counts) => [...counts.keys()])) {
    documentCounts.set(word, (documentCounts.get(word) ?? 0) + 1);
  }
  const weigh = (word: string, row: number): number => {
    const count = counted[row]?.get(word) ?? 0;
    const containing = documentCounts.get(word) ?? 0;
    const idf = Math.log1p((documents.length - containing + 0.5) / (containing + 0.5));
    const relativeLength = (lengths[row] ?? 0) / meanLength;
    return (idf * count * (K1 + 1)) / (count + K1 * (1 - B + B * relativeLength));
  };
  return (query) => {
    const words = [...countWords(query).keys()];
    return documents.map((_, row) => sum(words.map((word) => weigh(word, row))));
  };
}

function countWords(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  const spaced = text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/_/g, ' ')
    .toLowerCase();
  for (const word of spaced.match(/[\p{L}\p{N}]+/gu) ?? []) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
