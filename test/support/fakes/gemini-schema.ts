import { isObject } from '../../../src/foundation/json.js';

/** What is wrong in a schema: an unknown key fails the parsing, other rules the check that follows. */
export interface SchemaFault {
  kind: 'unknown_name' | 'invalid_value' | 'rule';
  path: string;
  message: string;
}

const KEYS = [
  'type',
  'format',
  'description',
  'title',
  'nullable',
  'enum',
  'items',
  'properties',
  'required',
  'anyOf',
  'propertyOrdering',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'minLength',
  'maxLength',
  'minProperties',
  'maxProperties',
  'pattern',
  'default',
  'example',
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
    ...unknownKeys(schema, path),
    ...wrongValues(schema, path),
    ...brokenRules(schema, rulePath),
    ...below(schema, path, rulePath),
  ];
}

function unknownKeys(schema: object, path: string): SchemaFault[] {
  return Object.keys(schema)
    .filter((key) => !KEYS.includes(key))
    .map((key) => ({
      kind: 'unknown_name',
      path,
      message: `Invalid JSON payload received. Unknown name "${key}" at '${path}': Cannot find field.`,
    }));
}

const KINDS: Readonly<Record<string, string>> = {
  description: 'string',
  title: 'string',
  format: 'string',
  pattern: 'string',
  nullable: 'boolean',
  minimum: 'number',
  maximum: 'number',
  minItems: 'number',
  maxItems: 'number',
  minLength: 'number',
  maxLength: 'number',
  minProperties: 'number',
  maxProperties: 'number',
};

function wrongValues(schema: Record<string, unknown>, path: string): SchemaFault[] {
  const faults: string[] = [];
  const { type } = schema;
  if (Array.isArray(type))
    faults.push(`Proto field is not repeating, cannot start list. at '${path}'`);
  else if (
    type !== undefined &&
    !(typeof type === 'string' && TYPES.includes(type.toUpperCase()))
  ) {
    faults.push(
      `Invalid value at '${path}.type' (type.googleapis.com/google.ai.generativelanguage.v1beta.Type), ${JSON.stringify(type)}`,
    );
  }
  for (const key of ['enum', 'required', 'propertyOrdering']) {
    const list = schema[key];
    if (
      list !== undefined &&
      !(Array.isArray(list) && list.every((item) => typeof item === 'string'))
    ) {
      faults.push(`Invalid value at '${path}.${key}' (TYPE_STRING), ${JSON.stringify(list)}`);
    }
  }
  for (const [key, kind] of Object.entries(KINDS)) {
    if (schema[key] !== undefined && typeof schema[key] !== kind) {
      faults.push(
        `Invalid value at '${path}.${key}' (TYPE_${kind.toUpperCase()}), ${JSON.stringify(schema[key])}`,
      );
    }
  }
  return faults.map((message) => ({ kind: 'invalid_value', path, message }));
}

function brokenRules(schema: Record<string, unknown>, path: string): SchemaFault[] {
  const type = typeof schema['type'] === 'string' ? schema['type'].toUpperCase() : '';
  const rules = [
    ...valueRules(schema, type),
    ...objectRules(schema, type),
    ...(schema['anyOf'] !== undefined && Object.keys(schema).length > 1
      ? [
          ': schema specified other fields alongside any_of. When using any_of, it must be the only field set.',
        ]
      : []),
  ];
  return rules.map((rule) => ({
    kind: 'rule',
    path,
    message: `* GenerateContentRequest.${path}${rule}`,
  }));
}

function valueRules(
  { format, enum: values, anyOf, items }: Record<string, unknown>,
  type: string,
): string[] {
  const broken: string[] = [];
  if (type === '' && anyOf === undefined) broken.push('.type: must be specified');
  if (anyOf !== undefined && asArray(anyOf).length === 0)
    broken.push('.any_of: should be non-empty');
  if (typeof format === 'string' && !(FORMATS[type] ?? []).includes(format)) {
    const allowed = (FORMATS[type] ?? []).map((name) => `'${name}'`).join(' and ');
    broken.push(`.format: only ${allowed} are supported for ${type} type`);
  }
  asArray(values).forEach((value, at) => {
    if (value === '') broken.push(`.enum[${at}]: cannot be empty`);
  });
  if (values !== undefined && type !== 'STRING') broken.push('.enum: only allowed for STRING type');
  if (format === 'enum' && asArray(values).length === 0) {
    broken.push('.enum: should be non-empty for STRING type with enum format');
  }
  if (type === 'ARRAY' && items === undefined) broken.push('.items: missing field.');
  return broken;
}

function objectRules({ properties, required }: Record<string, unknown>, type: string): string[] {
  const broken: string[] = [];
  if (properties !== undefined && type !== 'OBJECT') {
    broken.push('.properties: only allowed for OBJECT type');
  }
  if (isObject(properties) && Object.keys(properties).length === 0) {
    broken.push('.properties: should be non-empty for OBJECT type');
  }
  const defined = isObject(properties) ? Object.keys(properties) : [];
  if (required !== undefined && type !== 'OBJECT')
    broken.push('.required: only allowed for OBJECT type');
  for (const name of defined) {
    if (!/^[A-Za-z_][A-Za-z0-9_]{0,63}$/.test(name))
      broken.push(
        `.properties[${name}]: Parameter names must start with a letter or an underscore.`,
      );
  }
  asArray(required).forEach((name, at) => {
    if (!defined.includes(String(name))) broken.push(`.required[${at}]: property is not defined`);
  });
  return broken;
}

function below(schema: Record<string, unknown>, path: string, rulePath: string): SchemaFault[] {
  const { properties, items, anyOf } = schema;
  const entries = isObject(properties) ? Object.entries(properties) : [];
  return [
    ...entries.flatMap(([name, value], at) =>
      schemaFaults(value, `${path}.properties[${at}].value`, `${rulePath}.properties[${name}]`),
    ),
    ...(items === undefined ? [] : schemaFaults(items, `${path}.items`, `${rulePath}.items`)),
    ...asArray(anyOf).flatMap((choice, at) =>
      schemaFaults(choice, `${path}.any_of[${at}]`, `${rulePath}.any_of[${at}]`),
    ),
  ];
}

function asArray(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
