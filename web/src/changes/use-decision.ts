import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { JsonObject } from '../../../src/foundation/json.js';
import { ApiProblem, messageOf, postJson } from '../api/client.js';
import { keys, usePreview } from '../api/queries.js';
import type { StoredPreview } from '../api/types.js';
import { afterRefusal, newerPreview } from './after-refusal.js';
import type { Decision } from './change.js';

type Ask =
  | { action: 'accept'; payload: JsonObject | undefined }
  | { action: 'reject'; reason: string | undefined };

/**
 * The decision on a change. All places that show the same preview see the same state; what became
 * of it is the server's word, also after a refusal.
 */
export function useDecision(id: string): Decision {
  const client = useQueryClient();
  const { data, error } = usePreview(id);
  const decide = useMutation({
    mutationFn: (ask: Ask) => send(id, ask),
    onSuccess: (preview) => client.setQueryData(keys.preview(id), preview),
    onError: (problem) => {
      const preview = afterRefusal(problem, client.getQueryData(keys.preview(id)));
      if (preview !== undefined) client.setQueryData(keys.preview(id), preview);
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['previews'] }),
        client.invalidateQueries({ queryKey: ['subjects'] }),
        client.invalidateQueries({ queryKey: keys.library }),
        client.invalidateQueries({ queryKey: keys.drafts }),
      ]),
  });
  const failure = decide.error ?? error;
  return {
    state: data?.state ?? 'loading',
    stored: data,
    busy: decide.isPending ? decide.variables.action : undefined,
    // That a newer preview took its place is its state, not a failure.
    problem:
      failure === null || newerPreview(failure) !== undefined ? undefined : asProblem(failure),
    accept: (payload) => decide.mutate({ action: 'accept', payload }),
    reject: (reason) => decide.mutate({ action: 'reject', reason }),
  };
}

function send(id: string, ask: Ask): Promise<StoredPreview> {
  const body =
    ask.action === 'accept'
      ? ask.payload && { payload: ask.payload }
      : ask.reason && { reason: ask.reason };
  return postJson<StoredPreview>(
    `/v1/agent/previews/${encodeURIComponent(id)}/${ask.action}`,
    body || {},
  );
}

function asProblem(error: Error): ApiProblem {
  return error instanceof ApiProblem ? error : new ApiProblem(0, 'page_error', messageOf(error));
}
