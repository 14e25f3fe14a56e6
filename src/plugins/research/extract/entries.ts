import { defined } from '../../../foundation/defined.js';
import { holdsWords } from '../../../citations/quotes.js';
import type { NumberedEvidence } from '../judge/judge.js';
import type { ContextEntry, PreservedQuote, SourcePlace } from '../state.js';
import { excerptOf } from '../text/place.js';
import { LEFT_OUT } from '../text/statements.js';
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
    info: entry.extractedInfo || beginningOf(entry.chunk),
    quotes: [...new Set(own.map(({ quote }) => quote))],
    ...defined({ taskId: entry.taskId }),
  };
}

/** The words before a list are part of several entries, a quote of one of its items is of one. */
function isIn(text: string, quote: string): boolean {
  return quote.split(LEFT_OUT).every((part) => holdsWords(text, part));
}

const BEGINNING_CHARS = 400;

function beginningOf(text: string): string {
  if (text.length <= BEGINNING_CHARS) return text;
  return `${text.slice(0, text.lastIndexOf(' ', BEGINNING_CHARS))} …`;
}
