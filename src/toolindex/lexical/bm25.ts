import type { IndexedDocument } from '../document.js';
import type { Takeover } from '../earlier-rows.js';
import type { WeightedText } from '../search-text.js';
import { inSlices } from '../slices.js';
import { Entries } from './entries.js';
import { readPart } from './features.js';
import { Postings } from './postings.js';
import { Vocabulary } from './vocabulary.js';
import { wordsOf } from './words.js';

const K1 = 1.2;
const B = 0.75;

/** What an index holds: how often each row has a word, and how long the rows are. */
interface Bm25Parts {
  rows: number;
  vocabulary: Vocabulary;
  words: Postings;
  /** `k1 · (1 − b + b · length / mean length)` of each row. */
  norms: Float64Array;
}

/**
 * Okapi BM25 over whole words as they stand, function words too: "who am I" is said with few others. What
 * meets by stems and n-grams is the business of the TF-IDF block. Immutable; the counts of documents that
 * stayed are taken over from an earlier one.
 */
export class Bm25 {
  private constructor(private readonly parts: Bm25Parts) {}

  /** Counts the documents in slices of a few milliseconds. */
  static async of(
    documents: readonly IndexedDocument[],
    {
      earlier,
      signal,
    }: { earlier?: Takeover<Bm25> | undefined; signal?: AbortSignal | undefined } = {},
  ): Promise<Bm25> {
    const kept = earlier?.from.parts;
    const vocabulary = kept?.vocabulary ?? new Vocabulary();
    const added = new Entries();
    await inSlices(documents.length, signal, (row) => {
      if (earlier !== undefined && earlier.rows.before[row] !== -1) return;
      const { text, parameters = '' } = documents[row] as IndexedDocument;
      for (const [word, count] of counted(`${readPart(text)} ${readPart(parameters)}`))
        added.add(row, vocabulary.number(word), count);
    });
    const earlierWords = kept && earlier && { postings: kept.words, newRows: earlier.rows.after };
    const rows = documents.length;
    const size = { terms: vocabulary.size, rows };
    const words = await Postings.of(size, added, earlierWords, signal);
    const norms = await normsOf(words, rows, signal);
    return new Bm25({ rows, vocabulary, words, norms });
  }

  /** How well each row fits, from 0 to 1; the best has 1, unless no word is known. */
  match(texts: readonly WeightedText[]): Float64Array {
    const { rows, words, norms } = this.parts;
    const sums = new Float64Array(rows);
    for (const [term, weight] of this.queryTerms(texts)) {
      const containing = words.rowsWith(term);
      const idf = Math.log1p((rows - containing + 0.5) / (containing + 0.5));
      words.each(term, (row, count) => {
        sums[row]! += (weight * idf * count * (K1 + 1)) / (count + (norms[row] as number));
      });
    }
    const best = sums.reduce((most, sum) => Math.max(most, sum), 0);
    return best === 0 ? sums : sums.map((sum) => sum / best);
  }

  /** Each known word once, at the highest of its weights. */
  private queryTerms(texts: readonly WeightedText[]): Map<number, number> {
    const terms = new Map<number, number>();
    for (const { text, weight } of texts) {
      for (const word of wordsOf(readPart(text))) {
        const term = this.parts.vocabulary.find(word);
        if (term === undefined || term >= this.parts.words.terms) continue;
        terms.set(term, Math.max(terms.get(term) ?? 0, Math.min(1, weight)));
      }
    }
    return terms;
  }
}

function counted(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

async function normsOf(
  words: Postings,
  rows: number,
  signal: AbortSignal | undefined,
): Promise<Float64Array> {
  const lengths = await words.rowSums(rows, new Float64Array(words.terms).fill(1), 1, signal);
  const mean = lengths.reduce((sum, length) => sum + length, 0) / rows;
  return lengths.map((length) => K1 * (1 - B + (B * length) / (mean || 1)));
}
