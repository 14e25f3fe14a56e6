import { parseJson } from '../../foundation/exact-json.js';
import { type JsonObject, isObject } from '../../foundation/json.js';
import { referencesIn } from '../../agenttools/changes/references.js';
import type { StoredChangeSet, ChosenSteps } from '../../store/change-sets.store.js';
import type { StoredPreview } from '../../store/previews.model.js';
import { shownState, type ShownState } from '../previews/preview-states.js';
import { approvalView } from '../previews/previews.model.js';
import { AppError, conflict, invalidField, invalidRequest } from '../../foundation/errors.js';

/** Told from the changes. `stopped`: some accepted ones are still to be applied; `partly`: not all were accepted. */
type SetState =
  'waiting' | 'applying' | 'stopped' | 'accepted' | 'partly' | 'failed' | 'rejected' | 'expired';

type Steps = Pick<StoredChangeSet, 'steps' | 'chosen'>;

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
    reversible: outcome['reversible'] ?? details['reversible'],
    protection: details['protection'],
    approval: approvalView(step.approval),
    chosen: chosen?.ids.includes(id),
    needs: named(needsOf(step, chosen?.edits[id])),
    result: outcome['result'],
    stored_otherwise: outcome['stored_otherwise'],
    stored_unread: outcome['stored_unread'],
    error: outcome['error'],
    reason: outcome['reason'],
  };
}

function named(positions: readonly number[]): string[] | undefined {
  return positions.length === 0 ? undefined : positions.map((position) => `change_${position}`);
}

export interface SetDecision {
  /** Ids of previews; absent: what was chosen before, else all. */
  only?: readonly string[];
  edits?: Readonly<Record<string, JsonObject>>;
}

/** The changes to apply: those named, else those of before as long as some are open, else all that wait. */
export function stepsChosen(set: StoredChangeSet, { only, edits = {} }: SetDecision, now: Date) {
  const known = set.chosen ?? { ids: [], edits: {} };
  const isOpen = (id: string): boolean => {
    const step = set.steps.find((one) => one.id === id);
    return step !== undefined && ['waiting', 'applying'].includes(shownState(step, now));
  };
  const all = set.steps.map(({ id }) => id);
  const ids =
    only === undefined && known.ids.some(isOpen)
      ? known.ids
      : [...new Set([...known.ids, ...(only ?? all)])];
  return { ids, edits: { ...known.edits, ...edits } };
}

/** Rejects with `approval_needed` before anything is sent: a set that stops half-way helps nobody. */
function requireApproved({ steps }: StoredChangeSet, chosen: ChosenSteps, now: Date): void {
  const open = steps.filter(
    (step) =>
      chosen.ids.includes(step.id) &&
      shownState(step, now) === 'waiting' &&
      step.approval !== undefined &&
      step.approval.by === undefined,
  );
  if (open.length === 0) return;
  const names = open.map(({ position, approval }) => `change_${position} (${approval?.role})`);
  throw new AppError(
    'approval_needed',
    `Another user has to approve ${names.join(', ')} first, each with the role in brackets: GET /v1/agent/approvals shows it to them. Nothing was sent. Accept the others with "only", or wait.`,
    open.map(({ id }) => ({ path: 'only', message: `${id} is not approved` })),
  );
}

/** `invalid_request` for what is none of the set, `conflict` for one that needs one neither applied nor chosen. */
export function requireChoosable(
  set: StoredChangeSet,
  chosen: ChosenSteps,
  { only = [], edits = {} }: SetDecision,
  now: Date,
): void {
  const ids = set.steps.map(({ id }) => id);
  const strangers = [...only, ...Object.keys(edits)].filter((id) => !ids.includes(id));
  if (strangers.length > 0)
    throw invalidRequest('only and edits name previews of this set.', [
      { path: 'only', message: `${strangers[0]} is none of it`, allowed: ids },
    ]);
  const wrong = Object.entries(edits).find(([, payload]) => !isObject(payload));
  if (wrong !== undefined)
    throw invalidField(`edits.${wrong[0]}`, 'must be an object: the whole payload to send instead');
  requireApproved(set, chosen, now);
  for (const step of set.steps) {
    if (!only.includes(step.id)) continue;
    const missing = needsOf(step, chosen.edits[step.id]).filter((position) => {
      const needed = set.steps.find((one) => one.position === position);
      if (needed === undefined) return true;
      const state = shownState(needed, now);
      const willBe = chosen.ids.includes(needed.id) && ['waiting', 'applying'].includes(state);
      return state !== 'accepted' && !willBe;
    });
    if (missing.length === 0) continue;
    const names = missing.map((position) => `change_${position}`).join(', ');
    throw conflict(
      `change_${step.position} needs the result of ${names}, which is neither applied nor accepted with it, so nothing was sent. Accept ${names} too, or leave change_${step.position} out.`,
    );
  }
}
