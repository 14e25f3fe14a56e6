/** One found tool. `score` is the dot product with the query, from -1 to 1. */
export interface ScoredTool {
  name: string;
  score: number;
}

/** Keeps the best `capacity` of all that is offered, best first: an offer that does not make it costs one comparison. */
class TopK {
  readonly kept: ScoredTool[] = [];

  constructor(private readonly capacity: number) {}

  /** A lower score is not kept: that of the worst kept tool, or -∞ while there is room. */
  get floor(): number {
    if (this.kept.length < this.capacity) return -Infinity;
    return this.kept.at(-1)?.score ?? Infinity;
  }

  offer(tool: ScoredTool): void {
    let place = 0;
    for (let end = this.kept.length; place < end;) {
      const middle = (place + end) >> 1;
      const { name, score } = this.kept[middle] as ScoredTool;
      // Equal scores by name.
      if (tool.score === score ? tool.name < name : tool.score > score) end = middle;
      else place = middle + 1;
    }
    this.kept.splice(place, 0, tool);
    if (this.kept.length > this.capacity) this.kept.pop();
  }
}

export interface SearchOptions {
  /** At most this many; 0 finds nothing. */
  topK: number;
  minScore: number;
  /** Only these are ranked; names that are not in the index are passed over. */
  allowed: ReadonlySet<string>;
  /** What tools gain or lose in rank beside their scores, by name. */
  gains?: ReadonlyMap<string, number> | undefined;
}

interface RankedRows {
  names: readonly string[];
  rows: ReadonlyMap<string, number>;
  /** By row, from -1 to 1: what is shown, and what `minScore` is about. */
  scores: ArrayLike<number>;
  ranks: ArrayLike<number>;
  /** How much of what the message says the catalogue speaks of, from 0 to 1. */
  known: number;
}

export interface Scores {
  top(options: SearchOptions): ScoredTool[];
  /** The score of one tool, from -1 to 1; `undefined` for a name that is not known. */
  of(name: string): number | undefined;
  /** What the order is by, in the unit of the scores; `undefined` for a name that is not known. */
  rankOf(name: string): number | undefined;
  /** The share of the query's words that any tool speaks of, by their weight. */
  readonly known: number;
}

export class QueryScores implements Scores {
  constructor(private readonly ranked: RankedRows) {}

  get known(): number {
    return this.ranked.known;
  }

  /** The best allowed tools by rank, equal ones by name, each with its score. */
  top({ topK, minScore, allowed, gains }: SearchOptions): ScoredTool[] {
    const { names, scores, ranks } = this.ranked;
    const best = new TopK(topK);
    for (let row = 0; row < names.length; row += 1) {
      if ((scores[row] as number) < minScore) continue;
      const name = names[row] as string;
      const rank = (ranks[row] as number) + (gains?.get(name) ?? 0);
      if (rank >= best.floor && allowed.has(name)) best.offer({ name, score: rank });
    }
    return best.kept.map(({ name }) => ({ name, score: this.of(name) ?? 0 }));
  }

  of(name: string): number | undefined {
    return this.ranked.scores[this.ranked.rows.get(name) ?? -1];
  }

  rankOf(name: string): number | undefined {
    return this.ranked.ranks[this.ranked.rows.get(name) ?? -1];
  }
}
