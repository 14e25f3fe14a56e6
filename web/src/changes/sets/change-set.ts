import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ChangeSet, type ChangeSetStep, getJson, postJson } from '../../api/client.js';
import { t } from '../../texts/texts.js';
import type { ProposedChange } from '../change.js';
import type { JsonObject } from '../../../../src/foundation/json.js';
import { makeStale } from '../use-decision.js';

interface StateWords {
  label: string;
  tone: string;
  sentence: string;
}

/** How a set is told: saved is what the backend is no longer at work on. */
export function wordsOf({ state, steps }: ChangeSet): StateWords {
  if (state !== 'accepted' || !steps.some(isPending)) return SET_STATES()[state];
  const sentence = t('The backend has taken it and is still at work.');
  return { label: t('Accepted'), tone: 'good', sentence };
}

/** Whether the backend has only taken a change so far. */
export function isPending({ result }: ChangeSetStep): boolean {
  return result?.pending === true;
}

/** How each state of a set is told. */
export const SET_STATES = (): Readonly<Record<ChangeSet['state'], StateWords>> => ({
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
  steps: readonly ChangeSetStep[],
  off: ReadonlySet<string>,
): readonly ChangeSetStep[] {
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
export function progressOf(steps: readonly ChangeSetStep[]): { saved: number; all: number } {
  const counted = steps.filter(({ state }) => state !== 'rejected' && state !== 'superseded');
  return {
    saved: counted.filter((step) => step.state === 'accepted' && !isPending(step)).length,
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
    onSettled: () => makeStale(client),
  });
}
