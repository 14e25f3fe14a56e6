import { isNumber } from '../../../../src/foundation/exact-number.js';
import { FILE_ID } from '../../../../src/foundation/user-files.js';
import { asList, isObject, type JsonObject } from '../../../../src/foundation/json.js';
import { choicesIn, isSame, plainSchema, type Choice } from './branches.js';
import { title } from './words.js';

export { isSame, type Choice } from './branches.js';

/**
 * What a field is for people; what fits none of the others is `json`. `scalar`: a text or a number, as it is written;
 * `time`: a moment of a day; `lines` and `numbers`: one a line; `file`: the id of an uploaded file.
 */
export type FieldType =
  | 'text'
  | 'long'
  | 'number'
  | 'numbers'
  | 'date'
  | 'time'
  | 'file'
  | 'scalar'
  | 'flag'
  | 'choice'
  | 'several'
  | 'lines'
  | 'json'
  | 'group';

/** One field of a form that was made from a schema and a value. */
export interface FormField {
  /** From the root of the value. */
  path: readonly string[];
  label: string;
  type: FieldType;
  /** Undefined where the value has none. */
  value: unknown;
  required: boolean;
  help?: string;
  /** Of a `choice`, and of `several`, which can hold others too. */
  choices?: readonly Choice[];
  /** Of a `group`. */
  fields?: readonly FormField[];
  /** Of a `group` that is not shown at first. */
  folded?: true;
  /** It can be taken away: an item of a list, or one of several names. */
  removable?: true;
  /** Of a `group`: names that have no value yet, and can be given one. */
  names?: readonly string[];
  /** Of a `group` that takes another item: what a new one is. */
  added?: unknown;
}

/** Deeper values are edited as JSON. */
const DEEPEST = 6;
const LONG = 60;

/**
 * The fields of an object: those of the schema first (of `x-known` only those that are there), with what the value has besides. What the schema does
 * not tell is told by the value, so any object can be edited without one.
 */
export function fieldsOf(
  value: JsonObject,
  schema: JsonObject = {},
  path: readonly string[] = [],
): FormField[] {
  const known = isObject(schema['x-known']) ? schema['x-known'] : {};
  const there = Object.keys(value).filter((name) => Object.hasOwn(known, name));
  const others = asList(schema['x-others']);
  const more: JsonObject = Object.fromEntries(there.map((name) => [name, known[name]]));
  const given = isObject(schema['properties']) ? schema['properties'] : {};
  const properties = others.length > 0 ? { ...given, ...more } : { ...more, ...given };
  const required = asList(schema['required']);
  const names = [...new Set([...Object.keys(properties), ...Object.keys(value)])];
  return names
    .filter((name) => !isReadOnly(own(properties, name)))
    .map((name) => ({
      ...fieldOf([...path, name], own(value, name), own(properties, name), required.includes(name)),
      ...((schema['x-more'] === true || others.includes(name)) && { removable: true as const }),
    }));
}

/** The value with what stands at `path` replaced; undefined takes it away. The rest is as it was. */
export function withValue(whole: unknown, path: readonly string[], value: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (Array.isArray(whole)) {
    const list: readonly unknown[] = whole;
    if (rest.length === 0 && value === undefined) {
      return list.filter((_, at) => String(at) !== name);
    }
    const changed = list.map((item, at) =>
      String(at) === name ? withValue(item, rest, value) : item,
    );
    return name === String(list.length) ? [...changed, withValue(undefined, rest, value)] : changed;
  }
  const object = isObject(whole) ? whole : {};
  const inner = withValue(own(object, name), rest, value);
  const entries = Object.entries(object).filter(([key]) => key !== name || inner !== undefined);
  const kept: JsonObject = Object.fromEntries(
    entries.map(([key, item]) => [key, key === name ? inner : item]),
  );
  return inner === undefined || Object.hasOwn(kept, name) ? kept : { ...kept, [name]: inner };
}

function fieldOf(
  path: readonly string[],
  value: unknown,
  given: unknown,
  required: boolean,
): FormField {
  const schema = plainSchema(given, value);
  const name = path.at(-1) ?? '';
  const described = schema['title'] ?? title(name);
  const label = typeof described === 'string' ? described : title(name);
  const help = schema['description'];
  const base = { path, label, value, required, ...(typeof help === 'string' ? { help } : {}) };
  if (schema['x-json'] === true) return { ...base, type: 'json' };
  const choices = choicesIn(schema);
  const isKnown = (one: unknown) =>
    choices?.some(({ value: known }) => isSame(known, one)) === true;
  if (choices !== undefined && (value === undefined || isKnown(value))) {
    return { ...base, type: 'choice', choices };
  }
  const several = choicesIn(isObject(schema['items']) ? schema['items'] : {});
  if (several?.every((one) => typeof one.value === 'string') && areTexts(value ?? [])) {
    return { ...base, type: 'several', choices: several };
  }
  const group = path.length < DEEPEST ? groupOf(value, schema, path) : undefined;
  if (group !== undefined) {
    const folded = schema['x-folded'] === true && FOLDED;
    return { ...base, type: 'group', ...group, ...folded, ...moreOf(value, schema) };
  }
  return { ...base, type: typeOf(value, schema) };
}

const FOLDED = { folded: true } as const;

/** Of an object with `x-more`, those of its known names that are not there. */
function moreOf(value: unknown, { 'x-more': more, 'x-known': known }: JsonObject) {
  if (more !== true || !isObject(known) || Array.isArray(value)) return {};
  const there = isObject(value) ? value : {};
  return { names: Object.keys(known).filter((name) => !Object.hasOwn(there, name)) };
}

function areTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** The fields in an object, or the items of a list of objects; undefined for what is neither. */
function groupOf(
  value: unknown,
  schema: JsonObject,
  path: readonly string[],
): Pick<FormField, 'fields' | 'added'> | undefined {
  const items = plainSchema(schema['items']);
  const knowsItems = isObject(items['properties']);
  if (knowsItems && (value === undefined || value === null)) return listOf([], schema, items, path);
  if (Array.isArray(value)) {
    const isList = value.every(isObject) && (value.length > 0 || knowsItems);
    return isList ? listOf(value, schema, items, path) : undefined;
  }
  const isGroup = isObject(value) || (value === undefined && isObject(schema['properties']));
  return isGroup ? { fields: fieldsOf(isObject(value) ? value : {}, schema, path) } : undefined;
}

function listOf(
  list: readonly JsonObject[],
  { minItems = 0, maxItems = Infinity, prefixItems, items: of }: JsonObject,
  items: JsonObject,
  path: readonly string[],
): Pick<FormField, 'fields' | 'added'> {
  const itemSchemaAt = (at: number) => {
    const own: unknown = Array.isArray(prefixItems) ? prefixItems[at] : undefined;
    return isObject(own) ? own : plainSchema(of, list[at]);
  };
  const [only] = list;
  // One that always stands alone needs no frame of its own.
  if (only !== undefined && minItems === 1 && maxItems === 1 && list.length === 1) {
    return { fields: fieldsOf(only, itemSchemaAt(0), [...path, '0']) };
  }
  const isKnown = isObject(items['properties']);
  const canRemove = isKnown && list.length > Number(minItems);
  return {
    fields: list.map((item, at) => itemOf(item, at, itemSchemaAt(at), path, canRemove)),
    ...(isKnown && list.length < Number(maxItems) && { added: items['default'] ?? {} }),
  };
}

function itemOf(
  item: JsonObject,
  at: number,
  schema: JsonObject,
  path: readonly string[],
  canRemove: boolean,
): FormField {
  const own = [...path, String(at)];
  const named = item['name'] ?? item['label'];
  return {
    path: own,
    label: typeof named === 'string' && named !== '' ? named : String(at + 1),
    type: 'group',
    value: item,
    required: true,
    fields: fieldsOf(item, schema, own),
    ...(canRemove && { removable: true as const }),
  };
}

function typeOf(value: unknown, schema: JsonObject): FieldType {
  if (isScalar(value, schema['type'])) return 'scalar';
  // A reference to an earlier change stands where a number is wanted.
  if (typeof value === 'string') return typeOfText(value, schema);
  if (isNumber(value)) return 'number';
  if (typeof value === 'boolean') return 'flag';
  if (Array.isArray(value)) return typeOfList(value, schema);
  if (value !== undefined && value !== null) return 'json';
  return typeOfNothing(value, schema);
}

function typeOfText(value: string, schema: JsonObject): FieldType {
  const type = typeOfNothing(undefined, schema);
  if (type === 'file') return 'file';
  if (type === 'date' && DATE.test(value)) return 'date';
  if (type === 'time' && TIME.test(value) && !Number.isNaN(Date.parse(value))) return 'time';
  return value.length > LONG || value.includes('\n') ? 'long' : 'text';
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:Z|[+-]\d{2}:\d{2})$/;

/** Texts with lines of their own could not be told from others. */
function typeOfList(value: readonly unknown[], schema: JsonObject): FieldType {
  const wanted = typeOfNothing(undefined, schema);
  if (wanted === 'numbers') return value.every(isNumber) ? 'numbers' : 'json';
  const isLines = areTexts(value) && !value.some((item) => String(item).includes('\n'));
  return isLines ? 'lines' : 'json';
}

function isScalar(value: unknown, types: unknown): boolean {
  if (!Array.isArray(types) || !types.includes('string') || !types.includes('number')) return false;
  return value === undefined || typeof value === 'string' || isNumber(value);
}

/** What a value will be that is not there yet. */
function typeOfNothing(value: null | undefined, schema: JsonObject): FieldType {
  const { type, format, description = '' } = schema;
  switch (type) {
    case 'string':
      if (String(description).includes(FILE_ID)) return 'file';
      if (format === 'date-time') return 'time';
      return format === 'date' ? 'date' : 'text';
    case 'number':
    case 'integer':
      return 'number';
    case 'boolean':
      return 'flag';
    case 'array':
      return typeOfItems(plainSchema(schema['items'])['type']);
    default:
      return value === null ? 'text' : 'json';
  }
}

function typeOfItems(type: unknown): FieldType {
  if (type === 'number' || type === 'integer') return 'numbers';
  return type === 'string' ? 'lines' : 'json';
}

function isReadOnly(schema: unknown): boolean {
  return isObject(schema) && schema['readOnly'] === true;
}

function own(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
