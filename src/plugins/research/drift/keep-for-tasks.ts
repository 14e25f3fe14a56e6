import type { AnchorText } from '../judge/judge.js';
import type { ContextEntry, ResearchState, ResearchTask } from '../state.js';
import { DRIFT_THRESHOLDS, type Filtered } from './filter-drift.js';

/** So many passages that drifted from the anchor stay for a task of the plan that nothing else speaks of. */
export const KEPT_FOR_TASK = 2;

/** How much entries have to do with an anchor, in their order. */
type Rate = (anchor: AnchorText, entries: readonly ContextEntry[]) => Promise<readonly number[]>;

/**
 * Gives each task that a person approved its best evidence back, unless something else that it found and that was
 * kept speaks of the task: a clause on fines need not name the subject of the question that it answers a part of,
 * and that a task found something else that was kept says nothing of what it asks. Evidence must have as much to do
 * with the task as the anchor wants of a direct finding. What a task found that nobody approved stays out.
 */
export async function keepForTasks(
  entries: readonly ContextEntry[],
  filtered: Filtered<ContextEntry>,
  {
    tasks,
    searches,
    anchor,
    rate,
  }: Pick<ResearchState, 'tasks' | 'searches'> & { anchor: AnchorText; rate: Rate },
): Promise<{ kept: ContextEntry[]; removed: Filtered<ContextEntry>['removed'] }> {
  const removed = new Set(filtered.removed.map(({ item }) => item));
  const back = new Set<ContextEntry>();
  for (const task of tasks) {
    if (task.origin === 'found') continue;
    const own = foundFor(task, entries, searches);
    // Where none of it was removed there is nothing to give back.
    if (!own.some((entry) => removed.has(entry))) continue;
    const scores = await rate({ ...anchor, originalQuery: task.task, keyEntities: [] }, own);
    const speaking = own
      .map((item, at) => ({ item, score: scores[at] ?? 0 }))
      .filter(({ score }) => score >= DRIFT_THRESHOLDS[1])
      .toSorted((a, b) => b.score - a.score)
      .map(({ item }) => item);
    if (speaking.some((item) => !removed.has(item))) continue;
    speaking.slice(0, KEPT_FOR_TASK).forEach((item) => back.add(item));
  }
  const kept = new Set([...filtered.kept, ...back]);
  return {
    kept: entries.filter((entry) => kept.has(entry)),
    removed: filtered.removed.filter(({ item }) => !back.has(item)),
  };
}

/** What the searches of a task found; a passage that two tasks found bears the name of one of them only. */
function foundFor(
  { id }: ResearchTask,
  entries: readonly ContextEntry[],
  searches: ResearchState['searches'],
): ContextEntry[] {
  const hits = new Set(
    searches
      .filter(({ taskId }) => taskId === id)
      .flatMap(({ chunks }) => chunks.map(({ chunkId }) => chunkId)),
  );
  return entries.filter(
    ({ taskId, depth, chunkId }) => depth === 0 && (taskId === id || hits.has(chunkId)),
  );
}
