import { levelsOf, openAiSchemaFault } from '../../../test/support/fakes/json-schema.js';
import { schemaFaults } from '../../../test/support/fakes/gemini-schema.js';
import type { JsonObject } from '../../foundation/json.js';
import { apiRules } from './api-rules.js';
import { rewriteSchema } from './rewrite-schema.js';

const forGemini = (schema: JsonObject) => rewriteSchema(schema, apiRules.gemini.schema);
const forOthers = (schema: JsonObject) => rewriteSchema(schema, apiRules.openai.schema);

/** A schema as it is written within another. */
const field = ({ schema }: { schema: JsonObject }) =>
  (schema['properties'] as Record<string, JsonObject>)['a'] as JsonObject;
const inside = (schema: unknown): JsonObject => ({ type: 'object', properties: { a: schema } });

/** What the APIs refuse in what comes out. */
function faultsOf(schema: JsonObject): unknown[] {
  const gemini = forGemini(schema).schema;
  const isEmpty = Object.keys(gemini['properties'] as object).length === 0;
  const found = isEmpty ? [] : schemaFaults(gemini, 'parameters').map(({ message }) => message);
  const others = openAiSchemaFault('look', forOthers(schema).schema);
  const deep = levelsOf(gemini) > 8 ? 'deep' : undefined;
  return [...found, others, deep].filter((fault) => fault !== undefined);
}

const text = { type: 'string' };
const [int, num] = [{ type: 'integer' }, { type: 'number' }];
const object = (properties: object, ...required: string[]): JsonObject =>
  required.length === 0 ? { type: 'object', properties } : { type: 'object', properties, required };
const ONE_OF = 'The arguments take one of these forms:';
const D = { description: 'D' };
const bool = { type: 'boolean' };
const LIST = { type: 'array', items: { anyOf: [text, num, bool, { type: 'object' }] } };
const UNKNOWN = { $schema: 'x', $id: 'y', $comment: 'c', deprecated: true, examples: [1] };
const MORE = { if: {}, then: {}, patternProperties: {}, propertyNames: {} };
const CONDITIONS = { not: { const: 'x' }, ...MORE };
const PAIR = { anyOf: [text, num] };
const A = { description: 'A' };
const TEXTS = { type: 'array', items: text };
const BOTH = { type: ['string', 'array'], minLength: 1, items: text, ...D };
const ANY = { ref: text, const: text, __proto: text };
const REF = { $ref: '#/properties/a/$defs/t', description: 'A' };
const ESCAPED = { $ref: '#/properties/a/definitions/x~1y' };
const ENDS = { minimum: 1, maximum: 8 };
const LEFT_OUT = 'Leave it out for the empty text.';

test.each<[string, JsonObject, JsonObject]>([
  ['unknown keys go', { ...text, ...UNKNOWN }, text],
  ['not, if and the like go', { ...text, ...CONDITIONS, uniqueItems: true, multipleOf: 2 }, text],
  ['additional…', { ...object({ a: text }), additionalProperties: false }, object({ a: text })],
  ['no properties are not named', { ...object({}), required: [] }, { type: 'object' }],
  ['required names only what there is', object({ a: text }, 'a', 'b'), object({ a: text }, 'a')],
  ['an empty text', { enum: ['', 'a'] }, { ...text, enum: ['a'], description: LEFT_OUT }],
  ['texts as one list', { anyOf: [{ const: 'a' }, { const: 'b' }] }, { ...text, enum: ['a', 'b'] }],
  ['const becomes enum', { const: 'a' }, { type: 'string', enum: ['a'] }],
  ['a number as const', { const: 3, ...D }, { ...int, description: 'D One of: 3.' }],
  ['enum of numbers is told', { ...int, enum: [1, 2] }, { ...int, description: 'One of: 1, 2.' }],
  ['null in an enum', { enum: ['a', null] }, { ...text, enum: ['a'], nullable: true }],
  ['ends', { ...int, exclusiveMinimum: 0, exclusiveMaximum: 9 }, { ...int, ...ENDS }],
  ['a bound of numbers', { ...num, exclusiveMinimum: 0 }, { ...num, minimum: 0 }],
  ['null is nullable', { type: ['string', 'null'], ...D }, { ...text, ...D, nullable: true }],
  ['several types', BOTH, { anyOf: [{ ...text, minLength: 1, ...D }, TEXTS] }],
  ['oneOf is anyOf', { oneOf: [text, int] }, { anyOf: [text, int] }],
  ['anyOf with null', { anyOf: [text, { type: 'null' }], ...D }, { ...text, ...D, nullable: true }],
  [
    'allOf is merged',
    { allOf: [object({ a: text }, 'a'), { properties: { b: text }, required: ['b'] }] },
    object({ a: text, b: text }, 'a', 'b'),
  ],
  ['unknown formats are told', { ...text, format: 'x' }, { ...text, description: 'Format: x.' }],
  ['a list without items gets some', { type: 'array' }, LIST],
  ['a tuple', { type: 'array', prefixItems: [text, num] }, { type: 'array', items: PAIR }],
  ['a ref', { ...object({ a: REF }), $defs: { t: text } }, object({ a: { ...text, ...A } })],
  ['escaped ref', { ...object({ a: ESCAPED }), definitions: { 'x/y': text } }, object({ a: text })],
  ['a property may have any name', object(ANY), object(ANY)],
])('the schema of a property, for Gemini: %s', (_name, schema, expected) => {
  const given = inside(schema);
  const before = structuredClone(given);
  expect([field(forGemini(given)), given, faultsOf(given)]).toEqual([expected, before, []]);
});

const OR_NULL = { ...D, anyOf: [text, int, { type: 'null' }] };
const map = (additionalProperties: object) => ({ type: 'object', additionalProperties });
test.each<[string, unknown, JsonObject]>([
  ['null is a type', { type: ['string', 'null'] }, { type: ['string', 'null'] }],
  ['null in an enum stays', { enum: ['a', null] }, { type: ['string', 'null'], enum: ['a', null] }],
  ['null among alternatives is one', OR_NULL, OR_NULL],
  ['an empty text stays a value', { enum: ['', 'a'] }, { type: 'string', enum: ['', 'a'] }],
  ['draft 4', { ...int, minimum: 0, exclusiveMinimum: true }, { ...int, exclusiveMinimum: 0 }],
  ['the values of a map are told', map({ type: ['array'] }), map(LIST)],
  ['a pattern is told', { ...text, pattern: '\\S' }, { ...text, description: 'Pattern: \\S' }],
  ['a large limit', { ...text, maxLength: 5_000 }, { ...text, description: 'maxLength: 5000.' }],
  ['false is no property', false, undefined as never],
])('the schema of a property, for the others: %s', (_name, schema, expected) => {
  const { properties = {} } = forOthers(inside(schema)).schema as { properties?: JsonObject };
  expect([properties['a'], faultsOf(inside(schema))]).toEqual([expected, []]);
});

describe('the root', () => {
  const kind = (value: string) => ({ const: value });
  const form = (value: string, ...names: string[]) =>
    object(
      { kind: kind(value), ...Object.fromEntries(names.map((one) => [one, text])) },
      'kind',
      ...names,
    );

  test.each(['anyOf', 'oneOf'])('%s becomes one object, and its forms are told', (key) => {
    const both = [form('mail', 'to'), form('sms', 'number')];
    const { schema, forms } = forOthers({ [key]: both, properties: { note: text } });
    const known = { kind: { ...text, enum: ['mail', 'sms'] }, to: text, number: text };
    expect(schema).toEqual(object({ note: text, ...known }, 'kind'));
    expect(forms).toBe(`${ONE_OF} 1) kind "mail", to; 2) kind "sms", number.`);
  });

  test('alternatives of what is required leave the properties as they are', () => {
    const { schema, forms } = forGemini({
      ...inside(text),
      required: ['id'],
      properties: { id: text, a: text, b: text },
      anyOf: [{ required: ['a'] }, { required: ['b'] }],
    });
    expect(schema).toMatchObject({ properties: { id: text, a: text, b: text }, required: ['id'] });
    expect(forms).toBe('The arguments take one of these forms: 1) id, a; 2) id, b.');
  });

  test('unions within a union, a reference, and allOf are one object too', () => {
    const ab = [form('a', 'x'), form('b', 'y')];
    const schema = {
      allOf: [{ $ref: '#/$defs/target' }, { oneOf: [{ anyOf: ab }, form('c', 'z'), text] }],
      $defs: { target: { type: 'object', properties: { id: text }, required: ['id'] } },
    };
    const { schema: folded, forms } = forOthers(schema);
    const names = Object.keys(folded['properties'] as object).toSorted();
    expect(names.join()).toBe('id,kind,x,y,z');
    expect(folded['required']).toEqual(['id', 'kind']);
    expect(forms).toMatch(/1\) .*kind "a", x.*3\) .*kind "c", z/);
    expect(faultsOf(schema)).toEqual([]);
  });
});

const rows = { items: { properties: { unit: { enum: ['', 'm'] } }, required: ['unit'] } };
const fields = { mode: { enum: ['', 'fast'] }, rows: { type: 'array', ...rows } };
const schema = object({ 'filter[a]': object({ $top: text }), ...fields }, 'mode', 'filter[a]');

test('arguments come back as the tool has them: names that an API refuses are given back', () => {
  const { schema: shown, restore, rename } = forOthers(schema);
  const [alias = ''] = Object.keys(shown['properties'] as object);
  expect(alias).toMatch(/^filter_a_\w{6}$/);
  const written = rename?.({ 'filter[a]': { $top: 'x' } }) ?? {};
  expect(Object.keys(written)).toEqual([alias]);
  expect(restore?.(written)).toEqual({ 'filter[a]': { $top: 'x' } });
});

test('arguments come back as the tool has them: what Gemini was told to leave out for the empty text is the empty text', () => {
  const { schema: shown, restore } = forGemini(schema);
  expect(shown['required']).not.toContain('mode');
  expect(JSON.stringify(shown)).toContain('Leave it out for the empty text.');
  const restored = { mode: '', rows: [{ unit: '' }, { unit: 'm' }] };
  expect(restore?.({ rows: [{}, { unit: 'm' }] })).toEqual(restored);
  expect(restore?.({ mode: 'fast' })).toEqual({ mode: 'fast' });
});

test('a schema that refers to itself, multiplies or has no end comes to an end, and stays small', () => {
  const three = ($ref: string) => object({ l: { $ref }, m: { $ref }, r: { $ref } });
  const level = (at: number) => [`d${at}`, three(`#/$defs/d${at + 1}`)] as const;
  const $defs = Object.fromEntries(Array.from({ length: 30 }, (_, at) => level(at)));
  const within = (wrap: (inner: JsonObject) => JsonObject) =>
    Array.from({ length: 3_000 }).reduce<JsonObject>(wrap, text);
  const unions = within((inner) => ({ anyOf: [inner, { type: 'null' }] }));
  const forms = Array.from({ length: 60 }, (_, at) => ({ ...three('#'), required: [`a${at}`] }));
  for (const schema of [
    { ...three('#/$defs/d0'), $defs },
    { ...three('#'), oneOf: [{ $ref: '#' }, { allOf: [{ $ref: '#' }, { $ref: '#/oneOf/0' }] }] },
    { anyOf: forms.map((form) => ({ ...form, oneOf: forms })) },
    unions,
    inside(unions),
    within((inner) => inside(inner)),
    inside({ enum: Array.from({ length: 100_000 }, (_, at) => `value ${at}`) }),
  ]) {
    expect(faultsOf(schema)).toEqual([]);
    expect(JSON.stringify(forOthers(schema).schema).length).toBeLessThan(100_000);
  }
});
