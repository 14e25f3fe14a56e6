import { isObject, type JsonObject, pointerKeys } from '../../../../foundation/json.js';
import { followReferences } from '../document/pointer.js';
import { subtypesOf } from './subtypes.js';

const MAX_PARTS = 40;

/** The schema with those that it is made of, as far as they describe the same object. */
export function partsOf(document: JsonObject, schema: unknown): JsonObject[] {
  const open: unknown[] = [schema];
  const parts: JsonObject[] = [];
  for (let next = open.shift(); next !== undefined && parts.length < MAX_PARTS;) {
    const target = followReferences(document, next);
    if (isObject(target) && !parts.includes(target)) {
      parts.push(target);
      open.push(...subtypesIn(document, next));
      for (const key of ['allOf', 'oneOf', 'anyOf']) {
        const inner = target[key];
        if (Array.isArray(inner)) open.push(...(inner as unknown[]));
      }
    }
    next = open.shift();
  }
  return parts;
}

/** What a parent with a discriminator stands for. */
function subtypesIn(document: JsonObject, schema: unknown): JsonObject[] {
  if (!isObject(schema) || typeof schema['$ref'] !== 'string') return [];
  return subtypesOf(document)
    .of(schema['$ref'])
    .map((reference) => ({ $ref: reference }));
}

/** The properties that one part names itself. */
export function propertiesOf({ properties }: JsonObject): JsonObject {
  return isObject(properties) ? properties : {};
}

/** The schema of what a JSON pointer leads to; undefined where it is not told. */
export function schemaAt(document: JsonObject, schema: unknown, pointer: string): unknown {
  return pointerKeys(pointer).reduce<unknown>(
    (outer, key) => propertySchema(document, outer, key),
    schema,
  );
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
