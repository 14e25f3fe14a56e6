import type { Citation } from '../../../../src/agentloop/events.js';
import { defined } from '../../../../src/foundation/defined.js';
import {
  waitsForUser,
  isEnded,
  type ClarificationRound,
  type ContextEntry,
  type FollowedReference,
  type Report,
  type ResearchItem,
  type ResearchState,
  type ResearchTask,
  type ResearchView,
  baseName,
} from './api.js';
import type { LiveTask, TierCounts } from './live.js';
import { PARTS, partOf } from './research-labels.js';
import { t } from './texts.js';

/** Those that wait for the user first, then those at work; the last changed first in each. */
export function inOrder<T extends ResearchItem>(items: readonly T[]): T[] {
  const rank = (item: T) => (waitsForUser(item) ? 0 : isEnded(item) ? 2 : 1);
  return items.toSorted(
    (a, b) => rank(a) - rank(b) || b.updated_at.localeCompare(a.updated_at) || 0,
  );
}

/** Where one part of a research stands; `stopped`: it ended in the middle of it. */
export interface PartView {
  label: string;
  state: 'done' | 'now' | 'waits' | 'stopped' | 'ahead';
}

/** Every part of a research with where it stands. */
export function partsOf({ step, state }: Pick<ResearchView, 'step' | 'state'>): PartView[] {
  const at = partOf(step) ?? (step === 'complete' ? PARTS().length : reached(state));
  const here = waitsForUser({ step }) ? 'waits' : isEnded({ step }) ? 'stopped' : 'now';
  return PARTS().map((label, index) => ({
    label,
    state: index < at ? 'done' : index === at ? here : 'ahead',
  }));
}

/** The part a research had come to, told by what its state holds. */
function reached({ anchor, tasks, drift }: ResearchState): number {
  if (drift !== undefined) return 4;
  if (tasks.some(({ state }) => state !== 'pending')) {
    return tasks.every(({ state }) => state === 'done') ? 3 : 2;
  }
  return anchor === undefined ? 0 : 1;
}

/** One of the three things that end clarification by themselves. */
export interface Convergence {
  label: string;
  isMet: boolean;
}

/** What must hold at once for clarification to end by itself, and what does after a round. */
export function convergenceOf({ coverage, dedup_ratio, gaps }: ClarificationRound): Convergence[] {
  return [
    { label: t('coverage at least 80 %'), isMet: coverage >= 0.8 },
    { label: t('at least 70 % already known'), isMet: dedup_ratio >= 0.7 },
    { label: t('at most 2 gaps'), isMet: gaps.length <= 2 },
  ];
}

/** A round's gaps, and which of them the user does not want filled. */
export function gapsOf({ gaps, dismissed_gaps: dismissed = [] }: ClarificationRound) {
  return gaps.map((gap) => ({ gap, isDismissed: dismissed.includes(gap) }));
}

/** A task with what it has brought so far. */
export interface TaskRow {
  task: ResearchTask;
  /** Unknown while it is not done. */
  tiers: TierCounts | undefined;
  quotes: number;
  references: readonly FollowedReference[];
  summary: string | undefined;
  findings: readonly string[];
  queries: readonly string[];
  /** The last word of a task at work. */
  note: string | undefined;
}

/** All passages that were kept. */
export function entriesOf(state: ResearchState): ContextEntry[] {
  return [...state.primary_context, ...state.secondary_context, ...state.tertiary_context];
}

/** How many of these passages are of each tier. */
export function tiersOf(entries: readonly ContextEntry[]): TierCounts {
  const counts: TierCounts = { 1: 0, 2: 0, 3: 0 };
  for (const { context_tier: tier } of entries) counts[tier] += 1;
  return counts;
}

/**
 * The tasks in their order. What a task brought is in the state when all of its round are done; until
 * then `live` has its counts.
 */
export function taskRows(state: ResearchState, live: ReadonlyMap<number, LiveTask>): TaskRow[] {
  const entries = entriesOf(state);
  return state.tasks.map((task) => {
    const said = live.get(task.id);
    const summary = state.task_summaries.find(({ task_id }) => task_id === task.id);
    const searches = state.searches.filter(({ task_id }) => task_id === task.id);
    const own = entries.filter(({ task_id }) => task_id === task.id);
    return {
      task,
      tiers: summary === undefined ? said?.tiers : tiersOf(own),
      quotes:
        summary === undefined
          ? (said?.quotes ?? 0)
          : state.preserved_quotes.filter(({ task_id }) => task_id === task.id).length,
      references: searches.flatMap(({ references }) => references),
      summary: summary?.summary,
      findings: summary?.key_findings ?? [],
      queries: [...new Set(searches.map(({ query }) => query))],
      note: task.state === 'running' ? said?.note : undefined,
    };
  });
}

/** How references were followed, in one line's facts. */
export function referenceFacts(references: readonly FollowedReference[]) {
  const followed = references.filter(({ chunk_ids }) => chunk_ids.length > 0);
  return {
    all: references.length,
    followed: followed.length,
    deepest: followed.reduce((deepest, { depth }) => Math.max(deepest, depth), 0),
  };
}

/** The sources of a report as answers of the chat have them, so that both are shown alike. */
export function citationsOf({ sources }: Report): Citation[] {
  return sources.map(({ number, document, kb, place, document_id, block_id, page, ...said }) => ({
    number,
    title: titleOf(place, kb === undefined ? document : `${document}, ${baseName(kb)}`),
    quote: quoteOf(said),
    document_id,
    block_id,
    ...defined({ page }),
  }));
}

/** A quote with the words that it refers to, those of the second level marked by an arrow more. */
function quoteOf({ quote, explains = [] }: Pick<Report['sources'][number], 'quote' | 'explains'>) {
  const lines = explains.map(({ words, place, quote: said, level }) => {
    return `${level === 1 ? '→' : '→→'} ${words}${place === undefined ? '' : ` (${place})`}: ${said}`;
  });
  return [quote, ...lines].join('\n');
}

function titleOf(place: string | undefined, document: string): string {
  return place === undefined ? document : `${place} (${document})`;
}

/** How many statements a report has, how many of them rest on nothing, and of how many nobody has checked it. */
export function supportOf({ sections }: Report) {
  const all = sections.flatMap(({ statements }) => statements);
  return {
    statements: all.length,
    unsupported: all.filter(({ sources }) => sources.length === 0).length,
    unchecked: all.filter(({ support }) => support === 'not_checked').length,
  };
}
