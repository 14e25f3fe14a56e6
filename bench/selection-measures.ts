/** How many tools are offered: RAG_TOP_K's default. */
export const OFFERED = 6;

/** What is measured of one ranking, each from 0 to 1. */
export interface Measures {
  /** Share of the needed tools among the first {@link OFFERED}. */
  recall: number;
  /** 1 when all needed tools are among them. */
  complete: number;
  /** Share of the needed tools at rank one. */
  recallAt1: number;
  /** 1 / rank of the first needed tool. */
  reciprocalRank: number;
  /** Discounted gain among the first five, of what can be had. */
  ndcgAt5: number;
}

const gain = (place: number): number => 1 / Math.log2(place + 2);

/** Measures one ranking (names, best first) against the needed tools. */
export function measure(ranking: readonly string[], gold: readonly string[]): Measures {
  const needed = new Set(gold);
  const hits = ranking.slice(0, OFFERED).filter((name) => needed.has(name)).length;
  const gained = ranking
    .slice(0, 5)
    .reduce((sum, name, place) => sum + (needed.has(name) ? gain(place) : 0), 0);
  const most = Array.from({ length: Math.min(5, needed.size) }, (_, place) => gain(place));
  const first = ranking.findIndex((name) => needed.has(name));
  return {
    recall: hits / needed.size,
    complete: hits === needed.size ? 1 : 0,
    recallAt1: first === 0 ? 1 / needed.size : 0,
    reciprocalRank: first < 0 ? 0 : 1 / (first + 1),
    ndcgAt5: gained / most.reduce((sum, each) => sum + each, 0),
  };
}

/** A mean and half the width of its 95 % interval (normal approximation over the queries). */
export function meanWithInterval(values: readonly number[]): { mean: number; margin: number } {
  const mean = values.reduce((total, value) => total + value, 0) / values.length;
  const squares = values.reduce((total, value) => total + (value - mean) ** 2, 0);
  const variance = squares / Math.max(1, values.length - 1);
  return { mean, margin: 1.96 * Math.sqrt(variance / values.length) };
}

/** How well a figure tells wanted from unwanted: of all pairs, and with a limit that loses one wanted in twenty. */
export function toldApart(wanted: readonly number[], unwanted: readonly number[]) {
  const pairs = wanted.length * unwanted.length;
  const right = wanted.reduce(
    (sum, value) => sum + unwanted.filter((other) => other < value).length,
    0,
  );
  const limit = [...wanted].sort((a, b) => a - b)[Math.floor(wanted.length / 20)] ?? 0;
  const away = unwanted.filter((value) => value < limit).length;
  return { auc: right / pairs, turnedAway: away / unwanted.length, limit };
}
