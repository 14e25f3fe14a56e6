import fc from 'fast-check';
import { holds } from '../../../../test/support/property.js';
import { isObject, type JsonObject, escapePart } from '../../../../src/foundation/json.js';
import { argumentsFrom, drawableSchema, withArgument } from './form-arguments.js';
import { fieldsOf, type FormField } from './form-fields.js';

const typesOf = (schema: JsonObject, value: JsonObject = {}) =>
  Object.fromEntries(
    fieldsOf(value, drawableSchema(schema)).map(({ path, type }) => [path.at(-1), type]),
  );

test('each kind of field is drawn by its schema, and what cannot be drawn is JSON', () => {
  const address = { type: 'object', properties: { city: { type: 'string' } } };
  const $defs = { Address: address, Node: { properties: { next: { $ref: '#/$defs/Node' } } } };
  const either = [{ required: ['a'] }, { required: ['b'] }];
  const ref = { $ref: '#/$defs/Address' };
  const upload = 'Id of a document that the user has uploaded; its file is sent.';
  const list = (items: JsonObject) => ({ type: 'array', items });
  const cases: Record<string, [string, JsonObject]> = {
    text: ['text', { type: ['string', 'null'] }],
    count: ['number', { anyOf: [{ type: 'integer' }, { type: 'null' }] }],
    day: ['date', { type: 'string', format: 'date' }],
    at: ['time', { type: 'string', format: 'date-time' }],
    is: ['flag', { type: 'boolean' }],
    size: ['choice', { type: 'integer', enum: [1, 2] }],
    only: ['choice', { const: 'x' }],
    tags: ['lines', list({ type: 'string' })],
    ids: ['numbers', list({ type: 'integer' })],
    days: ['several', list({ enum: ['mon', 'tue'] })],
    address: ['group', ref],
    whole: ['group', { allOf: [ref, { required: ['city'] }] }],
    lines: ['group', list(address)],
    many: ['group', { anyOf: [list(address), ref] }],
    one: ['group', { properties: { a: {}, b: {} }, anyOf: either }],
    pay: ['json', { oneOf: [address, { type: 'object', properties: { iban: {} } }] }],
    map: ['json', { type: 'object', additionalProperties: { type: 'string' } }],
    any: ['json', {}],
    matrix: ['json', list(list({ type: 'number' }))],
    flags: ['json', list({ type: 'boolean' })],
    file: ['file', { type: 'string', description: upload }],
  };
  const entries = Object.entries(cases);
  const properties = Object.fromEntries(entries.map(([name, [, schema]]) => [name, schema]));
  const types = Object.fromEntries(entries.map(([name, [type]]) => [name, type]));
  expect(typesOf({ $defs, properties })).toEqual(types);
});

test('what has to be filled in stands first, also where it stands in a body', () => {
  const text = { type: 'string' };
  const body = { type: 'object', required: ['name'], properties: { note: text, name: text } };
  const drawn = fieldsOf({}, drawableSchema({ properties: { fields: text, body } }));
  expect(drawn.map(({ label }) => label)).toEqual(['Body', 'Fields']);
  expect(drawn[0]?.fields?.map(({ label }) => label)).toEqual(['Name', 'Note']);
});

test('a schema that refers to itself ends', () => {
  const Node = { type: 'object', properties: { next: { $ref: '#/$defs/Node' } } };
  const schema = { $ref: '#/$defs/Node', $defs: { Node } };
  expect(JSON.stringify(drawableSchema(schema)).length).toBeLessThan(5_000);
});

test('objects that are needed are there, empty; others only with something in them', () => {
  const inner = { type: 'object', properties: { a: { type: 'string' } } };
  const schema = drawableSchema({ required: ['body'], properties: { body: inner, more: inner } });
  const empty = argumentsFrom([], schema);
  expect(empty).toEqual({ body: {} });
  const filled = withArgument(empty, ['more', 'a'], 'x', schema);
  expect(filled).toEqual({ body: {}, more: { a: 'x' } });
  expect(withArgument(filled, ['more', 'a'], undefined, schema)).toEqual({ body: {} });
});

type Case = { schema: JsonObject; value: unknown };

const name = fc.string({ minLength: 1, maxLength: 8 }).filter((text) => text !== '__proto__');
const by = <T>(arbitrary: fc.Arbitrary<T>, schema: JsonObject) =>
  arbitrary.map((value): Case => ({ schema, value }));
const [texts, whole] = [fc.string({ minLength: 1 }), fc.integer()];
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((one) => one || 0);
const anything = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as unknown);
const plain = fc.oneof(
  by(texts, { type: 'string' }),
  by(whole, { type: 'integer' }),
  by(number, { type: 'number' }),
  by(fc.boolean(), { type: 'boolean' }),
  by(fc.constantFrom<unknown>(1, 'a', true), { enum: [1, 'a', true] }),
  by(anything, {}),
  by(fc.array(texts), { type: 'array', items: { type: 'string' } }),
  by(fc.array(whole), { type: 'array', items: { type: 'integer' } }),
);
const some = { minKeys: 1, maxKeys: 4 };
const groupOf = (fields: Record<string, [Case, boolean]>): Case => {
  const entries = Object.entries(fields);
  const properties = Object.fromEntries(entries.map(([key, [one]]) => [key, one.schema]));
  const required = entries.filter(([, [, needed]]) => needed).map(([key]) => key);
  const value = Object.fromEntries(entries.map(([key, [one]]) => [key, one.value]));
  return { schema: { type: 'object', properties, required }, value };
};
const { anyCase } = fc.letrec<{ anyCase: Case; group: Case; list: Case }>((tie) => ({
  anyCase: fc.oneof({ maxDepth: 3 }, plain, tie('group'), tie('list')),
  group: fc.dictionary(name, fc.tuple(tie('anyCase'), fc.boolean()), some).map(groupOf),
  list: tie('group').map((one): Case => {
    return { schema: { type: 'array', items: one.schema }, value: [one.value, one.value] };
  }),
}));
const cases = fc
  .dictionary(name, fc.tuple(anyCase, fc.constant(false)), some)
  .map((fields) => groupOf(fields) as { schema: JsonObject; value: JsonObject });

const leaves = (fields: readonly FormField[]): FormField[] =>
  fields.flatMap((field) => (field.fields === undefined ? [field] : leaves(field.fields)));
const known = (value: JsonObject) =>
  Object.entries(value).map(([key, one]) => ({ path: `/${escapePart(key)}`, value: one }));

test('from schema to form to arguments: what was filled in before is drawn, and sent unchanged', () =>
  holds([cases], { seed: 48, numRuns: 30 }, ({ schema, value }) => {
    const drawn = drawableSchema(schema);
    const filled = argumentsFrom(known(value), drawn);
    expect(filled).toEqual(value);
    for (const { path, value: at } of leaves(fieldsOf(filled, drawn)))
      expect(withArgument(filled, path, at, drawn)).toEqual(value);
  }));

test('anything at all as a schema is drawn, and nothing is invented', async () => {
  const keys = fc.constantFrom(
    ...['type', 'properties', 'items', 'anyOf', 'oneOf', 'allOf', '$ref', 'enum', 'required'],
    ...['const', 'format', 'description', 'default'],
  );
  const wild = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom('string', 'object', 'array', 'null', '#/properties', '#', null, 1, true),
      fc.array(tie('any'), { maxLength: 3 }),
      fc.dictionary(keys, tie('any'), { maxKeys: 4 }),
    ),
  })).any;
  await holds([wild], { seed: 51 }, (any) => {
    const drawn = drawableSchema(isObject(any) ? any : {});
    const filled = argumentsFrom([], drawn);
    expect(leaves(fieldsOf(filled, drawn)).every(({ value }) => value === undefined)).toBe(true);
  });
});
