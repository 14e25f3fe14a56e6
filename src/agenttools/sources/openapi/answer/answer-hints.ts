import { isObject, type JsonObject } from '../../../../foundation/json.js';
import { followReferences } from '../document/pointer.js';
import type { AnswerHints } from '../operation.js';

const MAX_FIELDS = 16;
/** What people call a thing by, and what tells it apart; kept before anything else. */
const TELLING =
  /^(?:id|uid|uuid|key|number|name|full_?name|title|label|slug|path|status|state|type|kind|date|(?:created|updated|closed|due)_?(?:at|date|on)|email|login|url|html_url|description|summary|amount|total|price|quantity)$/i;

/** What the document says of a successful answer: where its list is, and which fields of an item tell most. */
export function answerHints(document: JsonObject, responses: unknown): AnswerHints {
  const schema = successSchema(document, responses);
  if (schema === undefined) return { fields: [] };
  if (isObject(schema['items'])) return { fields: fieldsOf(document, schema['items']) };
  const properties = propertiesOf(document, schema);
  const lists = properties.filter(([, property]) => isListOfObjects(document, property));
  const [list, ...others] = lists;
  // An envelope has one list and little else; a thing with an id only has lists among its fields.
  const isEnvelope = others.length === 0 && properties.length <= MAX_ENVELOPE;
  if (list === undefined || !isEnvelope || properties.some(([name]) => name === 'id')) {
    return { fields: fieldsOf(document, schema) };
  }
  const items = followReferences(document, list[1]) as JsonObject;
  return { fields: fieldsOf(document, items['items']), listIn: list[0] };
}

const MAX_ENVELOPE = 10;

function isListOfObjects(document: JsonObject, property: unknown): boolean {
  const target = followReferences(document, property);
  const item = isObject(target) ? followReferences(document, target['items']) : undefined;
  return (
    isObject(item) &&
    (item['type'] === 'object' || item['properties'] !== undefined || item['allOf'] !== undefined)
  );
}

/** The schema of a successful answer in JSON; undefined where none is declared. */
export function successSchema(document: JsonObject, responses: unknown): JsonObject | undefined {
  const all: JsonObject = isObject(responses) ? responses : {};
  const status = Object.keys(all).find((code) => /^2/.test(code)) ?? 'default';
  const response = followReferences(document, all[status]);
  const content = isObject(response) && isObject(response['content']) ? response['content'] : {};
  const type = Object.keys(content).find((one) => one.includes('json')) ?? '';
  const media = content[type];
  const schema = isObject(media) ? followReferences(document, media['schema']) : undefined;
  return isObject(schema) ? schema : undefined;
}

/** The properties of a schema and of the parts of its `allOf`. */
function propertiesOf(document: JsonObject, schema: JsonObject): [string, unknown][] {
  const parts: unknown[] = Array.isArray(schema['allOf']) ? schema['allOf'] : [];
  const all = [schema, ...parts.map((part) => followReferences(document, part))];
  return all.flatMap((one) =>
    isObject(one) && isObject(one['properties']) ? Object.entries(one['properties']) : [],
  );
}

function fieldsOf(document: JsonObject, item: unknown): string[] {
  const schema = followReferences(document, item);
  if (!isObject(schema)) return [];
  const all = propertiesOf(document, schema);
  const simple = all.filter(([, property]) => isSimple(followReferences(document, property)));
  const names = simple.map(([name]) => name);
  const telling = names.filter((name) => TELLING.test(name));
  return [...new Set([...telling, ...names])].slice(0, MAX_FIELDS);
}

function isSimple(schema: unknown): boolean {
  if (!isObject(schema)) return false;
  const types: unknown[] = [schema['type']].flat();
  const isInner = types.includes('object') || types.includes('array');
  return !isInner && schema['properties'] === undefined;
}
