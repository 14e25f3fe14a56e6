import { messageOf } from '../api/client.js';
import { useQuery } from '@tanstack/react-query';
import type { JsonObject } from '../../../src/foundation/json.js';
import { changeViewOf } from '../registry/registry.js';
import { useSettled } from '../ui/hooks.js';
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
