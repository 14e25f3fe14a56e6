import type { ContextEntry, SourcePlace } from '../state.js';
import { comparable } from '../text/terms.js';
import { tierOf, weightOf, type SourceType } from './tiers.js';

/** A text that was found, before it has a tier. */
export interface FoundText extends SourcePlace {
  chunkId: string;
  chunk: string;
  relevanceScore: number;
  depth: number;
  sourceType: SourceType;
  extractedInfo: string;
  taskId?: number;
  reference?: string;
}

/** A found text as it is kept: with its tier and what it counts. */
export function toEntry(found: FoundText, keyEntities: readonly string[]): ContextEntry {
  const { sourceType, depth, relevanceScore, heading, chunk } = found;
  const hasEntity = namesOne(`${heading} ${chunk}`, keyEntities);
  const contextTier = tierOf({ sourceType, depth, relevance: relevanceScore, hasEntity });
  return { ...found, contextTier, contextWeight: weightOf(contextTier, relevanceScore) };
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
