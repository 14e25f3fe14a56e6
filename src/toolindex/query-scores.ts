import { CANDIDATES, placedByClause, type ClauseScores } from './clauses/clause-places.js';
import type { Prerequisites } from './prerequisites.js';
import type { RowScores } from './row-scores.js';
import { TopK, type ScoredTool } from './top-k.js';

/** What a search keeps. */
export interface SearchOptions {
  /** At most this many; 0 finds nothing. */
  topK: number;
  /** Lower scores are dropped. */
  minScore: number;
  /** Only these are scored; names that are not in the index are passed over. */
  allowed: ReadonlySet<string>;
  /** How many identifiers the page gives, beside those that the message names. */
  givenIds?: number;
  /** What tools gain or lose in rank beside their scores, by name. */
  gains?: ReadonlyMap<string, number>;
}

/**
 * Looking up a name and its row costs about two rows of the matrix read in one go: below this share
 * of the index an allowlist is looked up name by name.
 */
const NARROW = 1 / 3;

/** Of so many of the best tools the prerequisites are looked for, */
const LOOK_AT = 2;
/** at most so many are lifted, */
const MAX_LIFTED = 2;
/** to the places behind these: the best ones stay first. */
const LIFT_BEHIND = 4;

/** The rows of an index, and what one query makes of them. */
export interface RankedRows {
  names: readonly string[];
  rows: ReadonlyMap<string, number>;
  scores: RowScores;
  /** What rows are ranked by where it is not the score alone. */
  ranks?: ((givenIds: number) => ArrayLike<number>) | undefined;
  prerequisites: Prerequisites;
  /** Of a long message, its clauses; each need gets its place. Absent or empty: none. */
  clauses?: readonly ClauseScores[];
  /** How much of what the message says the catalogue speaks of, from 0 to 1; absent where words are not compared. */
  known?: number | undefined;
  /** True when the message names a thing by its identifier. */
  identified: boolean;
}

/** What a query says of tools. */
export interface Scores {
  /** The best allowed tools, best first. */
  top(options: SearchOptions): ScoredTool[];
  /** The score of one tool, from -1 to 1; `undefined` for a name that is not known. */
  of(name: string): number | undefined;
  /** The share of the query's words that any tool speaks of, by their weight; 1 where words are not counted. */
  readonly known: number;
}

/** One embedded query against one index; scores are computed when they are asked for. */
export class QueryScores implements Scores {
  constructor(private readonly ranked: RankedRows) {}

  /**
   * The best allowed tools, best first: by rank (mostly the score), equal ones by name. Tools that must
   * come before one of the best two are lifted behind the fourth, whatever their score.
   */
  top(options: SearchOptions): ScoredTool[] {
    const { topK, allowed } = options;
    const { clauses = [] } = this.ranked;
    const names = clauses.length > 1 ? this.placed(clauses, options) : this.best(topK, options);
    const sorted = names.slice(0, topK).map(({ name }) => ({ name, score: this.of(name) ?? 0 }));
    return topK > LIFT_BEHIND ? this.lifted(sorted, allowed).slice(0, topK) : sorted;
  }

  /** The best allowed tools, with what they are ranked by as their score. */
  private best(count: number, options: SearchOptions): ScoredTool[] {
    const { minScore, allowed, gains } = options;
    const best = new TopK(count);
    if (this.ranked.ranks !== undefined || (gains?.size ?? 0) > 0) this.offerRanked(best, options);
    else if (allowed.size < this.ranked.names.length * NARROW)
      this.offerNamed(best, minScore, allowed);
    else this.offerAll(best, minScore, allowed);
    return best.sorted();
  }

  /** The same, so that each clause has its place. */
  private placed(clauses: readonly ClauseScores[], options: SearchOptions): ScoredTool[] {
    const best = this.best(Math.max(options.topK, CANDIDATES), options);
    const candidates = best.slice(0, CANDIDATES).map((tool) => {
      return { ...tool, row: this.ranked.rows.get(tool.name) as number };
    });
    return [...placedByClause(candidates, clauses), ...best.slice(CANDIDATES)];
  }

  private offerNamed(best: TopK, minScore: number, allowed: ReadonlySet<string>): void {
    for (const name of allowed) {
      const score = this.of(name);
      if (score !== undefined && score >= minScore) best.offer({ name, score });
    }
  }

  /** Reads all rows; only a score that would be kept is looked up in the allowlist. */
  private offerAll(best: TopK, minScore: number, allowed: ReadonlySet<string>): void {
    const { names, scores } = this.ranked;
    const all = scores.all();
    let least = Math.max(minScore, best.floor);
    for (let row = 0; row < names.length; row += 1) {
      const score = all[row] as number;
      if (score < least) continue;
      const name = names[row] as string;
      if (!allowed.has(name)) continue;
      best.offer({ name, score });
      least = Math.max(minScore, best.floor);
    }
  }

  private offerRanked(best: TopK, options: SearchOptions): void {
    const { minScore, allowed, givenIds = 0, gains } = options;
    const { names, scores, ranks } = this.ranked;
    const all = scores.all();
    const ranking = this.withGains(ranks?.(givenIds) ?? all, gains);
    for (let row = 0; row < names.length; row += 1) {
      const rank = ranking[row] as number;
      if (rank < best.floor || (all[row] as number) < minScore) continue;
      const name = names[row] as string;
      if (allowed.has(name)) best.offer({ name, score: rank });
    }
  }

  private withGains(ranking: ArrayLike<number>, gains: SearchOptions['gains']): ArrayLike<number> {
    if (gains === undefined || gains.size === 0) return ranking;
    const moved = Float64Array.from(ranking);
    for (const [name, gain] of gains) {
      const row = this.ranked.rows.get(name);
      if (row !== undefined) moved[row] = (moved[row] as number) + gain;
    }
    return moved;
  }

  private lifted(sorted: readonly ScoredTool[], allowed: ReadonlySet<string>): ScoredTool[] {
    const first = sorted.slice(0, LIFT_BEHIND);
    const lifted = this.prerequisites(sorted, allowed).filter((tool) => !includes(first, tool));
    const rest = sorted.slice(LIFT_BEHIND).filter((tool) => !includes(lifted, tool));
    return [...first, ...lifted, ...rest];
  }

  private prerequisites(sorted: readonly ScoredTool[], allowed: ReadonlySet<string>): ScoredTool[] {
    const { names, rows, scores, prerequisites, identified } = this.ranked;
    const nameOf = (row: number): string => names[row] as string;
    const scoreOf = (row: number): number | undefined =>
      allowed.has(nameOf(row)) ? scores.of(row) : undefined;
    const wanted = new Map<number, string>();
    for (const { name } of sorted.slice(0, LOOK_AT)) {
      for (const row of prerequisites.of(rows.get(name) as number, identified, scoreOf)) {
        if (!wanted.has(row)) wanted.set(row, name);
      }
    }
    return [...wanted]
      .slice(0, MAX_LIFTED)
      .map(([row, of]) => ({ name: nameOf(row), score: scores.of(row), prerequisiteOf: of }));
  }

  /** How much of what the message says the catalogue speaks of at all, from 0 to 1. */
  get known(): number {
    return this.ranked.known ?? 1;
  }

  /** The score of one tool, from -1 to 1; `undefined` for a name that is not in the index. */
  of(name: string): number | undefined {
    const row = this.ranked.rows.get(name);
    return row === undefined ? undefined : this.ranked.scores.of(row);
  }
}

function includes(tools: readonly ScoredTool[], { name }: ScoredTool): boolean {
  return tools.some((tool) => tool.name === name);
}
