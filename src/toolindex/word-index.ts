import type { IndexedDocument } from './document.js';
import { keptParts, partOf, type Part } from './parts.js';
import { QueryScores, type Scores } from './query-scores.js';
import { Bm25, Postings } from './retrieve/bm25.js';
import { weightedTexts, type SearchText } from './query-vectors.js';

/** A catalogue searched by words, while there are no vectors. Its scores must not be shown as a {@link ToolIndex}'s. */
export class WordIndex {
  private readonly words: Bm25;

  private constructor(
    private readonly names: readonly string[],
    private readonly rows: ReadonlyMap<string, number>,
    private readonly parts: readonly Part<Postings>[],
  ) {
    this.words = new Bm25(parts, names.length);
  }

  /** Counts the words, in slices of a few milliseconds; those of documents that an earlier index has are not counted again. */
  static async of(documents: readonly IndexedDocument[], earlier?: WordIndex): Promise<WordIndex> {
    const names = documents.map(({ name }) => name);
    const rows = new Map(names.map((name, row) => [name, row]));
    const { parts, rest } = keptParts(documents, rows, earlier?.parts ?? []);
    return new WordIndex(names, rows, [...parts, partOf(rest, rows, await Postings.of(rest))]);
  }

  /** Scores are from 0 to 1, and grow like cosines: with the root of the share of the words that a tool covers. */
  query(search: SearchText): QueryScores {
    const { scores, most, known } = this.words.query(weightedTexts(search));
    const shares = scores.map((score) => Math.sqrt(score / (most || 1)));
    const { names, rows } = this;
    return new QueryScores({ names, rows, scores: shares, ranks: shares, known });
  }
}

/** The scores of an index, where a tool that it does not know yet has the score, and the place, that its words give it. */
export function withLateTools(
  known: QueryScores,
  words: QueryScores,
  isLate: (name: string) => boolean,
): Scores {
  return {
    of: (name) => (isLate(name) ? words.of(name) : known.of(name)),
    rankOf: (name) => (isLate(name) ? words.rankOf(name) : known.rankOf(name)),
    known: words.known,
    top: (options) => {
      const all = known.top(options);
      words.top({ ...options, minScore: 0 }).forEach((tool, place) => {
        if (tool.score > 0 && isLate(tool.name)) all.splice(place, 0, tool);
      });
      return all.slice(0, options.topK);
    },
  };
}
