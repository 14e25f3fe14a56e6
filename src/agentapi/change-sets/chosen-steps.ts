import { AppError } from '../../foundation/errors.js';
import { isObject, type JsonObject } from '../../foundation/json.js';
import type { ChosenSteps, StoredChangeSet } from '../../store/change-sets.store.js';
import { shownState } from '../previews/preview-states.js';
import { needsOf } from './set-state.js';

/** What a person accepts of a set. */
export interface SetDecision {
  /** Ids of previews; absent: what was chosen before, else all. */
  only?: readonly string[];
  /** Payloads to send instead of what was shown, by the preview's id. */
  edits?: Readonly<Record<string, JsonObject>>;
}

/** The changes to apply: those named, else those of before as long as some are open, else all that wait. */
export function stepsChosen(
  set: StoredChangeSet,
  { only, edits = {} }: SetDecision,
  now: Date,
): ChosenSteps {
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

/**
 * Rejects with `invalid_request` what names no change of the set, and with `conflict` a chosen change that
 * needs one which is neither applied nor chosen.
 */
export function requireChoosable(
  set: StoredChangeSet,
  chosen: ChosenSteps,
  { only = [], edits = {} }: SetDecision,
  now: Date,
): void {
  const ids = set.steps.map(({ id }) => id);
  const strangers = [...only, ...Object.keys(edits)].filter((id) => !ids.includes(id));
  if (strangers.length > 0)
    throw new AppError('invalid_request', 'only and edits name previews of this set.', [
      { path: 'only', message: `${strangers[0]} is none of it`, allowed: ids },
    ]);
  const wrong = Object.entries(edits).find(([, payload]) => !isObject(payload));
  if (wrong !== undefined) {
    const message = 'must be an object: the whole payload to send instead';
    throw new AppError('invalid_request', `edits.${wrong[0]} ${message}.`, [
      { path: `edits.${wrong[0]}`, message },
    ]);
  }
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
    throw new AppError(
      'conflict',
      `change_${step.position} needs the result of ${names}, which is neither applied nor accepted with it, so nothing was sent. Accept ${names} too, or leave change_${step.position} out.`,
    );
  }
}
