import { upgrade } from '@scalar/openapi-upgrader';
import { defined } from '../../../../foundation/defined.js';
import {
  isObject,
  type JsonObject,
  asObject,
  asList,
  ownValue,
} from '../../../../foundation/json.js';
import { type AppError, configError } from '../../../../foundation/errors.js';
import { FORM, MULTIPART } from './media-type.js';
import { followReferences } from './pointer.js';

/** Parameters of 2.0 as of version 3: the converter loses items, enums, formats and `required` of form fields. */
function upgradeParameters(
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

const OF_SCHEMA = (
  'type format items default enum pattern multipleOf uniqueItems minimum maximum ' +
  'exclusiveMinimum exclusiveMaximum minLength maxLength minItems maxItems'
).split(' ');

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

const SEPARATED: Readonly<Record<string, string>> = {
  ssv: 'spaceDelimited',
  tsv: 'tabDelimited',
  pipes: 'pipeDelimited',
};

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
  const explode = isForm && collectionFormat === 'multi';
  return { style: isForm ? 'form' : 'simple', explode, ...items };
}

function styleNamed(collectionFormat: unknown): string | undefined {
  return ownValue(SEPARATED, String(collectionFormat));
}

function itemStyles({ items }: JsonObject): string[] {
  const styles: string[] = [];
  let item = asObject(items);
  for (; item['type'] === 'array' && styles.length < MAX_NESTED; item = asObject(item['items']))
    styles.push(styleNamed(item['collectionFormat']) ?? 'simple');
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

export type Dialect = '3.0' | '3.1';

/** The document as version 3: 2.0 is converted, 3.x stays. Rejects any other with `config_error`. */
export function upgradeDocument(document: JsonObject): { document: JsonObject; dialect: Dialect } {
  const { openapi, swagger } = document;
  if (swagger !== undefined && openapi === undefined) {
    if (versionText(swagger) !== '2.0') throw unknownVersion(`swagger: ${versionText(swagger)}`);
    const whole = { ...withOwnParameters(document), swagger: '2.0' };
    return { document: upgrade(whole, '3.0'), dialect: '3.0' };
  }
  const version = versionText(openapi);
  if (version.startsWith('3.0')) return { document, dialect: '3.0' };
  if (version.startsWith('3.1') || version.startsWith('3.2')) return { document, dialect: '3.1' };
  throw unknownVersion(openapi === undefined ? 'none' : `openapi: ${version}`);
}

function versionText(version: unknown): string {
  // Unquoted in YAML, 2.0 is the number 2.
  if (typeof version === 'number') return version.toFixed(1);
  return typeof version === 'string' ? version : '';
}

function unknownVersion(found: string): AppError {
  return configError(
    `It names no OpenAPI version that can be read (found ${found}); valid are swagger: "2.0" and openapi: 3.0.x, 3.1.x or 3.2.x.`,
  );
}

/** Each operation of 2.0 with the parameters of its path, their references resolved, and its body as of version 3. */
function withOwnParameters(document: JsonObject): JsonObject {
  const paths = Object.entries(asObject(document['paths'])).map(([path, item]) => [
    path,
    isObject(item) ? withPathParameters(document, item) : item,
  ]);
  return { ...document, paths: Object.fromEntries(paths) as JsonObject };
}

function withPathParameters(document: JsonObject, item: JsonObject): JsonObject {
  const { parameters, ...rest } = item;
  const shared = resolved(document, parameters);
  const entries = Object.entries(rest).map(([method, operation]) => {
    if (!isObject(operation) || method.startsWith('x-')) return [method, operation];
    const own = resolved(document, operation['parameters']);
    const named = new Set(own.map(keyOf));
    const all = [...shared.filter((one) => !named.has(keyOf(one))), ...own];
    // A parameter that is left out is not null; the flag would only be lost on the way.
    // Its own media types count alone, an empty list too.
    const consumes = asList(operation['consumes'] ?? document['consumes']);
    const upgraded = upgradeParameters(
      all.map(({ 'x-nullable': _nullable, ...parameter }) => parameter),
      consumes.filter((type) => typeof type === 'string'),
    );
    return [method, { ...operation, ...upgraded }];
  });
  return Object.fromEntries(entries) as JsonObject;
}

function resolved(document: JsonObject, parameters: unknown): JsonObject[] {
  // A reference that cannot be followed stays, so that what lacks it is a finding.
  const followed = asList(parameters).map((one) => followReferences(document, one) ?? one);
  return followed.filter(isObject);
}

function keyOf({ $ref: reference, in: place, name }: JsonObject): string {
  if (typeof reference === 'string') return reference;
  return place === 'body' ? 'body' : `${String(place)} ${String(name)}`;
}
