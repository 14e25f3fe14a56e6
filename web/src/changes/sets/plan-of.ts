import type { ProposedChange } from '../change.js';

/** Several changes of one run. */
export interface PlanFacts {
  /** Of the change set. */
  id: string;
}

/** The plan that a change belongs to; undefined for one that stands alone in its run. */
export function planOf(
  changes: readonly ProposedChange[],
  change: ProposedChange | undefined,
): PlanFacts | undefined {
  const id = change?.data['change_set_id'];
  if (typeof id !== 'string') return undefined;
  const own = changes.filter(({ data }) => data['change_set_id'] === id);
  return own.length > 1 ? { id } : undefined;
}
