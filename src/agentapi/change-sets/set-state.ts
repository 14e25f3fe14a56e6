import { parseJson } from '../../foundation/exact-json.js';
import type { JsonObject } from '../../foundation/json.js';
import { referencesIn } from '../../agenttools/changes/references.js';
import type { StoredChangeSet } from '../../store/change-sets.store.js';
import type { StoredPreview } from '../../store/previews.model.js';
import { shownState, type ShownState } from '../previews/preview-states.js';
import { approvalView } from '../previews/previews.model.js';

/**
 * Where a set stands, told from its changes alone. `stopped`: some of what was accepted together is still to
 * be applied; `partly`: nothing is, and not all was applied.
 */
type SetState =
  'waiting' | 'applying' | 'stopped' | 'accepted' | 'partly' | 'failed' | 'rejected' | 'expired';

type Steps = Pick<StoredChangeSet, 'steps' | 'chosen'>;

/** The state of a set as a user sees it at `now`. */
export function setState(set: Steps, now: Date): SetState {
  const states = set.steps.map((step) => shownState(step, now));
  const has = (...wanted: ShownState[]): boolean => states.some((state) => wanted.includes(state));
  const all = (...wanted: ShownState[]): boolean => states.every((state) => wanted.includes(state));
  if (has('applying')) return 'applying';
  if (has('accepted') && all('accepted', 'superseded')) return 'accepted';
  if (hasWorkLeft(set, now)) return 'stopped';
  if (has('accepted')) return 'partly';
  if (has('rejected') && all('rejected', 'superseded')) return 'rejected';
  const hasFailed = has('failed', 'stale', 'unknown');
  if (has('waiting')) return hasFailed ? 'partly' : 'waiting';
  return hasFailed ? 'failed' : 'expired';
}

/** True when a change that was chosen still waits, and can be applied. */
function hasWorkLeft(set: Steps, now: Date): boolean {
  const blocked = blockersIn(set, now);
  return set.steps.some(
    (step) =>
      set.chosen?.ids.includes(step.id) === true &&
      shownState(step, now) === 'waiting' &&
      !blocked.has(step.position ?? 0),
  );
}

/** The positions of the changes that a change needs the results of; `edit`: what is sent in its place. */
export function needsOf({ edited, shown }: StoredPreview, edit?: JsonObject): number[] {
  const payload: unknown = edit ?? parseJson((edited ?? shown).text);
  const positions = referencesIn(payload).map(({ position }) => position);
  return [...new Set(positions)].sort((a, b) => a - b);
}

/** Of each change that waits in vain: which of those that it needs can never be applied any more. */
function blockersIn({ steps, chosen }: Steps, now: Date): Map<number, number[]> {
  const blocked = new Map<number, number[]>();
  const open = new Set<number>();
  // In order, as references lead back.
  for (const step of steps) {
    const { position = 0 } = step;
    const state = shownState(step, now);
    if (state === 'accepted' || state === 'applying') open.add(position);
    if (state !== 'waiting') continue;
    const blockers = needsOf(step, chosen?.edits[step.id]).filter((needed) => !open.has(needed));
    if (blockers.length > 0) blocked.set(position, blockers);
    else open.add(position);
  }
  return blocked;
}

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
      blocked_by: named(blocked.get(step.position ?? 0) ?? []),
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
