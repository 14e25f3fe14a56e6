import type { IndexedDocument } from './document.js';
import { QueryScores } from './query-scores.js';
import { Bm25 } from './retrieve/bm25.js';
import { weightedTexts, type SearchText } from './search-text.js';

/**
 * A catalogue searched by words alone, without an embedder: for as long as there are no vectors. Its
 * scores are not those of a {@link ToolIndex} and must not be shown as such.
 */
export class WordIndex {
  private constructor(
    private readonly names: readonly string[],
    private readonly rows: ReadonlyMap<string, number>,
    private readonly words: Bm25,
  ) {}

  /** Counts the words, in slices of a few milliseconds. */
  static async of(documents: readonly IndexedDocument[]): Promise<WordIndex> {
    const names = documents.map(({ name }) => name);
    const rows = new Map(names.map((name, row) => [name, row]));
    return new WordIndex(names, rows, await Bm25.of(documents));
  }

  /** Scores are from 0 to 1, and grow like cosines: with the root of the share of the words that a tool covers. */
  query(search: SearchText): QueryScores {
    const { scores, most, known } = this.words.query(weightedTexts(search));
    const shares = scores.map((score) => Math.sqrt(score / (most || 1)));
    return new QueryScores({
      names: this.names,
      rows: this.rows,
      scores: shares,
      ranks: shares,
      known,
    });
  }
}
