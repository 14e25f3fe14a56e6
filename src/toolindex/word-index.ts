import type { IndexedDocument } from './document.js';
import { TfidfBlock } from './lexical/tfidf-block.js';
import { earlierRows, type Takeover } from './earlier-rows.js';
import { Prerequisites } from './prerequisites.js';
import { QueryScores } from './query-scores.js';
import { restRequest, RestPrior } from './rest/rest-prior.js';
import type { RowScores } from './row-scores.js';
import { weightedTexts, type SearchText } from './search-text.js';

/**
 * A catalogue searched by words alone, without an embedder: for as long as there are no vectors. Its
 * scores are not those of a {@link ToolIndex} and must not be shown as such.
 */
export class WordIndex {
  private constructor(
    private readonly parts: {
      documents: readonly IndexedDocument[];
      names: readonly string[];
      rows: ReadonlyMap<string, number>;
      words: TfidfBlock;
      prerequisites: Prerequisites;
      rest: RestPrior | undefined;
    },
  ) {}

  /** Counts the words, in slices of a few milliseconds: some 50 ms for 1,000 tools, 5 beside an earlier index. */
  static async of(documents: readonly IndexedDocument[], earlier?: WordIndex): Promise<WordIndex> {
    const names = documents.map(({ name }) => name);
    const before = earlier?.parts;
    const taken = await earlierRows(before?.documents ?? [], documents);
    const over = <T>(from: T | undefined): { earlier?: Takeover<T> } =>
      from === undefined ? {} : { earlier: { from, rows: taken } };
    return new WordIndex({
      documents,
      names,
      rows: new Map(names.map((name, row) => [name, row])),
      words: await TfidfBlock.fit(documents, 1, over(before?.words)),
      prerequisites: await Prerequisites.of(documents, over(before?.prerequisites)),
      rest: await RestPrior.of(documents, over(before?.rest)),
    });
  }

  query(search: SearchText): QueryScores {
    const { words, rest, names, rows, prerequisites } = this.parts;
    const texts = weightedTexts(search);
    const { of } = words.query(texts);
    const all = Float64Array.from(names, (_, row) => of(row));
    const scores: RowScores = { of, all: () => all };
    const ranks = rest && ((given: number) => rest.ranks(all, restRequest(texts, given)));
    return new QueryScores({ names, rows, prerequisites, scores, ranks, identified: false });
  }
}
