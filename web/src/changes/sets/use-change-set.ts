import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { JsonObject } from '../../../../src/foundation/json.js';
import { getJson, postJson } from '../../api/client.js';
import { keys } from '../../api/queries.js';
import type { ChangeSet } from './change-set.js';

/** What is asked of a set; each answers the set as it is then, undoing a new one. */
export type SetAsk =
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
