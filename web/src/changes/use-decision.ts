import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { type JsonObject, isObject } from '../../../src/foundation/json.js';
import { ApiProblem, messageOf, postJson, type StoredPreview } from '../api/client.js';
import { keys, usePreview } from '../api/queries.js';
import { t } from '../texts/texts.js';
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
  const asked = usePreview(id);
  const { data } = asked;
  const decide = useMutation({
    mutationFn: (ask: Ask) => send(id, ask),
    onSuccess: (preview) => client.setQueryData(keys.preview(id), preview),
    onError: (problem) => {
      const preview = afterRefusal(problem, client.getQueryData(keys.preview(id)));
      if (preview !== undefined) client.setQueryData(keys.preview(id), preview);
    },
    onSettled: () => makeStale(client),
  });
  const failure = failureNow(decide, asked, data?.state === 'waiting');
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

/** What a decision makes stale is asked for again; the decision is over before that is answered. */
export function makeStale(client: QueryClient): void {
  for (const queryKey of [['previews'], ['subjects'], keys.library, keys.drafts])
    void client.invalidateQueries({ queryKey });
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

/**
 * Why a decision failed, or the question how things stand. That the server cannot be reached holds until that
 * question is answered again: then a decision that is still to be made is asked for again.
 */
export function failureNow(
  { error, submittedAt }: { error: Error | null; submittedAt: number },
  asked: { error: Error | null; dataUpdatedAt: number },
  isStillOpen: boolean,
): Error | null {
  const isLost = error instanceof ApiProblem && error.status === 0;
  const isBack = asked.error === null && asked.dataUpdatedAt > submittedAt;
  if (!isLost || !isBack) return error ?? asked.error;
  if (!isStillOpen) return null;
  const message = t('No answer came to what you chose. This is how it stands now: choose again.');
  return new ApiProblem(0, 'unanswered', message);
}

/** What a preview is after a decision on it was refused; undefined when the refusal does not say. */
export function afterRefusal(
  problem: Error,
  known: StoredPreview | undefined,
): StoredPreview | undefined {
  const newer = newerPreview(problem);
  const preview = bodyOf(problem)['preview'] as StoredPreview | undefined;
  const latest = preview ?? known;
  if (newer === undefined) return preview;
  return latest && { ...latest, state: 'superseded', superseded_by: newer };
}

/** The id of the preview that took the place of the refused one; undefined for every other refusal. */
export function newerPreview(problem: Error): string | undefined {
  const body = bodyOf(problem);
  const error = isObject(body['error']) ? body['error'] : {};
  const newer = body['superseded_by'] ?? error['superseded_by'];
  return typeof newer === 'string' ? newer : undefined;
}

function bodyOf(problem: Error): Record<string, unknown> {
  return problem instanceof ApiProblem && isObject(problem.body) ? problem.body : {};
}
