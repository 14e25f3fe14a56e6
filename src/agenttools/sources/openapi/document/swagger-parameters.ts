import { defined } from '../../../../foundation/defined.js';
import { FORM, MULTIPART } from './media-type.js';
import { isObject, type JsonObject } from '../../../../foundation/json.js';

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

const QUERY_STYLES: ReadonlyMap<string, string> = new Map([
  ['ssv', 'spaceDelimited'],
  ['tsv', 'tabDelimited'],
  ['pipes', 'pipeDelimited'],
]);

/** Where it is kept how lists in a list are written: version 3 has no word for it. */
export const ITEM_STYLES = 'x-item-styles';
const MAX_NESTED = 8;

/** How a list is written; without a format with commas. */
function styleOf(parameter: JsonObject): JsonObject {
  const { type, in: place, collectionFormat } = parameter;
  if (type !== 'array') return {};
  const nested = itemStyles(parameter);
  const items = nested.length === 0 ? {} : { [ITEM_STYLES]: nested };
  const style = styleNamed(collectionFormat);
  if (style !== undefined) return { style, explode: false, ...items };
  const isForm = place === 'query' || place === 'formData';
  return isForm
    ? { style: 'form', explode: collectionFormat === 'multi', ...items }
    : { style: 'simple', explode: false, ...items };
}

function styleNamed(collectionFormat: unknown): string | undefined {
  return QUERY_STYLES.get(String(collectionFormat));
}

/** From the outer lists in. */
function itemStyles({ items }: JsonObject): string[] {
  const styles: string[] = [];
  let item = items;
  while (isObject(item) && item['type'] === 'array' && styles.length < MAX_NESTED) {
    styles.push(styleNamed(item['collectionFormat']) ?? 'simple');
    item = item['items'];
  }
  return styles;
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
  const fieldsBy = (read: (field: JsonObject) => JsonObject): JsonObject =>
    Object.fromEntries(named.map((field) => [field['name'] as string, read(field)]));
  const described = ({ description, ...field }: JsonObject): JsonObject => ({
    ...schemaOf(field),
    ...defined({ description }),
  });
  const required = named.filter((field) => field['required'] === true).map(({ name }) => name);
  return {
    schema: { type: 'object', properties: fieldsBy(described), required },
    encoding: fieldsBy(styleOf),
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
