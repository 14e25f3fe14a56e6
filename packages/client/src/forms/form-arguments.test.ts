import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isObject, type JsonObject, escapePart } from '../../../../src/foundation/json.js';
import { argumentsFrom, drawableSchema, withArgument } from './form-arguments.js';
import { fieldsOf, type FormField } from './form-fields.js';

const typesOf = (schema: JsonObject, value: JsonObject = {}) =>
  Object.fromEntries(
    fieldsOf(value, drawableSchema(schema)).map(({ path, type }) => [path.at(-1), type]),
  );

test('each kind of field is drawn by its schema, and what cannot be drawn is JSON', () => {
  const address = { type: 'object', properties: { city: { type: 'string' } } };
  expect(
    typesOf({
      $defs: { Address: address, Node: { properties: { next: { $ref: '#/$defs/Node' } } } },
      properties: {
        text: { type: ['string', 'null'] },
        count: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
        day: { type: 'string', format: 'date' },
        at: { type: 'string', format: 'date-time' },
        is: { type: 'boolean' },
        size: { type: 'integer', enum: [1, 2] },
        only: { const: 'x' },
        tags: { type: 'array', items: { type: 'string' } },
        ids: { type: 'array', items: { type: 'integer' } },
        days: { type: 'array', items: { enum: ['mon', 'tue'] } },
        address: { $ref: '#/$defs/Address' },
        whole: { allOf: [{ $ref: '#/$defs/Address' }, { required: ['city'] }] },
        lines: { type: 'array', items: address },
        many: { anyOf: [{ type: 'array', items: address }, { $ref: '#/$defs/Address' }] },
        one: { properties: { a: {}, b: {} }, anyOf: [{ required: ['a'] }, { required: ['b'] }] },
        pay: { oneOf: [address, { type: 'object', properties: { iban: { type: 'string' } } }] },
        map: { type: 'object', additionalProperties: { type: 'string' } },
        any: {},
        matrix: { type: 'array', items: { type: 'array', items: { type: 'number' } } },
        flags: { type: 'array', items: { type: 'boolean' } },
        file: {
          type: 'string',
          description: 'Id of a document that the user has uploaded; its file is sent.',
        },
      },
    }),
  ).toEqual({
    ...{ text: 'text', count: 'number', day: 'date', at: 'time', is: 'flag', size: 'choice' },
    ...{ only: 'choice', tags: 'lines', ids: 'numbers', days: 'several', address: 'group' },
    ...{
      whole: 'group',
      lines: 'group',
      many: 'group',
      one: 'group',
      pay: 'json',
      map: 'json',
      any: 'json',
    },
    ...{ matrix: 'json', flags: 'json', file: 'file' },
  });
});

test('what has to be filled in stands first, also where it stands in a body', () => {
  const text = { type: 'string' };
  const body = { type: 'object', required: ['name'], properties: { note: text, name: text } };
  const drawn = fieldsOf({}, drawableSchema({ properties: { fields: text, body } }));
  expect(drawn.map(({ label }) => label)).toEqual(['Body', 'Fields']);
  expect(drawn[0]?.fields?.map(({ label }) => label)).toEqual(['Name', 'Note']);
});

test('a schema that refers to itself ends', () => {
  const schema = {
    $ref: '#/$defs/Node',
    $defs: { Node: { type: 'object', properties: { next: { $ref: '#/$defs/Node' } } } },
  };
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

/** A schema and a value of it. */
interface Case {
  schema: JsonObject;
  value: unknown;
}

const name = fc.string({ minLength: 1, maxLength: 8 }).filter((text) => text !== '__proto__');
const plain = fc.oneof(
  fc.string({ minLength: 1 }).map((value): Case => ({ schema: { type: 'string' }, value })),
  fc.integer().map((value): Case => ({ schema: { type: 'integer' }, value })),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value): Case => {
    return { schema: { type: 'number' }, value: value === 0 ? 0 : value };
  }),
  fc.boolean().map((value): Case => ({ schema: { type: 'boolean' }, value })),
  fc.constantFrom(1, 'a', true).map((value): Case => ({ schema: { enum: [1, 'a', true] }, value })),
  fc.jsonValue().map((value): Case => {
    return { schema: {}, value: JSON.parse(JSON.stringify(value)) as unknown };
  }),
  fc
    .array(fc.string({ minLength: 1 }))
    .map((value): Case => ({ schema: { type: 'array', items: { type: 'string' } }, value })),
  fc
    .array(fc.integer())
    .map((value): Case => ({ schema: { type: 'array', items: { type: 'integer' } }, value })),
);
const { anyCase } = fc.letrec<{ anyCase: Case; group: Case; list: Case }>((tie) => ({
  anyCase: fc.oneof({ maxDepth: 3 }, plain, tie('group'), tie('list')),
  group: fc
    .dictionary(name, fc.tuple(tie('anyCase'), fc.boolean()), {
      minKeys: 1,
      maxKeys: 4,
    })
    .map((fields): Case => {
      const entries = Object.entries(fields);
      return {
        schema: {
          type: 'object',
          properties: Object.fromEntries(entries.map(([key, [one]]) => [key, one.schema])),
          required: entries.filter(([, [, needed]]) => needed).map(([key]) => key),
        },
        value: Object.fromEntries(entries.map(([key, [one]]) => [key, one.value])),
      };
    }),
  list: tie('group').map((one): Case => {
    return { schema: { type: 'array', items: one.schema }, value: [one.value, one.value] };
  }),
}));
const cases = fc.dictionary(name, anyCase, { minKeys: 1, maxKeys: 4 }).map((fields) => ({
  schema: {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(fields).map(([key, { schema }]) => [key, schema]),
    ),
  },
  value: Object.fromEntries(Object.entries(fields).map(([key, { value }]) => [key, value])),
}));

const leaves = (fields: readonly FormField[]): FormField[] =>
  fields.flatMap((field) => (field.fields === undefined ? [field] : leaves(field.fields)));
const known = (value: JsonObject) =>
  Object.entries(value).map(([key, one]) => ({
    path: `/${escapePart(key)}`,
    value: one,
  }));

describe('from schema to form to arguments', () => {
  test('what was filled in before is drawn, and sent unchanged', () => {
    fc.assert(
      fc.property(cases, ({ schema, value }) => {
        const drawn = drawableSchema(schema);
        const filled = argumentsFrom(known(value), drawn);
        expect(filled).toEqual(value);
        for (const { path, value: at } of leaves(fieldsOf(filled, drawn)))
          expect(withArgument(filled, path, at, drawn)).toEqual(value);
      }),
      { seed: 48, numRuns: 30 },
    );
  });
});

test('anything at all as a schema is drawn, and nothing is invented', () => {
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
  fc.assert(
    fc.property(wild, (any) => {
      const drawn = drawableSchema(isObject(any) ? any : {});
      const filled = argumentsFrom([], drawn);
      expect(leaves(fieldsOf(filled, drawn)).every(({ value }) => value === undefined)).toBe(true);
    }),
    { seed: 51 },
  );
});
