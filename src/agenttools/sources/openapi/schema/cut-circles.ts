import { isObject, type JsonObject, asList } from '../../../../foundation/json.js';
import type { Schema } from './schema.js';

/** Keywords whose schemas judge the same value; all others go a step into it. */
const IN_PLACE_LISTS = ['allOf', 'anyOf', 'oneOf'] as const;
const IN_PLACE = ['not', 'if', 'then', 'else'] as const;

/** Cuts `A: {allOf: [A]}`, which says nothing and would be followed without end; cycles that go into a value stay. */
export function cutCircles(definitions: Map<string, Schema>): void {
  const done = new Set<string>();
  for (const start of definitions.keys()) {
    if (!done.has(start)) walk(start, definitions, done);
  }
}

/** Depth first with a list instead of recursion: a chain of definitions may be as long as the document. */
function walk(start: string, definitions: Map<string, Schema>, done: Set<string>): void {
  const onPath = new Set<string>();
  const open: { key: string; leaves: boolean }[] = [{ key: start, leaves: false }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { key, leaves } = next;
    if (leaves) {
      onPath.delete(key);
      done.add(key);
      continue;
    }
    if (done.has(key) || onPath.has(key)) continue;
    onPath.add(key);
    open.push({ key, leaves: true });
    const schema = definitions.get(key);
    for (const holder of referencesInPlace(schema)) {
      const target = holder['$ref'] as string;
      if (onPath.has(target)) delete holder['$ref'];
      else open.push({ key: target, leaves: false });
    }
  }
}

/** The schemas with a `$ref` that judge the same value as `schema`, itself included. */
function referencesInPlace(schema: Schema | undefined): JsonObject[] {
  if (!isObject(schema)) return [];
  const own = typeof schema['$ref'] === 'string' ? [schema] : [];
  const parts = IN_PLACE.map((keyword) => schema[keyword]);
  for (const keyword of IN_PLACE_LISTS) parts.push(...asList(schema[keyword]));
  return [...own, ...parts.flatMap((part) => referencesInPlace(part as Schema | undefined))];
}
