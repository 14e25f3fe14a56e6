import { holdsWords } from '../../../citations/quotes.js';
import type { NumberedEvidence } from '../judge/material.js';
import type { ContextEntry, PreservedQuote, Tier } from '../state.js';
import { comparable, excerptOf, LEFT_OUT, shortened } from '../text/place.js';

type Graded = Pick<ContextEntry, 'sourceType' | 'depth' | 'relevanceScore'>;

/** From there a search hit is primary; one that names an entity needs less. */
const PRIMARY = 0.5;
const PRIMARY_WITH_ENTITY = 0.35;
/** Below it, whatever was found is background. */
const SECONDARY = 0.25;

/** What a tier counts in the synthesis at most. */
const TIER_WEIGHTS: Readonly<Record<Tier, number>> = { 1: 1, 2: 0.6, 3: 0.3 };

/**
 * The tier of a piece of evidence, which names one of the anchor's entities or not. Only what a search for the task found itself can be primary; what a
 * reference led to is secondary on the first level and background further down, and so is what the
 * clarification had found. More relevance never makes it worse, more depth never better.
 */
export function tierOf(found: Graded, hasEntity: boolean): Tier {
  const { sourceType, depth, relevanceScore } = found;
  if (sourceType === 'hitl' || depth > 1) return 3;
  if (relevanceScore < SECONDARY && !hasEntity) return 3;
  const isDirect = sourceType === 'vector_search' && depth === 0;
  return isDirect && relevanceScore >= (hasEntity ? PRIMARY_WITH_ENTITY : PRIMARY) ? 1 : 2;
}

/** What it counts in the synthesis, from 0 to 1: half by its tier alone, the other half by its relevance. */
export function weightOf(tier: Tier, relevance: number): number {
  const share = Math.min(1, Math.max(0, relevance));
  return Math.round(TIER_WEIGHTS[tier] * (0.5 + share / 2) * 1000) / 1000;
}

const BEGINNING_CHARS = 400;

/** A text that was found, before it has a tier. */
export type FoundText = Omit<ContextEntry, 'contextTier' | 'contextWeight'>;

/** A found text as it is kept: with its tier and what it counts. */
export function toEntry(found: FoundText, keyEntities: readonly string[]): ContextEntry {
  const hasEntity = namesOne(`${found.heading} ${found.chunk}`, keyEntities);
  const contextTier = tierOf(found, hasEntity);
  return { ...found, contextTier, contextWeight: weightOf(contextTier, found.relevanceScore) };
}

/** Whether a text names one of the entities, whatever the case. */
export function namesOne(text: string, entities: readonly string[]): boolean {
  const compared = comparable(text);
  return entities.some((entity) => entity !== '' && compared.includes(comparable(entity)));
}

/** The entries without repetitions: of the same chunk the one that counts most, where it stood first. */
export function withoutRepetitions(entries: readonly ContextEntry[]): ContextEntry[] {
  const best = new Map<string, ContextEntry>();
  for (const entry of entries) {
    const known = best.get(entry.chunkId);
    if (known === undefined || entry.contextWeight > known.contextWeight) {
      best.set(entry.chunkId, entry);
    }
  }
  return [...best.values()];
}

/** An entry as evidence, with its own quotes; one without extracted information stands for its beginning. */
export function numbered(
  entry: ContextEntry,
  number: number,
  quotes: readonly PreservedQuote[],
): NumberedEvidence {
  const own = quotes.filter(
    ({ blockId, quote }) => entry.blockIds.includes(blockId) && isIn(entry.chunk, quote),
  );
  return {
    ...excerptOf(entry),
    number,
    tier: entry.contextTier,
    weight: entry.contextWeight,
    info: entry.extractedInfo || shortened(entry.chunk, BEGINNING_CHARS),
    quotes: [...new Set(own.map(({ quote }) => quote))],
    task: entry.taskId,
  };
}

/** The words before a list are part of several entries, a quote of one of its items is of one. */
function isIn(text: string, quote: string): boolean {
  return quote.split(LEFT_OUT).every((part) => holdsWords(text, part));
}
