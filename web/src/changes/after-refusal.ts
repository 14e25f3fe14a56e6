import { isObject } from '../../../src/foundation/json.js';
import { ApiProblem } from '../api/client.js';
import type { StoredPreview } from '../api/types.js';

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
