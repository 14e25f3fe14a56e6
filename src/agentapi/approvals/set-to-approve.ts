import type { ChangeKinds } from '../../agenttools/changes/change-kinds.js';
import { isObject, type JsonObject } from '../../foundation/json.js';
import type { StoredChangeSet } from '../../store/change-sets.store.js';
import type { StoredPreview } from '../../store/previews.model.js';
import { changeSetView } from '../change-sets/change-set-view.js';
import { needsOf } from '../change-sets/set-state.js';
import { maskedPayloadOf } from '../previews/previews.model.js';

/** What a step says of itself; what the backend answered to it is its owner's. */
const TOLD = [
  ...['preview_id', 'position', 'ref', 'state', 'kind', 'description', 'title', 'source', 'edited'],
  ...['needs', 'reversible', 'protection', 'approval'],
];

/**
 * The set that a change belongs to, for somebody who has to approve that change: what else is to be done, in order,
 * and the payloads of those that it refers to. Nothing that was read from or answered by the backend.
 */
export function setToApprove(
  set: StoredChangeSet,
  change: StoredPreview,
  kinds: Pick<ChangeKinds, 'find'>,
  now: Date,
): JsonObject {
  const { id, state, undo_of: undoOf, steps } = changeSetView(set, now);
  const referred = referredBy(change, set);
  return {
    id,
    state,
    ...(undoOf === undefined ? {} : { undo_of: undoOf }),
    steps: (steps as JsonObject[]).map((step, at) => {
      const told = Object.entries(step).filter(([name]) => TOLD.includes(name));
      const stored = set.steps[at];
      const isReferred = stored !== undefined && referred.has(stored.position ?? 0);
      const payload = isReferred ? maskedPayloadOf(stored, kinds.find(stored.kind)) : undefined;
      return { ...Object.fromEntries(told), ...(isObject(payload) ? { payload } : {}) };
    }),
  };
}

/** The positions of what a change refers to, also by way of others. */
function referredBy(change: StoredPreview, { steps, chosen }: StoredChangeSet): Set<number> {
  const found = new Set<number>();
  const open = [change];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const position of needsOf(next, chosen?.edits[next.id])) {
      const needed = steps.find((step) => step.position === position);
      if (needed === undefined || found.has(position)) continue;
      found.add(position);
      open.push(needed);
    }
  }
  return found;
}
