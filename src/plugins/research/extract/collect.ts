import { clarifiedChunks } from '../clarify/inquiry.js';
import {
  byTier,
  type ContextEntry,
  type PreservedQuote,
  type ResearchState,
  type TaskResult,
} from '../state.js';
import type { ResearchSteps } from '../research-step.js';
import { toEntry, withoutRepetitions } from './entries.js';
import { keptEntries } from '../synthesis/evidence.js';
import { comparable } from '../text/place.js';

/** So many passages of clarification are kept as background, the best first. */
const FROM_CLARIFICATION = 10;

/** Merges what a round of tasks brought, in the order of the tasks. */
export const collect: ResearchSteps['collect'] = (state, results) => {
  const ordered = inTaskOrder(state, results);
  const entries = withoutRepetitions([
    ...keptEntries(state),
    ...ordered.flatMap((result) => result.entries),
    ...backgroundOf(state),
  ]);
  return {
    ...byTier(entries),
    taskSummaries: [...state.taskSummaries, ...ordered.map(({ summary }) => summary)],
    preservedQuotes: distinctQuotes([
      ...state.preservedQuotes,
      ...ordered.flatMap(({ quotes }) => quotes),
    ]),
    searches: [...state.searches, ...ordered.flatMap(({ searches }) => searches)],
    visitedReferences: distinct([
      ...state.visitedReferences,
      ...ordered.flatMap(({ visitedReferences }) => visitedReferences),
    ]),
    notes: distinct([...state.notes, ...ordered.flatMap(({ notes }) => notes)]),
  };
};

function inTaskOrder(
  { tasks }: Readonly<ResearchState>,
  results: readonly TaskResult[],
): TaskResult[] {
  const place = (id: number) => tasks.findIndex((task) => task.id === id);
  return [...results].sort((a, b) => place(a.taskId) - place(b.taskId));
}

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
