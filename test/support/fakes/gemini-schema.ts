import { asList, asObject, isObject } from '../../../src/foundation/json.js';

/** What is wrong in a schema: an unknown key fails the parsing, other rules the check that follows. */
export interface SchemaFault {
  kind: 'unknown_name' | 'invalid_value' | 'rule';
  path: string;
  message: string;
}

/** What takes a simple value, by its type. */
const SIMPLE = {
  string: ['description', 'title', 'format', 'pattern'],
  boolean: ['nullable'],
  number: ['minimum', 'maximum'].concat(
    ...['Items', 'Length', 'Properties'].map((what) => [`min${what}`, `max${what}`]),
  ),
};
const LISTS = ['enum', 'required', 'propertyOrdering'];
const KEYS = [
  ...[...Object.values(SIMPLE).flat(), ...LISTS],
  ...['type', 'items', 'properties', 'anyOf', 'default', 'example'],
];

const TYPES = ['STRING', 'NUMBER', 'INTEGER', 'BOOLEAN', 'ARRAY', 'OBJECT'];

const FORMATS: Readonly<Record<string, readonly string[]>> = {
  STRING: ['enum', 'date-time'],
  NUMBER: ['float', 'double'],
  INTEGER: ['int32', 'int64'],
};

/**
 * Everything the Gemini API refuses in a function's `parameters`. `path` is as parsing errors have it
 * (`…parameters.properties[0].value`), `rulePath` as the later check has it (`…properties[name]`).
 */
export function schemaFaults(schema: unknown, path: string, rulePath = path): SchemaFault[] {
  if (!isObject(schema))
    return [{ kind: 'invalid_value', path, message: `Invalid value at '${path}'` }];
  return [
    ...unknownKeys(schema, KEYS, path),
    ...wrongValues(schema, path),
    ...brokenRules(schema, rulePath),
    ...below(schema, path, rulePath),
  ];
}

/** The fields of a message of the request that it does not have. */
export function unknownKeys(value: object, known: readonly string[], path: string): SchemaFault[] {
  const place = path === '' ? '' : ` at '${path}'`;
  const unknown = Object.keys(value).filter((key) => !known.includes(key));
  return unknown.map((key) => ({
    kind: 'unknown_name',
    path,
    message: `Invalid JSON payload received. Unknown name "${key}"${place}: Cannot find field.`,
  }));
}

function wrongValues(schema: Record<string, unknown>, path: string): SchemaFault[] {
  const faults: string[] = [];
  const { type } = schema;
  if (Array.isArray(type))
    faults.push(`Proto field is not repeating, cannot start list. at '${path}'`);
  else if (type !== undefined && !TYPES.some((one) => one.toLowerCase() === lower(type)))
    faults.push(
      `Invalid value at '${path}.type' (type.googleapis.com/google.ai.generativelanguage.v1beta.Type), ${JSON.stringify(type)}`,
    );
  const areTexts = (list: unknown) =>
    Array.isArray(list) && list.every((item) => typeof item === 'string');
  const check = (keys: readonly string[], kind: string, isRight: (value: unknown) => boolean) => {
    for (const key of keys.filter((one) => schema[one] !== undefined && !isRight(schema[one])))
      faults.push(
        `Invalid value at '${path}.${key}' (TYPE_${kind.toUpperCase()}), ${JSON.stringify(schema[key])}`,
      );
  };
  check(LISTS, 'string', areTexts);
  for (const [kind, keys] of Object.entries(SIMPLE))
    check(keys, kind, (value) => typeof value === kind);
  return faults.map((message) => ({ kind: 'invalid_value', path, message }));
}

const lower = (type: unknown) => (typeof type === 'string' ? type.toLowerCase() : type);

function brokenRules(schema: Record<string, unknown>, path: string): SchemaFault[] {
  const type = typeof schema['type'] === 'string' ? schema['type'].toUpperCase() : '';
  const rules = [...valueRules(schema, type), ...objectRules(schema, type)];
  if (schema['anyOf'] !== undefined && Object.keys(schema).length > 1)
    rules.push(
      ': schema specified other fields alongside any_of. When using any_of, it must be the only field set.',
    );
  const at = `* GenerateContentRequest.${path}`;
  return rules.map((rule) => ({ kind: 'rule', path, message: `${at}${rule}` }));
}

function valueRules({ format, enum: values, anyOf, items }: Record<string, unknown>, type: string) {
  const broken: string[] = [];
  if (type === '' && anyOf === undefined) broken.push('.type: must be specified');
  if (anyOf !== undefined && asList(anyOf).length === 0)
    broken.push('.any_of: should be non-empty');
  if (typeof format === 'string' && !(FORMATS[type] ?? []).includes(format)) {
    const allowed = (FORMATS[type] ?? []).map((name) => `'${name}'`).join(' and ');
    broken.push(`.format: only ${allowed} are supported for ${type} type`);
  }
  asList(values).forEach((value, at) => {
    if (value === '') broken.push(`.enum[${at}]: cannot be empty`);
  });
  if (values !== undefined && type !== 'STRING') broken.push('.enum: only allowed for STRING type');
  if (format === 'enum' && asList(values).length === 0)
    broken.push('.enum: should be non-empty for STRING type with enum format');
  if (type === 'ARRAY' && items === undefined) broken.push('.items: missing field.');
  return broken;
}

function objectRules({ properties, required }: Record<string, unknown>, type: string): string[] {
  const broken: string[] = [];
  const defined = Object.keys(asObject(properties));
  for (const [name, value] of Object.entries({ properties, required }))
    if (value !== undefined && type !== 'OBJECT')
      broken.push(`.${name}: only allowed for OBJECT type`);
  if (isObject(properties) && defined.length === 0)
    broken.push('.properties: should be non-empty for OBJECT type');
  for (const name of defined.filter((one) => !/^[A-Za-z_][A-Za-z0-9_]{0,63}$/.test(one)))
    broken.push(`.properties[${name}]: Parameter names must start with a letter or an underscore.`);
  asList(required).forEach((name, at) => {
    if (!defined.includes(String(name))) broken.push(`.required[${at}]: property is not defined`);
  });
  return broken;
}

function below(schema: Record<string, unknown>, path: string, rulePath: string): SchemaFault[] {
  const { properties, items, anyOf } = schema;
  const entries = Object.entries(asObject(properties));
  return [
    ...entries.flatMap(([name, value], at) =>
      schemaFaults(value, `${path}.properties[${at}].value`, `${rulePath}.properties[${name}]`),
    ),
    ...(items === undefined ? [] : schemaFaults(items, `${path}.items`, `${rulePath}.items`)),
    ...asList(anyOf).flatMap((choice, at) =>
      schemaFaults(choice, `${path}.any_of[${at}]`, `${rulePath}.any_of[${at}]`),
    ),
  ];
}
