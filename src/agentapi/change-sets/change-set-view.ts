import { defined } from '../../foundation/defined.js';
import type { JsonObject } from '../../foundation/json.js';
import type { StoredChangeSet } from '../../store/change-sets.store.js';
import type { StoredPreview } from '../../store/previews.model.js';
import { approvalView } from '../previews/previews.model.js';
import { shownState } from '../previews/preview-states.js';
import { blockersIn, needsOf, setState } from './set-state.js';

/** A set in wire names. */
export function changeSetView(set: StoredChangeSet, now: Date): JsonObject {
  const { id, runId, conversationId, undoOf, createdAt, steps, leftOut } = set;
  const blocked = blockersIn(set, now);
  return {
    id,
    state: setState(set, now),
    run_id: runId,
    conversation_id: conversationId,
    undo_of: undoOf,
    left_out: leftOut,
    created_at: createdAt.toISOString(),
    steps: steps.map((step) => ({
      ...stepView(step, set, now),
      ...defined({ blocked_by: named(blocked.get(step.position ?? 0) ?? []) }),
    })),
  };
}

function stepView(step: StoredPreview, { chosen }: StoredChangeSet, now: Date): JsonObject {
  const { id, position, kind, description, details = {}, outcome = {}, edited } = step;
  return {
    preview_id: id,
    position,
    ref: `change_${position}`,
    state: shownState(step, now),
    kind,
    description,
    edited: edited !== undefined,
    source: step.source,
    title: details['title'],
    reversible: details['reversible'],
    protection: details['protection'],
    approval: approvalView(step.approval),
    chosen: chosen?.ids.includes(id),
    needs: named(needsOf(step, chosen?.edits[id])),
    result: outcome['result'],
    error: outcome['error'],
    reason: outcome['reason'],
  };
}

function named(positions: readonly number[]): string[] | undefined {
  return positions.length === 0 ? undefined : positions.map((position) => `change_${position}`);
}
