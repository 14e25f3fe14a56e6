import { anchorOf } from '../clarify/inquiry.js';
import { firstChars } from '../../../foundation/text.js';
import {
  byTier,
  type ContextEntry,
  type DriftReport,
  type QueryAnchor,
  type ResearchState,
  type ResearchTask,
  type Tier,
} from '../state.js';
import type { Judge } from '../judge/judge.js';
import type { StepTools } from '../research-step.js';
import { keptEntries } from '../extract/entries.js';
import { excerptOf } from '../judge/material.js';

/** What each tier must have to do with the anchor to be kept. */
export const DRIFT_THRESHOLDS: Readonly<Record<Tier, number>> = { 1: 0.5, 2: 0.4, 3: 0.3 };
/** Above this share of removed evidence, the research has drifted and says so. */
const DRIFT_WARNING = 0.3;
/** So many passages that drifted from the anchor stay for a task of the plan that nothing else speaks of. */
export const KEPT_FOR_TASK = 2;
/** So much of a passage tells what it is about. */
const RATED_CHARS = 700;

const phrases = {
  de: (share: string) =>
    `${share} der Fundstellen hatten zu wenig mit der Frage zu tun und wurden aussortiert (Schwelle der Warnung: ${percent(DRIFT_WARNING)}). Die Frage enger zu fassen kann helfen.`,
  en: (share: string) =>
    `${share} of the passages had too little to do with the question and were taken out (warned above ${percent(DRIFT_WARNING)}). A narrower question may help.`,
} as const;

/** Holds all that was kept against the anchor, and what that would leave a task without against the task; takes out what has drifted. */
export async function validate(state: Readonly<ResearchState>, _tools: StepTools, judge: Judge) {
  const anchor = anchorOf(state);
  const entries = keptEntries(state);
  const rated = await rate(entries, anchor, judge);
  const drifted = rated.filter(({ item, score }) => score < DRIFT_THRESHOLDS[item.contextTier]);
  const back = await keptForTasks(state, entries, new Set(drifted.map(({ item }) => item)), judge);
  const removed = drifted.filter(({ item }) => !back.has(item));
  const ratio = entries.length === 0 ? 0 : removed.length / entries.length;
  const warning =
    ratio > DRIFT_WARNING ? phrases[anchor.detectedLanguage](percent(ratio)) : undefined;
  if (warning !== undefined) judge.tell(warning);
  const gone = new Set(removed.map(({ item }) => item));
  const drift: DriftReport = {
    checked: entries.length,
    removed: removed.length,
    ratio,
    warning,
    items: removed.map(({ item, score }) => {
      const { chunkId, document, contextTier } = item;
      return { chunkId, document, contextTier, score };
    }),
  };
  return { ...byTier(entries.filter((entry) => !gone.has(entry))), drift };
}

/** How much entries have to do with an anchor, 0 to 1, in their order. */
async function rate(entries: readonly ContextEntry[], anchor: QueryAnchor, judge: Judge) {
  const passages = entries.map((entry) => {
    return { ...excerptOf(entry), text: firstChars(entry.chunk, RATED_CHARS) };
  });
  const scores = await judge.ask('relevance', { anchor, passages });
  return entries.map((item, at) => ({ item, score: scores[at] ?? 0 }));
}

/**
 * The drifted evidence that stays for tasks: each task that a person approved keeps its best, unless something else
 * that it found and that was kept speaks of the task: a clause on fines need not name the subject of the question that
 * it answers a part of, and that a task found something else that was kept says nothing of what it asks. Evidence must
 * have as much to do with the task as the anchor wants of a direct finding. What a task found that nobody approved
 * stays out.
 */
async function keptForTasks(
  state: Readonly<ResearchState>,
  entries: readonly ContextEntry[],
  drifted: ReadonlySet<ContextEntry>,
  judge: Judge,
): Promise<Set<ContextEntry>> {
  const back = new Set<ContextEntry>();
  for (const task of state.tasks) {
    if (task.origin === 'found') continue;
    const own = foundFor(task, entries, state.searches);
    if (!own.some((entry) => drifted.has(entry))) continue;
    const about = { ...anchorOf(state), originalQuery: task.task, keyEntities: [] };
    const speaking = (await rate(own, about, judge))
      .filter(({ score }) => score >= DRIFT_THRESHOLDS[1])
      .toSorted((a, b) => b.score - a.score)
      .map(({ item }) => item);
    if (speaking.some((item) => !drifted.has(item))) continue;
    for (const item of speaking.slice(0, KEPT_FOR_TASK)) back.add(item);
  }
  return back;
}

/** What the searches of a task found; a passage that two tasks found bears the name of one of them only. */
function foundFor(
  { id }: ResearchTask,
  entries: readonly ContextEntry[],
  searches: ResearchState['searches'],
): ContextEntry[] {
  const own = searches.filter(({ taskId }) => taskId === id);
  const hits = new Set(own.flatMap(({ chunks }) => chunks.map(({ chunkId }) => chunkId)));
  return entries.filter(
    ({ taskId, depth, chunkId }) => depth === 0 && (taskId === id || hits.has(chunkId)),
  );
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
