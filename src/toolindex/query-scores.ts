/** One found tool. `score` is the dot product with the query, from -1 to 1. */
export interface ScoredTool {
  name: string;
  score: number;
}

/** True when `a` comes before `b`: the higher score first, equal scores by name. */
function comesBefore(a: ScoredTool, b: ScoredTool): boolean {
  return a.score === b.score ? a.name < b.name : a.score > b.score;
}

/**
 * Keeps the best `capacity` of all that is offered, in a heap whose root is the worst kept one: an
 * offer that does not make it costs one comparison.
 */
class TopK {
  private readonly heap: ScoredTool[] = [];

  constructor(private readonly capacity: number) {}

  /** A lower score is not kept: that of the worst kept tool, or -∞ while there is room. */
  get floor(): number {
    if (this.heap.length < this.capacity) return -Infinity;
    return this.heap[0]?.score ?? Infinity;
  }

  offer(tool: ScoredTool): void {
    const worst = this.heap[0];
    if (this.heap.length < this.capacity) {
      this.heap.push(tool);
      this.siftUp();
    } else if (worst !== undefined && comesBefore(tool, worst)) {
      this.heap[0] = tool;
      this.siftDown();
    }
  }

  /** What was kept, best first. */
  sorted(): ScoredTool[] {
    return [...this.heap].sort((a, b) => (comesBefore(a, b) ? -1 : 1));
  }

  private siftUp(): void {
    let child = this.heap.length - 1;
    while (child > 0) {
      const parent = (child - 1) >> 1;
      if (!this.isWorse(child, parent)) return;
      this.swap(child, parent);
      child = parent;
    }
  }

  private siftDown(): void {
    let parent = 0;
    for (;;) {
      let worst = parent;
      for (const child of [2 * parent + 1, 2 * parent + 2]) {
        if (child < this.heap.length && this.isWorse(child, worst)) worst = child;
      }
      if (worst === parent) return;
      this.swap(parent, worst);
      parent = worst;
    }
  }

  private isWorse(a: number, b: number): boolean {
    return comesBefore(this.heap[b] as ScoredTool, this.heap[a] as ScoredTool);
  }

  private swap(a: number, b: number): void {
    const kept = this.heap[a] as ScoredTool;
    this.heap[a] = this.heap[b] as ScoredTool;
    this.heap[b] = kept;
  }
}

/** What a search keeps. */
export interface SearchOptions {
  /** At most this many; 0 finds nothing. */
  topK: number;
  /** Lower scores are dropped. */
  minScore: number;
  /** Only these are ranked; names that are not in the index are passed over. */
  allowed: ReadonlySet<string>;
  /** What tools gain or lose in rank beside their scores, by name. */
  gains?: ReadonlyMap<string, number> | undefined;
}

/** The rows of an index, and what one query makes of them. */
interface RankedRows {
  names: readonly string[];
  rows: ReadonlyMap<string, number>;
  /** By row, from -1 to 1: what is shown, and what `minScore` is about. */
  scores: ArrayLike<number>;
  /** By row: what the order is by. */
  ranks: ArrayLike<number>;
  /** How much of what the message says the catalogue speaks of, from 0 to 1. */
  known: number;
}

/** What a query says of tools. */
export interface Scores {
  /** The best allowed tools, best first. */
  top(options: SearchOptions): ScoredTool[];
  /** The score of one tool, from -1 to 1; `undefined` for a name that is not known. */
  of(name: string): number | undefined;
  /** What the order is by, in the unit of the scores; `undefined` for a name that is not known. */
  rankOf(name: string): number | undefined;
  /** The share of the query's words that any tool speaks of, by their weight. */
  readonly known: number;
}

/** One embedded query against one index. */
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
    return best.sorted().map(({ name }) => ({ name, score: this.of(name) ?? 0 }));
  }

  of(name: string): number | undefined {
    const row = this.ranked.rows.get(name);
    return row === undefined ? undefined : this.ranked.scores[row];
  }
  rankOf(name: string): number | undefined {
    const row = this.ranked.rows.get(name);
    return row === undefined ? undefined : this.ranked.ranks[row];
  }
}
