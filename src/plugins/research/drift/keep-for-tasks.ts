import type { AnchorText } from '../judge/judge.js';
import type { ContextEntry, ResearchTask } from '../state.js';
import { DRIFT_THRESHOLDS, type Filtered } from './filter-drift.js';

/** So many passages that drifted from the anchor stay for a task of the plan that has none left. */
export const KEPT_FOR_TASK = 2;

/** How much entries have to do with an anchor, in their order. */
type Rate = (anchor: AnchorText, entries: readonly ContextEntry[]) => Promise<readonly number[]>;

/**
 * Gives each task that a person approved, and of which nothing was kept, its best evidence back: a clause on fines
 * need not name the subject of the question that it answers a part of. It must have as much to do with the task as
 * the anchor wants of a direct finding. What a task found that nobody approved stays out.
 */
export async function keepForTasks(
  entries: readonly ContextEntry[],
  filtered: Filtered<ContextEntry>,
  { tasks, anchor, rate }: { tasks: readonly ResearchTask[]; anchor: AnchorText; rate: Rate },
): Promise<{ kept: ContextEntry[]; removed: Filtered<ContextEntry>['removed'] }> {
  const back = new Set<ContextEntry>();
  for (const { id, task, origin } of tasks) {
    const isOwn = ({ taskId, depth }: ContextEntry) => taskId === id && depth === 0;
    if (origin === 'found' || filtered.kept.some(isOwn)) continue;
    const own = filtered.removed.map(({ item }) => item).filter(isOwn);
    if (own.length === 0) continue;
    const scores = await rate({ ...anchor, originalQuery: task, keyEntities: [] }, own);
    own
      .map((item, at) => ({ item, score: scores[at] ?? 0 }))
      .filter(({ score }) => score >= DRIFT_THRESHOLDS[1])
      .toSorted((a, b) => b.score - a.score)
      .slice(0, KEPT_FOR_TASK)
      .forEach(({ item }) => back.add(item));
  }
  const kept = new Set([...filtered.kept, ...back]);
  return {
    kept: entries.filter((entry) => kept.has(entry)),
    removed: filtered.removed.filter(({ item }) => !back.has(item)),
  };
}
