import type { Prerequisites } from './prerequisites.js';
import { TopK, type ScoredTool } from './top-k.js';

/** What a search keeps. */
export interface SearchOptions {
  /** At most this many; 0 finds nothing. */
  topK: number;
  /** Lower scores are dropped. */
  minScore: number;
  /** Only these are scored; names that are not in the index are passed over. */
  allowed: ReadonlySet<string>;
}

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
  /** From -1 to 1. */
  score: (row: number) => number;
  prerequisites: Prerequisites;
  /** True when the message names a thing by its identifier. */
  identified: boolean;
}

/** One embedded query against one index; a score is computed when it is asked for. */
export class QueryScores {
  constructor(private readonly ranked: RankedRows) {}

  /**
   * The best allowed tools, best first: by score, equal ones by name. Tools that must come before one
   * of the best two are lifted behind the fourth, whatever their score, and have that one's.
   */
  top({ topK, minScore, allowed }: SearchOptions): ScoredTool[] {
    const best = new TopK(topK);
    for (const name of allowed) {
      const score = this.of(name);
      if (score !== undefined && score >= minScore) best.offer({ name, score });
    }
    const sorted = best.sorted();
    return topK > LIFT_BEHIND ? this.lifted(sorted, allowed).slice(0, topK) : sorted;
  }

  private lifted(sorted: readonly ScoredTool[], allowed: ReadonlySet<string>): ScoredTool[] {
    const first = sorted.slice(0, LIFT_BEHIND);
    const score = first.at(-1)?.score ?? 0;
    const lifted = this.prerequisites(sorted, allowed).filter((name) => !includes(first, name));
    const rest = sorted.slice(LIFT_BEHIND).filter(({ name }) => !lifted.includes(name));
    return [...first, ...lifted.map((name) => ({ name, score })), ...rest];
  }

  private prerequisites(sorted: readonly ScoredTool[], allowed: ReadonlySet<string>): string[] {
    const { names, rows, prerequisites, identified } = this.ranked;
    const nameOf = (row: number): string => names[row] as string;
    const scoreOf = (row: number): number | undefined =>
      allowed.has(nameOf(row)) ? this.ranked.score(row) : undefined;
    const wanted = sorted
      .slice(0, LOOK_AT)
      .flatMap(({ name }) => prerequisites.of(rows.get(name) as number, identified, scoreOf));
    return [...new Set(wanted)].slice(0, MAX_LIFTED).map(nameOf);
  }

  /** The score of one tool, from -1 to 1; `undefined` for a name that is not in the index. */
  of(name: string): number | undefined {
    const row = this.ranked.rows.get(name);
    return row === undefined ? undefined : this.ranked.score(row);
  }
}

function includes(tools: readonly ScoredTool[], name: string): boolean {
  return tools.some((tool) => tool.name === name);
}
