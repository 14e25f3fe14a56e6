import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ErrorBody } from '../../../../src/foundation/errors.js';
import { type PreviewState, type StoredPreview, getJson, postJson } from '../../api/client.js';
import { t } from '../../texts/texts.js';
import type { ProposedChange } from '../change.js';
import type { JsonObject } from '../../../../src/foundation/json.js';
import { keys } from '../../api/queries.js';

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
export interface SetStep extends Pick<StoredPreview, 'stored_otherwise' | 'stored_unread'> {
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

/** What is asked of a set; each answers the set as it is then, undoing a new one. */
type SetAsk =
  | { action: 'accept'; only?: readonly string[]; edits?: Readonly<Record<string, JsonObject>> }
  | { action: 'reject'; reason?: string }
  | { action: 'undo' };

const keyOf = (id: string) => ['previews', 'set', id];
const addressOf = (id: string) => `/v1/agent/change-sets/${encodeURIComponent(id)}`;

/** How often a set is asked for again while it is decided on or applied, in milliseconds. */
const OFTEN_MS = 1_000;
const OPEN: readonly ChangeSet['state'][] = ['waiting', 'applying', 'stopped', 'partly'];

/** A change set, followed while anything can still happen to it; `applying` also while this page applies it. */
export function useChangeSet(id: string) {
  return useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => getJson<ChangeSet>(addressOf(id), signal),
    refetchInterval: ({ state }) =>
      state.data !== undefined && OPEN.includes(state.data.state) ? OFTEN_MS : false,
  });
}

/** The decision on a set. */
export function useSetDecision(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ action, ...body }: SetAsk) =>
      postJson<ChangeSet>(`${addressOf(id)}/${action}`, body),
    onSuccess: (set) => client.setQueryData(keyOf(set.id), set),
    onSettled: () =>
      Promise.all(
        [['previews'], ['subjects'], keys.library, keys.drafts].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  });
}
