/** 1 direct and relevant, 2 supporting, 3 background. */
export type Tier = 1 | 2 | 3;

/** How a piece of evidence was come by. */
export type SourceType = 'vector_search' | 'reference' | 'hitl';

/** What a tier is decided by. */
export interface TierFacts {
  sourceType: SourceType;
  /** 0 for what a search found, 1 and more for what was found by following references. */
  depth: number;
  /** From 0 to 1. */
  relevance: number;
  /** Whether it names one of the anchor's entities. */
  hasEntity: boolean;
}

/** From there a search hit is primary; one that names an entity needs less. */
const PRIMARY = 0.5;
const PRIMARY_WITH_ENTITY = 0.35;
/** Below it, whatever was found is background. */
const SECONDARY = 0.25;

/** What a tier counts in the synthesis at most. */
export const TIER_WEIGHTS: Readonly<Record<Tier, number>> = { 1: 1, 2: 0.6, 3: 0.3 };

/**
 * The tier of a piece of evidence. Only what a search for the task found itself can be primary; what a
 * reference led to is secondary on the first level and background further down, and so is what the
 * clarification had found. More relevance never makes it worse, more depth never better.
 */
export function tierOf({ sourceType, depth, relevance, hasEntity }: TierFacts): Tier {
  if (sourceType === 'hitl' || depth > 1) return 3;
  if (relevance < SECONDARY && !hasEntity) return 3;
  const isDirect = sourceType === 'vector_search' && depth === 0;
  return isDirect && relevance >= (hasEntity ? PRIMARY_WITH_ENTITY : PRIMARY) ? 1 : 2;
}

/** What it counts in the synthesis, from 0 to 1: half by its tier alone, the other half by its relevance. */
export function weightOf(tier: Tier, relevance: number): number {
  const share = Math.min(1, Math.max(0, relevance));
  return Math.round(TIER_WEIGHTS[tier] * (0.5 + share / 2) * 1000) / 1000;
}
