import { numbered } from '../extract/entries.js';
import type { NumberedEvidence } from '../judge/material.js';
import type { ContextEntry, Draft, ResearchState } from '../state.js';

/** A report is written from so many entries at most: more would not fit into a model's view. */
const MOST = 40;

/** All that was kept, tier by tier. */
export function keptEntries(state: Readonly<ResearchState>): ContextEntry[] {
  return [...state.primaryContext, ...state.secondaryContext, ...state.tertiaryContext];
}

/** What was kept, the best first: by tier, then by what it counts; each task's best is among them. */
export function rankedEntries(state: Readonly<ResearchState>): ContextEntry[] {
  const all = keptEntries(state).toSorted(
    (a, b) => a.contextTier - b.contextTier || b.contextWeight - a.contextWeight,
  );
  const bests = state.tasks
    .map(({ id }) => all.find(({ taskId }) => taskId === id))
    .filter((best) => best !== undefined);
  const others = all.filter((entry) => !bests.includes(entry));
  const written = new Set([...bests, ...others.slice(0, MOST - bests.length)]);
  return all.filter((entry) => written.has(entry));
}

/** The entries that the numbers of a draft stand for, in their order. */
export function entriesOf(
  state: Readonly<ResearchState>,
  { evidence }: Pick<Draft, 'evidence'>,
): (ContextEntry | undefined)[] {
  const entries = rankedEntries(state);
  return evidence.map((id) => entries.find(({ chunkId }) => chunkId === id));
}

/** The entries as numbered evidence, from 1. */
export function evidenceOf(
  entries: readonly ContextEntry[],
  { preservedQuotes }: Readonly<ResearchState>,
): NumberedEvidence[] {
  return entries.map((entry, at) => numbered(entry, at + 1, preservedQuotes));
}
