import {
  isObject,
  type JsonObject,
  asObject,
  asList,
  propertiesOf,
} from '../../../../foundation/json.js';
import { followReferences, followedObject } from '../document/pointer.js';
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
  const properties = allProperties(document, schema);
  const lists = properties.filter(([, property]) => isListOfObjects(document, property));
  const [list, ...others] = lists;
  // An envelope has one list and little else; a thing with an id only has lists among its fields.
  const isEnvelope = others.length === 0 && properties.length <= MAX_ENVELOPE;
  if (list === undefined || !isEnvelope || properties.some(([name]) => name === 'id')) {
    return { fields: fieldsOf(document, schema) };
  }
  const { items } = followedObject(document, list[1]);
  return { fields: fieldsOf(document, items), listIn: list[0] };
}

const MAX_ENVELOPE = 10;

function isListOfObjects(document: JsonObject, property: unknown): boolean {
  const item = followedObject(document, followedObject(document, property)['items']);
  const { type, properties, allOf } = item;
  return type === 'object' || properties !== undefined || allOf !== undefined;
}

/** The schema of a successful answer in JSON; undefined where none is declared. */
export function successSchema(document: JsonObject, responses: unknown): JsonObject | undefined {
  const all = asObject(responses);
  const status = Object.keys(all).find((code) => /^2/.test(code)) ?? 'default';
  const content = asObject(followedObject(document, all[status])['content']);
  const type = Object.keys(content).find((one) => one.includes('json')) ?? '';
  const schema = followReferences(document, asObject(content[type])['schema']);
  return isObject(schema) ? schema : undefined;
}

function allProperties(document: JsonObject, schema: JsonObject): [string, unknown][] {
  const parts = asList(schema['allOf']).map((part) => followedObject(document, part));
  return [schema, ...parts].flatMap((part) => Object.entries(propertiesOf(part)));
}

function fieldsOf(document: JsonObject, item: unknown): string[] {
  const all = allProperties(document, followedObject(document, item));
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
