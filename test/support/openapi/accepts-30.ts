import { isDeepStrictEqual } from 'node:util';
import { isObject, type JsonObject } from '../../../src/foundation/json.js';

/** The schemas that references lead to, and whether what is sent or what is answered is judged. */
export interface Reading {
  schemas: JsonObject;
  direction: 'request' | 'response';
}

/**
 * Whether a value fits a schema of OpenAPI 3.0, read word by word from the specification and slowly: the
 * reference for the conversion. Undefined where references lead in a circle. It departs from the specification
 * where servers do: `oneOf` is `anyOf`, an object is closed for the composition that it stands in, and a `not`
 * that could be read more widely than it is written does not count.
 */
export function accepts30(schema: unknown, value: unknown, reading: Reading): boolean | undefined {
  try {
    return fits(
      schema,
      value,
      { ...reading, absent: new Set(), beside: new Set(), budget: { left: 5000 } },
      0,
    );
  } catch (error) {
    if (error instanceof Circle) return undefined;
    throw error;
  }
}

class Circle extends Error {}

interface State extends Reading {
  absent: ReadonlySet<string>;
  /** Fields of the composition around; undefined: any. */
  beside: ReadonlySet<string> | undefined;
  budget: { left: number };
}

function fits(schema: unknown, value: unknown, state: State, depth: number): boolean {
  state.budget.left -= 1;
  if (depth > 40 || state.budget.left < 0) throw new Circle();
  if (!isObject(schema)) return true;
  if (schema['nullable'] === true && value === null) return true;
  if (typeof schema['$ref'] === 'string') {
    return fits(target(schema['$ref'], state), value, state, depth + 1);
  }
  const here = { ...state, absent: new Set([...state.absent, ...absentIn(schema, state, 0)]) };
  const below = { ...state, absent: new Set<string>(), beside: new Set<string>() };
  return (
    fitsType(schema['type'], value) &&
    fitsScalar(schema, value) &&
    (!Array.isArray(value) || fitsList(schema, value, below, depth)) &&
    (!isObject(value) || fitsFields(schema, value, here, depth)) &&
    fitsParts(schema, value, here, depth)
  );
}

function target(reference: string, { schemas }: Reading): unknown {
  return schemas[reference.slice(reference.lastIndexOf('/') + 1)];
}

/** Properties that do not exist in this direction, those of allOf included. */
function absentIn(schema: JsonObject, state: State, depth: number): string[] {
  if (depth > 8) return [];
  const flag = state.direction === 'request' ? 'readOnly' : 'writeOnly';
  const own = Object.entries(isObject(schema['properties']) ? schema['properties'] : {})
    .filter(([, one]) => flagged(one, flag, state))
    .map(([name]) => name);
  const parts = Array.isArray(schema['allOf']) ? (schema['allOf'] as unknown[]) : [];
  return [...own, ...parts.flatMap((part) => absentOf(part, state, depth))];
}

function absentOf(part: unknown, state: State, depth: number): string[] {
  const found = resolved(part, state);
  return isObject(found) ? absentIn(found, state, depth + 1) : [];
}

function flagged(schema: unknown, flag: string, state: State): boolean {
  const found = resolved(schema, state);
  return [schema, found].some((one) => isObject(one) && one[flag] === true);
}

function resolved(schema: unknown, state: State): unknown {
  let found = schema;
  for (let hops = 0; hops < 20; hops += 1) {
    if (!isObject(found) || typeof found['$ref'] !== 'string') return found;
    found = target(found['$ref'], state);
  }
  return undefined;
}

function fitsType(type: unknown, value: unknown): boolean {
  switch (type) {
    case 'string':
      return typeof value === 'string';
    case 'number':
      return typeof value === 'number';
    case 'integer':
      return Number.isInteger(value);
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    default:
      return true;
  }
}

function fitsScalar(schema: JsonObject, value: unknown): boolean {
  const { enum: choices, maxLength, minimum, maximum } = schema;
  if (Array.isArray(choices) && !choices.some((one) => isDeepStrictEqual(one, value))) return false;
  if (typeof value === 'string') {
    return typeof maxLength !== 'number' || [...value].length <= maxLength;
  }
  if (typeof value !== 'number') return true;
  const above =
    typeof minimum !== 'number' ||
    value > minimum ||
    (value === minimum && schema['exclusiveMinimum'] !== true);
  const under =
    typeof maximum !== 'number' ||
    value < maximum ||
    (value === maximum && schema['exclusiveMaximum'] !== true);
  return above && under;
}

function fitsList(
  schema: JsonObject,
  list: readonly unknown[],
  state: State,
  depth: number,
): boolean {
  const { items, maxItems, uniqueItems } = schema;
  if (typeof maxItems === 'number' && list.length > maxItems) return false;
  const repeats = list.some((one, at) =>
    list.slice(0, at).some((before) => isDeepStrictEqual(before, one)),
  );
  if (uniqueItems === true && repeats) return false;
  return list.every((item) => fits(items, item, state, depth + 1));
}

function fitsFields(schema: JsonObject, value: JsonObject, state: State, depth: number): boolean {
  const properties: JsonObject = isObject(schema['properties']) ? schema['properties'] : {};
  const required = Array.isArray(schema['required']) ? (schema['required'] as string[]) : [];
  if (required.some((name) => !state.absent.has(name) && !Object.hasOwn(value, name))) return false;
  const below = { ...state, absent: new Set<string>(), beside: new Set<string>() };
  const all = union(state.beside, fieldNames(schema, state));
  return Object.entries(value).every(([name, one]) => {
    const known = Object.hasOwn(properties, name) && !state.absent.has(name);
    if (known) return fits(properties[name], one, below, depth + 1);
    if (all === undefined || (all.has(name) && !state.absent.has(name))) return true;
    const others = schema['additionalProperties'];
    return others !== false && fits(others, one, below, depth + 1);
  });
}

type Names = ReadonlySet<string> | undefined;

function union(...all: readonly Names[]): Names {
  return all.includes(undefined) ? undefined : new Set(all.flatMap((names) => [...(names ?? [])]));
}

/** The fields that a schema and its parts name; undefined where one of them takes any. */
function fieldNames(schema: unknown, state: State, path: readonly unknown[] = []): Names {
  if (!isObject(schema) || path.includes(schema)) return new Set();
  state.budget.left -= 1;
  if (state.budget.left < 0) throw new Circle();
  const others = schema['additionalProperties'];
  if (others === true || (isObject(others) && Object.keys(others).length === 0)) return undefined;
  const own = new Set(Object.keys(isObject(schema['properties']) ? schema['properties'] : {}));
  const parts = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) =>
    Array.isArray(schema[keyword]) ? (schema[keyword] as unknown[]) : [],
  );
  if (typeof schema['$ref'] === 'string') parts.push(target(schema['$ref'], state));
  return union(own, ...parts.map((part) => fieldNames(part, state, [...path, schema])));
}

function fitsParts(schema: JsonObject, value: unknown, state: State, depth: number): boolean {
  const list = (keyword: string): unknown[] | undefined => schema[keyword] as unknown[] | undefined;
  const holds = (part: unknown, beside: Names): boolean =>
    fits(part, value, { ...state, beside: union(state.beside, beside) }, depth + 1);
  const branchHolds = (keyword: string): boolean => {
    const { [keyword]: _branches, ...rest } = schema;
    const beside = fieldNames(rest, state);
    return list(keyword)?.some((part) => holds(part, beside)) ?? true;
  };
  const alone = { ...state, absent: new Set<string>(), beside: new Set<string>() };
  return (
    (list('allOf')?.every((part) => holds(part, fieldNames(schema, state))) ?? true) &&
    branchHolds('anyOf') &&
    branchHolds('oneOf') &&
    (!isExact(schema['not']) || !fits(schema['not'], value, alone, depth + 1))
  );
}

/** A schema without a part that is read more widely here than the specification has it. */
function isExact(schema: unknown): boolean {
  return (
    schema !== undefined &&
    !/"(?:\$ref|allOf|anyOf|oneOf|additionalProperties)":/.test(JSON.stringify(schema))
  );
}
