import { isObject, type JsonObject } from '../../../src/foundation/json.js';

const DEEPEST = 6;

/** Something small that an OpenAPI schema allows, or nearly: whoever is asked must find out. */
export function exampleOf(schema: unknown, document: JsonObject, depth = 0): unknown {
  const known = resolved(schema, document);
  if (!isObject(known) || depth > DEEPEST) return {};
  const said = [known['const'], [known['enum']].flat()[0], known['example'], known['default']];
  const stated = said.find((value) => value !== undefined);
  if (stated !== undefined) return stated;
  const { properties } = known;
  const [part] = ['oneOf', 'anyOf', 'allOf'].flatMap((word) => (known[word] ?? []) as unknown[]);
  if (part !== undefined && !isObject(properties)) return exampleOf(part, document, depth + 1);
  if (isObject(properties)) {
    const part = (of: unknown) => exampleOf(of, document, depth + 1);
    return Object.fromEntries(Object.entries(properties).map(([name, of]) => [name, part(of)]));
  }
  return ofType(known, (items) => exampleOf(items, document, depth + 1));
}

function ofType(schema: JsonObject, exampleOfItem: (items: unknown) => unknown): unknown {
  const { type, items, minimum, format } = schema;
  switch ([type].flat()[0]) {
    case 'array':
      return items === undefined ? [] : [exampleOfItem(items)];
    case 'integer':
    case 'number':
      return typeof minimum === 'number' ? minimum : 1;
    case 'boolean':
      return true;
    case 'string':
      return format === 'uuid' ? '00000000-0000-4000-8000-000000000001' : 'text';
    default:
      return {};
  }
}

function resolved(schema: unknown, document: JsonObject): unknown {
  let at = schema;
  for (let hops = 0; hops < 10 && isObject(at) && typeof at['$ref'] === 'string'; hops += 1) {
    at = valueAt(document, at['$ref'].slice(2).split('/'));
  }
  return at;
}

/** What stands in a value behind these names, one within another. */
export function valueAt(value: unknown, names: readonly string[]): unknown {
  return names.reduce((outer, key) => (isObject(outer) ? outer[key] : undefined), value);
}

/** The JSON pointers of everything in a value, the value itself not counted. */
export function placesIn(value: unknown, path: readonly string[] = []): string[][] {
  if (!Array.isArray(value) && !isObject(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => {
    const own = [...path, key];
    return [own, ...placesIn(item, own)];
  });
}

/** A copy of `value` with something else at a place. */
export function changedAt(value: unknown, path: readonly string[], put: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return put;
  if (Array.isArray(value))
    return value.map((item, at) => (String(at) === key ? changedAt(item, rest, put) : item));
  return isObject(value) ? { ...value, [key]: changedAt(value[key], rest, put) } : value;
}
