import { holdsWords } from '../../../citations/quotes.js';
import {
  type NumberedEvidence,
  comparable,
  excerptOf,
  LEFT_OUT,
  shortened,
} from '../judge/material.js';
import {
  type ContextEntry,
  type PreservedQuote,
  type Tier,
  byTier,
  type ResearchState,
  type TaskResult,
  type Draft,
} from '../state.js';
import { clarifiedChunks } from '../clarify/inquiry.js';
import type { ResearchSteps } from '../steps.js';

type Graded = Pick<ContextEntry, 'sourceType' | 'depth' | 'relevanceScore'>;

/** From there a search hit is primary; one that names an entity needs less. */
const PRIMARY = 0.5;
const PRIMARY_WITH_ENTITY = 0.35;
/** Below it, whatever was found is background. */
const SECONDARY = 0.25;

const TIER_WEIGHTS: Readonly<Record<Tier, number>> = { 1: 1, 2: 0.6, 3: 0.3 };

/** Only a task's own hit is primary; a reference's is secondary on the first level, background further down, as is clarification's. */
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

export type FoundText = Omit<ContextEntry, 'contextTier' | 'contextWeight'>;

export function toEntry(found: FoundText, keyEntities: readonly string[]): ContextEntry {
  const text = comparable(`${found.heading} ${found.chunk}`);
  const hasEntity = keyEntities.some((each) => each !== '' && text.includes(comparable(each)));
  const contextTier = tierOf(found, hasEntity);
  return { ...found, contextTier, contextWeight: weightOf(contextTier, found.relevanceScore) };
}

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

const FROM_CLARIFICATION = 10;

export const collect: ResearchSteps['collect'] = (state, results) => {
  const place = ({ taskId }: TaskResult) => state.tasks.findIndex(({ id }) => id === taskId);
  const ordered = results.toSorted((a, b) => place(a) - place(b));
  const all = <T>(known: readonly T[], brought: (result: TaskResult) => readonly T[]) => [
    ...known,
    ...ordered.flatMap(brought),
  ];
  const entries = all(keptEntries(state), (result) => result.entries);
  return {
    ...byTier(withoutRepetitions([...entries, ...backgroundOf(state)])),
    taskSummaries: all(state.taskSummaries, ({ summary }) => [summary]),
    preservedQuotes: distinctQuotes(all(state.preservedQuotes, ({ quotes }) => quotes)),
    searches: all(state.searches, ({ searches }) => searches),
    visitedReferences: distinct(all(state.visitedReferences, (each) => each.visitedReferences)),
    notes: distinct(all(state.notes, ({ notes }) => notes)),
  };
};

/** What clarification found, as background; what a task found itself counts more and takes its place. */
function backgroundOf(state: Readonly<ResearchState>): ContextEntry[] {
  return clarifiedChunks(state)
    .slice(0, FROM_CLARIFICATION)
    .map(({ score, query: _query, ...place }) =>
      toEntry(
        { ...place, relevanceScore: score, depth: 0, sourceType: 'hitl', extractedInfo: '' },
        state.anchor?.keyEntities ?? [],
      ),
    );
}

function distinctQuotes(quotes: readonly PreservedQuote[]): PreservedQuote[] {
  const keys = quotes.map(({ blockId, quote }) => `${blockId} ${comparable(quote)}`);
  return quotes.filter((_, at) => keys.indexOf(keys[at] ?? '') === at);
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}

/** A report is written from so many entries at most: more would not fit into a model's view. */
const MOST = 40;

export function keptEntries(state: Readonly<ResearchState>): ContextEntry[] {
  return [...state.primaryContext, ...state.secondaryContext, ...state.tertiaryContext];
}

export function rankedEntries(state: Readonly<ResearchState>): ContextEntry[] {
  const all = keptEntries(state).toSorted(
    (a, b) => a.contextTier - b.contextTier || b.contextWeight - a.contextWeight,
  );
  const bests = state.tasks.flatMap(({ id }) => all.find(({ taskId }) => taskId === id) ?? []);
  const others = all.filter((entry) => !bests.includes(entry));
  const written = new Set([...bests, ...others.slice(0, MOST - bests.length)]);
  return all.filter((entry) => written.has(entry));
}

export function entriesOf(
  state: Readonly<ResearchState>,
  { evidence }: Pick<Draft, 'evidence'>,
): (ContextEntry | undefined)[] {
  const entries = rankedEntries(state);
  return evidence.map((id) => entries.find(({ chunkId }) => chunkId === id));
}

export function evidenceOf(
  entries: readonly ContextEntry[],
  { preservedQuotes }: Readonly<ResearchState>,
): NumberedEvidence[] {
  return entries.map((entry, at) => numbered(entry, at + 1, preservedQuotes));
}
