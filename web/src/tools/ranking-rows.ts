import type { ToolSource } from '../../../src/agentloop/events.js';
import { number } from '../texts/texts.js';
import type { SelectionAnswer } from './queries.js';

/** One tool in the answer to a sentence. */
export interface RankingRow {
  name: string;
  /** Undefined when nothing was ranked, or for `find_tools`, which is no tool of the catalogue. */
  rank: number | undefined;
  score: number | undefined;
  /** Why it is offered; undefined when it is not. */
  source: ToolSource | undefined;
}

/** Every tool of the context, best first; what has no rank comes last. */
export function rankingRows({ tools, ranking }: SelectionAnswer): RankingRow[] {
  const offered = new Map(tools.map((tool) => [tool.name, tool]));
  const ranked = ranking.map(({ name, rank, score }): RankingRow => ({
    name,
    rank,
    score,
    source: offered.get(name)?.source,
  }));
  const names = new Set(ranking.map(({ name }) => name));
  const others = tools.filter(({ name }) => !names.has(name));
  return [
    ...ranked,
    ...others.map(({ name, score, source }): RankingRow => ({
      name,
      rank: undefined,
      score,
      source,
    })),
  ];
}

/** A part of a whole as people read it; rounded down, so that only all is 100 %. */
export function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${Math.floor((part / whole) * 100)} %`;
}

/** A score as it is shown: two places, and no zero below zero. */
export function scoreText(score: number): string {
  return number(Math.round(score * 100) / 100 || 0, 2);
}
