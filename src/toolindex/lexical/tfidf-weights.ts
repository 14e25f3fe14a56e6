import type { Postings } from './postings.js';

/** What the counts of a catalogue weigh. */
export interface TfidfWeights {
  /** BM25's idf of each term; 0 where no row has it. */
  idf: Float64Array;
  /** For each row 1 / length of its weighted counts; 0 for an empty row. */
  scales: Float64Array;
  /** For each row 1 / sum of the idf of its name's words; 0 without any. */
  nameScales: Float64Array;
  /** Terms that some row has. */
  used: number;
}

/** Numbers only, no text: a few ms for 1,000 tools, in slices. */
export async function tfidfWeights(
  texts: Postings,
  names: Postings,
  rows: number,
  signal?: AbortSignal,
): Promise<TfidfWeights> {
  const idf = new Float64Array(texts.terms);
  let used = 0;
  for (let term = 0; term < idf.length; term += 1) {
    const count = texts.rowsWith(term);
    if (count === 0) continue;
    idf[term] = idfOf(count, rows);
    used += 1;
  }
  const squares = await texts.rowSums(rows, idf, 2, signal);
  const nameSums = await names.rowSums(rows, idf, 1, signal);
  const scales = squares.map((square) => inverse(Math.sqrt(square)));
  return { idf, scales, nameScales: nameSums.map(inverse), used };
}

/** BM25's idf of a term that so many of the rows have. */
export function idfOf(count: number, rows: number): number {
  return Math.log1p((rows - count + 0.5) / (count + 0.5));
}

function inverse(value: number): number {
  return value === 0 ? 0 : 1 / value;
}
