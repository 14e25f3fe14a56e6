import type { ErrorBody } from '../../../../src/foundation/errors.js';
import type { PreviewState } from '../../api/types.js';
import { t } from '../../texts/core.js';

/** The changes of one run as the server tells them (docs/previews.md). */
export interface ChangeSet {
  id: string;
  state:
    'waiting' | 'applying' | 'stopped' | 'accepted' | 'partly' | 'failed' | 'rejected' | 'expired';
  run_id: string;
  conversation_id: string;
  /** The set that this one takes back. */
  undo_of?: string;
  /** What could not be taken back, and why. */
  left_out?: readonly { preview_id?: string; description?: string; reason?: string }[];
  steps: readonly SetStep[];
  /** Where accepting stopped, and why where the change itself does not tell. */
  stopped_at?: number;
  error?: ErrorBody['error'];
}

/** One change of a set. */
export interface SetStep {
  preview_id: string;
  position: number;
  ref: string;
  state: PreviewState;
  kind: string;
  description: string;
  edited: boolean;
  title?: string;
  source?: string;
  /** The `ref`s of the changes whose results it needs. */
  needs?: readonly string[];
  /** Of those, the ones that can never be applied any more. */
  blocked_by?: readonly string[];
  chosen?: boolean;
  reversible?: 'undo' | 'manual' | 'no' | 'unknown';
  approval?: { role: string; state: 'needed' | 'given' };
  result?: { id: string; name: string };
  error?: ErrorBody['error'];
  reason?: string;
}

/** How the state of a set is told. */
export const SET_STATES = (): Readonly<
  Record<ChangeSet['state'], { label: string; tone: string; sentence: string }>
> => ({
  waiting: {
    label: t('Waiting for you'),
    tone: 'info',
    sentence: t('Nothing is saved until you accept it.'),
  },
  applying: {
    label: t('Saving'),
    tone: 'info',
    sentence: t('It is being saved, one after the other.'),
  },
  stopped: {
    label: t('Stopped'),
    tone: 'warn',
    sentence: t('Some of it was not saved yet. You can continue: nothing is sent twice.'),
  },
  accepted: { label: t('Saved'), tone: 'good', sentence: t('All of it was saved.') },
  partly: { label: t('Partly saved'), tone: 'warn', sentence: t('Not all of it was saved.') },
  failed: { label: t('Not saved'), tone: 'bad', sentence: t('None of it was saved.') },
  rejected: { label: t('Rejected'), tone: '', sentence: t('Nothing was saved.') },
  expired: {
    label: t('Expired'),
    tone: 'warn',
    sentence: t('Nothing was saved. Ask for the changes again in the chat.'),
  },
});

/**
 * The changes that are accepted when those in `off` are left out: what needs one of them, at first or second
 * hand, is left out as well.
 */
export function chosenSteps(
  steps: readonly SetStep[],
  off: ReadonlySet<string>,
): readonly SetStep[] {
  const usable = new Set<string>();
  // In order, as references lead back.
  return steps.filter((step) => {
    const isPossible = (step.needs ?? []).every((ref) => usable.has(ref));
    const waits = step.state === 'waiting' && step.blocked_by === undefined;
    if (isPossible && (step.state === 'accepted' || (waits && !off.has(step.preview_id)))) {
      usable.add(step.ref);
      return waits;
    }
    return false;
  });
}

/** How far a set is: what was saved of what can still be or was. */
export function progressOf(steps: readonly SetStep[]): { saved: number; all: number } {
  const counted = steps.filter(({ state }) => state !== 'rejected' && state !== 'superseded');
  return {
    saved: counted.filter(({ state }) => state === 'accepted').length,
    all: counted.length,
  };
}
