import { useQuery } from '@tanstack/react-query';
import type { ErrorDetail } from '../../../src/foundation/errors.js';
import { isObject, type JsonObject } from '../../../src/foundation/json.js';
import { ApiProblem, postJson } from '../api/client.js';
import { useSettled } from '../ui/use-settled.js';
import type { Draft, PreviewItem } from './props.js';

/**
 * A body that is being edited with what the platform finds wrong with it; asked when the writer pauses,
 * and nothing is stored. Undefined while nothing is edited.
 */
export function useDraft(
  kind: PreviewItem['kind'],
  edited: JsonObject | undefined,
): Draft | undefined {
  const settled = useSettled(edited);
  const { data, error, isFetching } = useQuery({
    queryKey: ['findings', kind, settled],
    queryFn: () => check(kind, settled ?? {}),
    enabled: settled !== undefined,
    retry: false,
  });
  if (edited === undefined || settled === undefined) return undefined;
  const checking = isFetching || settled !== edited;
  const unchecked = error === null ? {} : { unchecked: error.message };
  return { value: settled, findings: data ?? [], checking, ...unchecked };
}

/** What is wrong with a body; rejects when that cannot be told. */
async function check(kind: PreviewItem['kind'], body: JsonObject): Promise<readonly ErrorDetail[]> {
  const isTable = kind === 'table_config_preview';
  if (isTable && !isObject(body['config']))
    return [{ path: 'config', message: 'must be an object' }];
  const names =
    typeof body['name'] === 'string' ? [] : [{ path: 'name', message: 'must be a text' }];
  try {
    await (isTable
      ? postJson('/v1/agent/library/tables/rows', { config: body['config'], limit: 1 })
      : postJson('/v1/agent/library/rules/simulate', { workflow: body, record: {} }));
    return names;
  } catch (error) {
    if (!(error instanceof ApiProblem) || !REFUSALS.has(error.status)) throw error;
    const { details, message } = error;
    return [...names, ...(details.length > 0 ? details : [{ message }])];
  }
}

/** The answers that say something of the body, not of the server. */
const REFUSALS = new Set([400, 422]);
