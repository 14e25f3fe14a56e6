import { writeJson } from '../../../../src/foundation/exact-json.js';
import { isNumber, sameNumber } from '../../../../src/foundation/exact-number.js';
import {
  asList,
  isObject,
  propertiesOf,
  type JsonObject,
} from '../../../../src/foundation/json.js';

/** One value that can be chosen, and what people call it. */
export interface Choice {
  value: unknown;
  label: string;
}

/**
 * Of alternatives the one that fits the value; of no value an object's, as its fields can be drawn, else the first
 * that is not null.
 */
export function plainSchema(schema: unknown, value?: unknown): JsonObject {
  if (!isObject(schema)) return {};
  const alternatives = schema['anyOf'] ?? schema['oneOf'];
  if (!Array.isArray(alternatives)) return schema;
  if (choicesIn(schema) !== undefined) return schema;
  const known = alternatives.filter(isObject).filter(({ type }) => type !== 'null');
  const objects = known.filter(({ properties }) => isObject(properties));
  const [only, ...more] = objects;
  if (only !== undefined && (value === undefined || value === null || isObject(value))) {
    return more.length === 0 ? { ...schema, ...only } : branchFor(value, schema, objects);
  }
  return { ...schema, ...(known.find(({ type }) => typesOf(value).includes(type)) ?? known[0]) };
}

function typesOf(value: unknown): unknown[] {
  if (isNumber(value)) return ['number', 'integer'];
  return [Array.isArray(value) ? 'array' : typeof value];
}

/**
 * The branch that fits an object best. What tells the branches apart can be chosen among what all of them take, and
 * then another fits; what only another one knows is shown while it is there, and can be taken away.
 */
function branchFor(
  value: JsonObject | null | undefined,
  schema: JsonObject,
  branches: readonly JsonObject[],
): JsonObject {
  const misfits = branches.map((branch) => (value ? misfitOf(value, branch) : 0));
  const chosen = branches[misfits.indexOf(Math.min(...misfits))] ?? {};
  const common = propertiesOf(schema);
  const own = { ...common, ...propertiesOf(chosen) };
  const tags = Object.entries(own).flatMap(([name, property]) => {
    const choices = branches.map((branch) => choicesOf(propertiesOf(branch)[name]));
    if (!choices.every((some) => some !== undefined)) return [];
    const all = choices.flat().map(({ value: one }) => one);
    const { const: _fixed, ...tag } = property as JsonObject;
    return [[name, { ...tag, enum: [...new Set(all)] }]];
  });
  const others = Object.entries(Object.assign({}, ...branches.map(propertiesOf)) as JsonObject);
  const left = others.filter(([name]) => !Object.hasOwn(own, name));
  return {
    ...schema,
    ...chosen,
    properties: { ...own, ...(Object.fromEntries(tags) as JsonObject) },
    required: [...asList(schema['required']), ...asList(chosen['required'])],
    'x-known': Object.fromEntries(left),
    'x-others': left.map(([name]) => name),
  };
}

/** How badly an object fits a branch: each value that it does not take counts more than all that lacks or is unknown. */
function misfitOf(value: JsonObject, branch: JsonObject): number {
  const properties = propertiesOf(branch);
  const refused = Object.keys(value).filter((name) =>
    choicesOf(properties[name])?.every((choice) => !isSame(choice.value, value[name])),
  );
  const missing = asList(branch['required']).filter((name) => value[String(name)] === undefined);
  const unknown = Object.keys(value).filter((name) => !Object.hasOwn(properties, name));
  return refused.length * 1000 + missing.length + unknown.length;
}

function choicesOf(property: unknown): Choice[] | undefined {
  return isObject(property) ? choicesIn(property) : undefined;
}

/** From `enum` or a `const`, or from `oneOf` with a `const` and a `title` for each. */
export function choicesIn(schema: JsonObject): Choice[] | undefined {
  const { oneOf, type, const: fixed } = schema;
  const values = schema['enum'] ?? (isPlain(fixed) ? [fixed] : undefined);
  if (Array.isArray(values) && values.length > 0) {
    const isNumeric = type === 'number' || type === 'integer';
    const fit = values.every((one) => one === null || (isNumeric ? isNumber(one) : isPlain(one)));
    return fit ? values.map((value: unknown) => ({ value, label: String(value) })) : undefined;
  }
  if (!Array.isArray(oneOf) || oneOf.length === 0) return undefined;
  const choices = oneOf.flatMap((one): Choice[] => {
    const { const: value, title: label } = isObject(one) ? one : {};
    if (!isPlain(value)) return [];
    return [{ value, label: typeof label === 'string' ? label : String(value) }];
  });
  return choices.length === oneOf.length ? choices : undefined;
}

function isPlain(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'boolean' || isNumber(value);
}

/** The same JSON value, whatever digits say it. */
export function isSame(one: unknown, other: unknown): boolean {
  return one === other || sameNumber(one, other) || writeJson(one) === writeJson(other);
}
