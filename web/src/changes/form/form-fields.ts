import { isObject, type JsonObject } from '../../../../src/foundation/json.js';
import { title } from '../../ui/value-words.js';

/** What a field is for people; what fits none of the others is `json`. */
export type FieldType = 'text' | 'long' | 'number' | 'flag' | 'choice' | 'lines' | 'json' | 'group';

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
  /** Of a `choice`. */
  choices?: readonly string[];
  /** Of a `group`. */
  fields?: readonly FormField[];
}

/** Deeper values are edited as JSON. */
const DEEPEST = 4;
const LONG = 60;

/**
 * The fields of an object: those of the schema first, with what the value has besides. What the schema does
 * not tell is told by the value, so any object can be edited without one.
 */
export function fieldsOf(
  value: JsonObject,
  schema: JsonObject = {},
  path: readonly string[] = [],
): FormField[] {
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const names = [...new Set([...Object.keys(properties), ...Object.keys(value)])];
  return names
    .filter((name) => !isReadOnly(own(properties, name)))
    .map((name) =>
      fieldOf([...path, name], own(value, name), own(properties, name), required.includes(name)),
    );
}

/** The value with what stands at `path` replaced; undefined takes it away. The rest is as it was. */
export function withValue(whole: unknown, path: readonly string[], value: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (Array.isArray(whole)) {
    const list: readonly unknown[] = whole;
    return list.map((item, at) => (String(at) === name ? withValue(item, rest, value) : item));
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
  const schema = plainSchema(given);
  const name = path.at(-1) ?? '';
  const described = schema['title'] ?? title(name);
  const label = typeof described === 'string' ? described : title(name);
  const help = schema['description'];
  const base = { path, label, value, required, ...(typeof help === 'string' ? { help } : {}) };
  const choices = choicesIn(schema);
  if (
    choices !== undefined &&
    (value === undefined || (typeof value === 'string' && choices.includes(value)))
  ) {
    return { ...base, type: 'choice', choices };
  }
  const fields = path.length < DEEPEST ? innerFields(value, schema, path) : undefined;
  if (fields !== undefined) return { ...base, type: 'group', fields };
  return { ...base, type: typeOf(value, schema) };
}

function innerFields(
  value: unknown,
  schema: JsonObject,
  path: readonly string[],
): FormField[] | undefined {
  if (Array.isArray(value) && value.length > 0 && value.every(isObject)) {
    return value.map((item, at) => {
      const fields = fieldsOf(item, plainSchema(schema['items']), [...path, String(at)]);
      const named = item['name'] ?? item['label'];
      const label = typeof named === 'string' && named !== '' ? named : String(at + 1);
      return {
        path: [...path, String(at)],
        label,
        type: 'group',
        value: item,
        required: true,
        fields,
      };
    });
  }
  const isGroup = isObject(value) || (value === undefined && isObject(schema['properties']));
  return isGroup ? fieldsOf(isObject(value) ? value : {}, schema, path) : undefined;
}

function typeOf(value: unknown, schema: JsonObject): FieldType {
  // A reference to an earlier change stands where a number is wanted.
  if (typeof value === 'string')
    return value.length > LONG || value.includes('\n') ? 'long' : 'text';
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'flag';
  if (Array.isArray(value))
    return value.every((item) => typeof item === 'string') ? 'lines' : 'json';
  if (value !== undefined && value !== null) return 'json';
  switch (schema['type']) {
    case 'string':
      return 'text';
    case 'number':
    case 'integer':
      return 'number';
    case 'boolean':
      return 'flag';
    case 'array':
      return plainSchema(schema['items'])['type'] === 'string' ? 'lines' : 'json';
    default:
      return value === null ? 'text' : 'json';
  }
}

/** Of alternatives, the first that is not null. */
function plainSchema(schema: unknown): JsonObject {
  if (!isObject(schema)) return {};
  const alternatives = schema['anyOf'] ?? schema['oneOf'];
  if (!Array.isArray(alternatives)) return schema;
  const first: unknown = alternatives.find((one) => isObject(one) && one['type'] !== 'null');
  return { ...schema, ...(isObject(first) ? first : {}) };
}

function choicesIn({ enum: values, type }: JsonObject): string[] | undefined {
  const isChoice = type !== 'number' && type !== 'integer' && Array.isArray(values);
  return isChoice && values.every((one) => typeof one === 'string') ? values : undefined;
}

function isReadOnly(schema: unknown): boolean {
  return isObject(schema) && schema['readOnly'] === true;
}

function own(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
