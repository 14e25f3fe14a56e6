import { defined } from '../../../../foundation/defined.js';
import { isObject, type JsonObject } from '../../../../foundation/json.js';

const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';

/**
 * Parameters of an operation of version 2.0 as those, and the body, of version 3. Done here because the
 * converter loses the items, enums and collection formats of form fields, and whether they are required.
 */
export function upgradeParameters(
  parameters: readonly JsonObject[],
  consumes: readonly string[],
): JsonObject {
  const isIn = (place: string) => (one: JsonObject) => one['in'] === place;
  const fields = parameters.filter(isIn('formData'));
  const body = parameters.find(isIn('body'));
  const others = parameters.filter((one) => !fields.includes(one) && !isIn('body')(one));
  return {
    parameters: others.map(upgradeParameter),
    ...defined({ requestBody: requestBodyOf(body, fields, consumes) }),
  };
}

/** What describes a value in a parameter of 2.0. */
const OF_SCHEMA = [
  'type',
  'format',
  'items',
  'default',
  'enum',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'uniqueItems',
  'multipleOf',
];

function upgradeParameter(parameter: JsonObject): JsonObject {
  const entries = Object.entries(parameter);
  const rest = entries.filter(([key]) => !OF_SCHEMA.includes(key) && key !== 'collectionFormat');
  return { ...Object.fromEntries(rest), schema: schemaOf(parameter), ...styleOf(parameter) };
}

function schemaOf(parameter: JsonObject): JsonObject {
  const entries = Object.entries(parameter).filter(([key]) => OF_SCHEMA.includes(key));
  const schema: JsonObject = Object.fromEntries(entries);
  return schema['type'] === 'file' ? { ...schema, type: 'string', format: 'binary' } : schema;
}

const QUERY_STYLES: Readonly<Record<string, string>> = {
  ssv: 'spaceDelimited',
  tsv: 'tabDelimited',
  pipes: 'pipeDelimited',
};

/** How a list is written; without a format with commas. */
function styleOf({ type, in: place, collectionFormat }: JsonObject): JsonObject {
  if (type !== 'array') return {};
  const style = QUERY_STYLES[String(collectionFormat)];
  if (style !== undefined) return { style, explode: false };
  const isForm = place === 'query' || place === 'formData';
  return isForm
    ? { style: 'form', explode: collectionFormat === 'multi' }
    : { style: 'simple', explode: false };
}

function requestBodyOf(
  body: JsonObject | undefined,
  fields: readonly JsonObject[],
  consumes: readonly string[],
): JsonObject | undefined {
  if (body !== undefined) {
    const { description, required, schema } = body;
    const types = consumes.length === 0 ? ['application/json'] : consumes;
    const content = Object.fromEntries(types.map((type) => [type, { ...defined({ schema }) }]));
    return { content, ...defined({ description, required }) };
  }
  if (fields.length === 0) return undefined;
  const media = formOf(fields);
  const types = formTypes(fields, consumes);
  const content: JsonObject = Object.fromEntries(types.map((type) => [type, media]));
  return { content, required: fields.some(({ required }) => required === true) };
}

function formOf(fields: readonly JsonObject[]): JsonObject {
  const named = fields.filter(({ name }) => typeof name === 'string');
  const properties: JsonObject = {};
  const encoding: JsonObject = {};
  for (const field of named) {
    const { name, description } = field;
    properties[name as string] = { ...schemaOf(field), ...defined({ description }) };
    encoding[name as string] = styleOf(field);
  }
  const required = named.filter((field) => field['required'] === true).map(({ name }) => name);
  return {
    schema: { type: 'object', properties, required },
    encoding,
  };
}

/** Only a form with parts carries a file. */
function formTypes(fields: readonly JsonObject[], consumes: readonly string[]): string[] {
  if (fields.some(({ type }) => type === 'file')) return [MULTIPART];
  const forms = consumes.filter((type) => [FORM, MULTIPART].some((form) => type.startsWith(form)));
  return forms.length === 0 ? [FORM] : forms;
}

/** The media types of an operation; its own count alone, an empty list too. */
export function consumesOf(document: JsonObject, operation: JsonObject): string[] {
  const declared = operation['consumes'] ?? document['consumes'];
  return Array.isArray(declared) ? declared.filter((type) => typeof type === 'string') : [];
}

/** True for what holds parameters: an operation, not the extensions of a path. */
export function isOperation(key: string, value: unknown): value is JsonObject {
  return isObject(value) && !key.startsWith('x-');
}
