import { isObject, valueAt } from '../../../src/foundation/json.js';

/** True of a backend's answer that it wants to know who calls. */
export function isUnsigned(result: unknown): boolean {
  const details = valueAt(result, '/error/details');
  return (
    Array.isArray(details) &&
    details.some((one) => isObject(one) && one['path'] === 'authorization')
  );
}
