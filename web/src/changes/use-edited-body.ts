import { useQuery } from '@tanstack/react-query';
import { messageOf, ApiProblem } from '../api/client.js';
import type { JsonObject } from '../../../src/foundation/json.js';
import { changeViewOf } from '../registry/registry.js';
import { useSettled } from '../ui/hooks.js';
import type { ErrorDetail } from '../../../src/foundation/errors.js';
import type { EditedBody } from './change.js';

/**
 * A body that is being edited with what the backend finds wrong with it; asked when the writer pauses,
 * and nothing is stored. Undefined while nothing is edited.
 */
export function useEditedBody(
  kind: string,
  edited: JsonObject | undefined,
): EditedBody | undefined {
  const check = changeViewOf(kind)?.check;
  const settled = useSettled(edited);
  const { data, error, isFetching } = useQuery({
    queryKey: ['findings', kind, settled],
    queryFn: () => check?.(settled ?? {}) ?? [],
    enabled: settled !== undefined && check !== undefined,
    retry: false,
  });
  if (edited === undefined || settled === undefined) return undefined;
  if (check === undefined) {
    return { value: settled, findings: [], checking: false, isCheckedOnAccept: true };
  }
  const checking = isFetching || settled !== edited;
  const unchecked = error === null ? {} : { unchecked: messageOf(error) };
  return { value: settled, findings: data ?? [], checking, ...unchecked };
}

/** The answers that say something of the body, not of the server. */
const REFUSALS = new Set([400, 422]);

/** What a dry run finds wrong with a body: the details of its refusal. Rejects for any other failure. */
export async function findingsOf(dryRun: Promise<unknown>): Promise<readonly ErrorDetail[]> {
  try {
    await dryRun;
    return [];
  } catch (error) {
    if (!(error instanceof ApiProblem) || !REFUSALS.has(error.status)) throw error;
    const { details, message } = error;
    return details.length > 0 ? details : [{ message }];
  }
}
