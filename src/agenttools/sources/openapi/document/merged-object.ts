import { isObject, type JsonObject } from '../../../../foundation/json.js';
import { followReferences } from './pointer.js';

/** An object with its parts (`allOf`) put together. */
export interface MergedObject {
  /** The schema itself without `allOf`. */
  whole: JsonObject;
  properties: JsonObject;
  required: readonly string[];
  /** The branches of `anyOf` and `oneOf`, which add further fields. */
  alternatives: readonly unknown[];
}

const MAX_PARTS = 40;

/** Puts an object's parts together; undefined for what is no object. */
export function mergedObject(document: JsonObject, declared: unknown): MergedObject | undefined {
  const whole = followReferences(document, declared);
  if (!isObject(whole)) return undefined;
  const properties = new Map<string, unknown>();
  const required = new Set<string>();
  const alternatives: unknown[] = [];
  const open: unknown[] = [whole];
  for (let at = 0; at < Math.min(open.length, MAX_PARTS); at += 1) {
    const part = followReferences(document, open[at]);
    if (!isObject(part)) continue;
    const own = isObject(part['properties']) ? part['properties'] : {};
    for (const [name, one] of Object.entries(own)) properties.set(name, one);
    for (const name of listIn(part['required'])) required.add(String(name));
    open.push(...listIn(part['allOf']));
    alternatives.push(...listIn(part['anyOf']), ...listIn(part['oneOf']));
  }
  const { allOf: _parts, ...rest } = whole;
  return {
    whole: rest,
    properties: Object.fromEntries(properties),
    required: [...required],
    alternatives,
  };
}

function listIn(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
