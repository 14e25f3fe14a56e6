import type { JsonObject } from '../../../src/foundation/json.js';

/** A payload as people see it, and the fields of it that are sent as they are. */
export function splitGuards(
  payload: JsonObject,
  names: readonly string[] = [],
): { shown: JsonObject; guards: JsonObject } {
  const isGuard = ([name]: [string, unknown]) => names.includes(name);
  const fields = Object.entries(payload);
  return {
    shown: Object.fromEntries(fields.filter((field) => !isGuard(field))),
    guards: Object.fromEntries(fields.filter(isGuard)),
  };
}
