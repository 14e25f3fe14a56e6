import type { Tier } from '../extract/tiers.js';

/** What each tier must have to do with the anchor to be kept. */
export const DRIFT_THRESHOLDS: Readonly<Record<Tier, number>> = { 1: 0.5, 2: 0.4, 3: 0.3 };

/** Above this share of removed evidence, the research has drifted and says so. */
export const DRIFT_WARNING = 0.3;

/** What was kept and what was taken out, each in the order given. */
export interface Filtered<T> {
  kept: T[];
  removed: { item: T; score: number }[];
  /** removed / all, 0 when there was nothing. */
  ratio: number;
  isWarned: boolean;
}

/**
 * Keeps what reaches its tier's threshold; `scores` are in the order of `items`, and an item without one
 * counts as having nothing to do with the anchor.
 */
export function filterDrift<T extends { contextTier: Tier }>(
  items: readonly T[],
  scores: readonly number[],
): Filtered<T> {
  const scored = items.map((item, at) => ({ item, score: scores[at] ?? 0 }));
  const stays = ({ item, score }: { item: T; score: number }) =>
    score >= DRIFT_THRESHOLDS[item.contextTier];
  const removed = scored.filter((each) => !stays(each));
  const ratio = items.length === 0 ? 0 : removed.length / items.length;
  return {
    kept: scored.filter(stays).map(({ item }) => item),
    removed,
    ratio,
    isWarned: ratio > DRIFT_WARNING,
  };
}
