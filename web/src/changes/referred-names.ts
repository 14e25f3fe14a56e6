import { isObject, valueAt } from '../../../src/foundation/json.js';
import type { StoredPreview } from '../api/types.js';
import type { ChangeData } from './change.js';

/** What people call a record that a field refers to by its id. */
export interface ReferredName {
  field: string;
  id: string;
  name: string;
}

/** The names of what the fields of a change refer to: as the backend tells them, else as they were read before. */
export function referredNames(data: ChangeData, stored?: StoredPreview): ReferredName[] {
  const told = listIn(stored?.names ?? data['names']).flatMap((one) => {
    const { field, id, name } = one;
    return typeof field === 'string' && typeof name === 'string'
      ? [{ field, id: String(id), name }]
      : [];
  });
  const read = listIn(stored?.origins ?? data['origins']).flatMap(({ path, name }) => {
    const id = valueAt(stored?.payload, String(path));
    const field = String(path).split('/').at(-1) ?? '';
    const isKnown = told.some((one) => one.field === field && one.id === String(id));
    const isId = typeof id === 'string' || typeof id === 'number';
    return typeof name === 'string' && isId && !isKnown ? [{ field, id: String(id), name }] : [];
  });
  return [...told, ...read];
}

/** The name of a field's value, to stand behind it: ` (Ada)`. */
export function nameBehind(names: readonly ReferredName[], path: string, value: unknown): string {
  const field = path.split('.').at(-1);
  const found = names.find((one) => one.field === field && one.id === String(value));
  return found === undefined ? '' : ` (${found.name})`;
}

function listIn(value: unknown) {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
