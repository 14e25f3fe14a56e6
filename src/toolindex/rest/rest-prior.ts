import type { IndexedDocument } from '../document.js';
import type { Takeover } from '../earlier-rows.js';
import { Bm25 } from '../lexical/bm25.js';
import type { WeightedText } from '../search-text.js';
import { askedActions } from './action-words.js';
import { countNamedIds } from './named-ids.js';
import type { RestAction, RestFacts } from './rest-facts.js';

/** What an operation gains whose method does what the request asks for. */
const ACTION = 0.04;
/** The share of a place that is the company's: the mean of the best operations on the same resource, */
const COMPANY = 0.2;
/** so many of them. */
const COMPANY_OF = 3;
/** What the tool gains that holds the very words of a request best, and others by how well they do. */
const WORDS = 0.2;
/** What an operation loses that takes more identifiers than are named, */
const UNNAMED = 0.04;
/** and so many more: one is often meant without a name ("my fork"). */
const SPARE_IDS = 1;

/** What a request tells of the operation it wants beside its words. */
export interface RestRequest {
  actions: ReadonlySet<RestAction>;
  named: number;
  texts: readonly WeightedText[];
}

/** Reads what a message, the last of the texts, asks for and names; what was said before it and `given` ids of a page count as named. */
export function restRequest(texts: readonly WeightedText[], given: number): RestRequest {
  const named = texts.reduce((sum, { text }) => sum + countNamedIds(text), given);
  return { actions: askedActions(texts.at(-1)?.text ?? ''), named, texts };
}

/**
 * Where operations of REST APIs are ranked beside their scores: by what the method does, by the company
 * of the same resource, by whether the identifiers of the path are named, and by the very words of the
 * request, which count for the tools beside them too: they compete for the same places. Never a filter.
 */
export class RestPrior {
  private constructor(
    private readonly operations: readonly RankedOperation[],
    private readonly groups: number,
    private readonly words: Bm25,
  ) {}

  /**
   * Undefined where no document is an operation. Reads in slices of a few milliseconds; what `earlier` knows
   * of unchanged documents is taken over.
   */
  static async of(
    documents: readonly IndexedDocument[],
    {
      earlier,
      signal,
    }: { earlier?: Takeover<RestPrior> | undefined; signal?: AbortSignal | undefined } = {},
  ): Promise<RestPrior | undefined> {
    const groups = new Map<string, number>();
    const operations = documents.flatMap(({ rest }, row): RankedOperation[] => {
      if (rest === undefined) return [];
      const group = groups.get(rest.resource) ?? groups.size;
      groups.set(rest.resource, group);
      return [{ row, group, action: rest.action, ids: rest.ids }];
    });
    if (operations.length === 0) return undefined;
    const words = await Bm25.of(documents, {
      earlier: earlier && { from: earlier.from.words, rows: earlier.rows },
      signal,
    });
    return new RestPrior(operations, groups.size, words);
  }

  /** What each row is ranked by. */
  ranks(scores: ArrayLike<number>, { actions, named, texts }: RestRequest): Float64Array {
    const company = this.company(scores);
    const words = this.words.match(texts);
    const ranks = words.map((said, row) => (scores[row] as number) + WORDS * said);
    for (const { row, group, action, ids } of this.operations) {
      const own = (1 - COMPANY) * (scores[row] as number) + COMPANY * (company[group] as number);
      const asked = actions.has(action) ? ACTION : 0;
      const said = WORDS * (words[row] as number);
      ranks[row] = own + asked + said - (ids > named + SPARE_IDS ? UNNAMED : 0);
    }
    return ranks;
  }

  /** By group, the mean of its best scores. */
  private company(scores: ArrayLike<number>): Float64Array {
    const best = new Float64Array(this.groups * COMPANY_OF).fill(-Infinity);
    for (const { row, group } of this.operations) keepBest(best, group, scores[row] as number);
    return Float64Array.from({ length: this.groups }, (_, group) => {
      const own = best.subarray(group * COMPANY_OF, (group + 1) * COMPANY_OF);
      let sum = 0;
      let count = 0;
      for (const score of own) {
        if (score === -Infinity) break;
        sum += score;
        count += 1;
      }
      return sum / count;
    });
  }
}

/** Puts a score into its place among the best of its group, the highest first. */
function keepBest(best: Float64Array, group: number, score: number): void {
  const first = group * COMPANY_OF;
  let at = first + COMPANY_OF - 1;
  if (score <= (best[at] as number)) return;
  for (; at > first && (best[at - 1] as number) < score; at -= 1) best[at] = best[at - 1] as number;
  best[at] = score;
}

interface RankedOperation extends Pick<RestFacts, 'action' | 'ids'> {
  row: number;
  group: number;
}
