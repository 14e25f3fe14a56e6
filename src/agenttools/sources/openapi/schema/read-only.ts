import { isObject, type JsonObject } from '../../../../foundation/json.js';
import { followReferences } from '../document/pointer.js';

/** Whether a schema describes what is sent or what is answered. */
export type Direction = 'request' | 'response';

const MAX_DEPTH = 8;

/**
 * The properties that do not exist in this direction: `readOnly` ones in a request, `writeOnly` ones in an
 * answer. Those that the parts of an `allOf` name count for all of it, as they describe one object.
 */
export function absentProperties(
  root: JsonObject,
  schema: JsonObject,
  direction: Direction,
  depth = 0,
): Set<string> {
  const flag = direction === 'request' ? 'readOnly' : 'writeOnly';
  const absent = new Set<string>();
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  for (const [name, property] of Object.entries(properties)) {
    const target = followReferences(root, property);
    const says = (value: unknown): boolean => isObject(value) && value[flag] === true;
    if (says(property) || says(target)) absent.add(name);
  }
  const parts: unknown[] = Array.isArray(schema['allOf']) ? schema['allOf'] : [];
  for (const part of depth < MAX_DEPTH ? parts : []) {
    const target = followReferences(root, part);
    if (!isObject(target)) continue;
    for (const name of absentProperties(root, target, direction, depth + 1)) absent.add(name);
  }
  return absent;
}
