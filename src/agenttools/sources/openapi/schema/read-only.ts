import { isObject, type JsonObject } from '../../../../foundation/json.js';
import { followReferences } from '../document/pointer.js';

/** Whether a schema describes what is sent or what is answered. */
export type Direction = 'request' | 'response';

const MAX_PARTS = 40;

/**
 * The properties that do not exist in this direction: `readOnly` ones in a request, `writeOnly` ones in an
 * answer. Those that the parts of an `allOf` name count for all of it, as they describe one object.
 */
export function absentProperties(
  root: JsonObject,
  schema: JsonObject,
  direction: Direction,
): Set<string> {
  const flag = direction === 'request' ? 'readOnly' : 'writeOnly';
  const says = (value: unknown): boolean => isObject(value) && value[flag] === true;
  const absent = new Set<string>();
  // Each part once: references to references, several in each, are more than can be walked.
  const parts = new Set<JsonObject>([schema]);
  for (const { properties, allOf } of parts) {
    for (const [name, property] of Object.entries(isObject(properties) ? properties : {}))
      if (says(property) || says(followReferences(root, property))) absent.add(name);
    for (const part of Array.isArray(allOf) ? (allOf as unknown[]) : []) {
      const target = followReferences(root, part);
      if (isObject(target) && parts.size < MAX_PARTS) parts.add(target);
    }
  }
  return absent;
}
