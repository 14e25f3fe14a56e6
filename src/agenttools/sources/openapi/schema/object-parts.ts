import { isObject, type JsonObject, pointerKeys } from '../../../../foundation/json.js';
import { followReferences } from '../document/pointer.js';
import { subtypesOf } from './discriminator.js';

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

/** The schema with those that it is made of, as far as they describe the same object. */
export function partsOf(document: JsonObject, schema: unknown): JsonObject[] {
  const open: unknown[] = [schema];
  const parts: JsonObject[] = [];
  for (const next of open) {
    if (parts.length >= MAX_PARTS) break;
    const target = followReferences(document, next);
    if (!isObject(target) || parts.includes(target)) continue;
    parts.push(target);
    // What a parent with a discriminator stands for.
    const parent = isObject(next) ? next['$ref'] : undefined;
    if (typeof parent === 'string')
      open.push(
        ...subtypesOf(document)
          .of(parent)
          .map((reference) => ({ $ref: reference })),
      );
    for (const key of ['allOf', 'oneOf', 'anyOf']) {
      const inner = target[key];
      if (Array.isArray(inner)) open.push(...(inner as unknown[]));
    }
  }
  return parts;
}

export function propertiesOf({ properties }: JsonObject): JsonObject {
  return isObject(properties) ? properties : {};
}

/** The schema of what a JSON pointer leads to; undefined where it is not told. */
export function schemaAt(document: JsonObject, schema: unknown, pointer: string): unknown {
  const inner = (outer: unknown, key: string) => propertySchema(document, outer, key);
  return pointerKeys(pointer).reduce(inner, schema);
}

/** The schema of a property, by the first part that names it; of lists, of an item. */
export function propertySchema(document: JsonObject, schema: unknown, name: string): unknown {
  for (const part of partsOf(document, schema)) {
    const properties = propertiesOf(part);
    if (Object.hasOwn(properties, name)) return properties[name];
    if (isObject(part['items']) && /^\d+$/.test(name)) return part['items'];
  }
  return undefined;
}
