import { describe, expect, test } from '@jest/globals';
import { holds } from '../../../test/support/property.js';
import { anySchema } from '../../../test/support/any-schema.js';
import { schemaFaults } from '../../../test/support/fakes/gemini-schema.js';
import { levelsOf } from '../../../test/support/fakes/json-schema.js';
import { openAiSchemaFault } from '../../../test/support/fakes/openai-schema.js';
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
  return [
    ...found,
    ...(others === undefined ? [] : [others]),
    ...(levelsOf(gemini) > 8 ? ['deep'] : []),
  ];
}

const text = { type: 'string' };

describe('the schema of a property, for Gemini', () => {
  test.each<[string, JsonObject, JsonObject]>([
    [
      'unknown keys go',
      { type: 'string', $schema: 'x', $id: 'y', $comment: 'c', deprecated: true, examples: [1] },
      text,
    ],
    [
      'additionalProperties goes',
      { type: 'object', properties: { a: text }, additionalProperties: false },
      { type: 'object', properties: { a: text } },
    ],
    [
      'an object without properties names none',
      { type: 'object', properties: {}, required: [] },
      { type: 'object' },
    ],
    [
      'required names only what there is',
      { type: 'object', properties: { a: text }, required: ['a', 'b'] },
      { type: 'object', properties: { a: text }, required: ['a'] },
    ],
    [
      'an empty text is left out of an enum',
      { enum: ['', 'a'] },
      { type: 'string', enum: ['a'], description: 'Leave it out for the empty text.' },
    ],
    [
      'texts among alternatives are one list',
      { anyOf: [{ const: 'a' }, { const: 'b' }] },
      { ...text, enum: ['a', 'b'] },
    ],
    ['const becomes enum', { const: 'a' }, { type: 'string', enum: ['a'] }],
    [
      'a number as const is told',
      { const: 3, description: 'N.' },
      { type: 'integer', description: 'N. One of: 3.' },
    ],
    [
      'enum of numbers is told',
      { type: 'integer', enum: [1, 2] },
      { type: 'integer', description: 'One of: 1, 2.' },
    ],
    [
      'null in an enum is nullable',
      { type: ['string', 'null'], enum: ['a', null] },
      { type: 'string', enum: ['a'], nullable: true },
    ],
    [
      'exclusive limits of whole numbers move',
      { type: 'integer', exclusiveMinimum: 0, exclusiveMaximum: 9 },
      { type: 'integer', minimum: 1, maximum: 8 },
    ],
    [
      'exclusive limits of numbers become limits',
      { type: 'number', exclusiveMinimum: 0 },
      { type: 'number', minimum: 0 },
    ],
    [
      'null is nullable',
      { type: ['string', 'null'], description: 'D' },
      { type: 'string', description: 'D', nullable: true },
    ],
    [
      'several types are anyOf, each with its keys',
      { type: ['string', 'array'], minLength: 1, items: text, description: 'D' },
      {
        anyOf: [
          { type: 'string', minLength: 1, description: 'D' },
          { type: 'array', items: text },
        ],
      },
    ],
    [
      'oneOf is anyOf',
      { oneOf: [text, { type: 'integer' }] },
      { anyOf: [text, { type: 'integer' }] },
    ],
    [
      'anyOf with null is nullable',
      { anyOf: [text, { type: 'null' }], description: 'D' },
      { type: 'string', description: 'D', nullable: true },
    ],
    [
      'allOf is merged',
      {
        allOf: [
          { type: 'object', properties: { a: text }, required: ['a'] },
          { properties: { b: text }, required: ['b'] },
        ],
      },
      { type: 'object', properties: { a: text, b: text }, required: ['a', 'b'] },
    ],
    [
      'unknown formats are told',
      { ...text, format: 'uuid' },
      { ...text, description: 'Format: uuid.' },
    ],
    [
      'a list without items gets some',
      { type: 'array' },
      {
        type: 'array',
        items: { anyOf: [text, { type: 'number' }, { type: 'boolean' }, { type: 'object' }] },
      },
    ],
    [
      'a tuple becomes a list',
      { type: 'array', prefixItems: [text, { type: 'number' }] },
      { type: 'array', items: { anyOf: [text, { type: 'number' }] } },
    ],
    [
      'not, if and the like go',
      {
        type: 'string',
        not: { const: 'x' },
        if: {},
        then: {},
        uniqueItems: true,
        multipleOf: 2,
        patternProperties: {},
        propertyNames: {},
      },
      text,
    ],
    [
      'a reference is put in place',
      {
        type: 'object',
        properties: { a: { $ref: '#/properties/a/$defs/t', description: 'A' } },
        $defs: { t: text },
      },
      { type: 'object', properties: { a: { type: 'string', description: 'A' } } },
    ],
    [
      'a reference with escapes',
      {
        type: 'object',
        properties: { a: { $ref: '#/properties/a/definitions/x~1y' } },
        definitions: { 'x/y': text },
      },
      { type: 'object', properties: { a: text } },
    ],
    [
      'a property may have any name',
      { type: 'object', properties: { ref: text, const: text, __proto: text } },
      { type: 'object', properties: { ref: text, const: text, __proto: text } },
    ],
  ])('%s', (_name, schema, expected) => {
    const given = inside(schema);
    const before = structuredClone(given);
    expect(field(forGemini(given))).toEqual(expected);
    expect(given).toEqual(before);
    expect(faultsOf(given)).toEqual([]);
  });
});

describe('the schema of a property, for the others', () => {
  test.each<[string, unknown, JsonObject]>([
    ['null is a type', { type: ['string', 'null'] }, { type: ['string', 'null'] }],
    [
      'null in an enum stays',
      { enum: ['a', null] },
      { type: ['string', 'null'], enum: ['a', null] },
    ],
    [
      'null among alternatives is one',
      { anyOf: [text, { type: 'integer' }, { type: 'null' }], description: 'D' },
      { description: 'D', anyOf: [text, { type: 'integer' }, { type: 'null' }] },
    ],
    ['an empty text stays a value', { enum: ['', 'a'] }, { type: 'string', enum: ['', 'a'] }],
    [
      'limits of draft 4 become numbers',
      { type: 'integer', minimum: 0, exclusiveMinimum: true },
      { type: 'integer', exclusiveMinimum: 0 },
    ],
    [
      'the values of a map are told',
      { type: 'object', additionalProperties: { type: ['array'] } },
      {
        type: 'object',
        additionalProperties: {
          type: 'array',
          items: { anyOf: [text, { type: 'number' }, { type: 'boolean' }, { type: 'object' }] },
        },
      },
    ],
    ['a pattern is told', { ...text, pattern: '\\S' }, { ...text, description: 'Pattern: \\S' }],
    [
      'a large limit is told',
      { ...text, maxLength: 5_000 },
      { ...text, description: 'maxLength: 5000.' },
    ],
    ['false is no property', false, undefined as never],
  ])('%s', (_name, schema, expected) => {
    const { properties = {} } = forOthers(inside(schema)).schema as { properties?: JsonObject };
    expect(properties['a']).toEqual(expected);
    expect(faultsOf(inside(schema))).toEqual([]);
  });
});

describe('the root', () => {
  const kind = (value: string) => ({ const: value });
  const form = (value: string, ...names: string[]): JsonObject => ({
    type: 'object',
    properties: { kind: kind(value), ...Object.fromEntries(names.map((name) => [name, text])) },
    required: ['kind', ...names],
  });

  test.each(['anyOf', 'oneOf'])('%s becomes one object, and its forms are told', (key) => {
    const note = { properties: { note: text } };
    for (const union of [{ [key]: [form('mail', 'to'), form('sms', 'number')], ...note }]) {
      const { schema, forms } = forOthers(union);
      expect(schema).toEqual({
        type: 'object',
        properties: {
          note: text,
          kind: { type: 'string', enum: ['mail', 'sms'] },
          to: text,
          number: text,
        },
        required: ['kind'],
      });
      expect(forms).toBe(
        'The arguments take one of these forms: 1) kind "mail", to; 2) kind "sms", number.',
      );
    }
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
    const schema = {
      allOf: [
        { $ref: '#/$defs/target' },
        { oneOf: [{ anyOf: [form('a', 'x'), form('b', 'y')] }, form('c', 'z'), text] },
      ],
      $defs: { target: { type: 'object', properties: { id: text }, required: ['id'] } },
    };
    const { schema: folded, forms } = forOthers(schema);
    expect(Object.keys(folded['properties'] as object).sort()).toEqual([
      'id',
      'kind',
      'x',
      'y',
      'z',
    ]);
    expect(folded['required']).toEqual(['id', 'kind']);
    expect(forms).toMatch(/1\) .*kind "a", x.*3\) .*kind "c", z/);
    expect(faultsOf(schema)).toEqual([]);
  });
});

describe('arguments come back as the tool has them', () => {
  const schema: JsonObject = {
    type: 'object',
    properties: {
      'filter[a]': { type: 'object', properties: { $top: text } },
      mode: { enum: ['', 'fast'] },
      rows: {
        type: 'array',
        items: { properties: { unit: { enum: ['', 'm'] } }, required: ['unit'] },
      },
    },
    required: ['mode', 'filter[a]'],
  };

  test('names that an API refuses are given back', () => {
    const { schema: shown, restore, rename } = forOthers(schema);
    const [alias = ''] = Object.keys(shown['properties'] as object);
    expect(alias).toMatch(/^filter_a_\w{6}$/);
    const written = rename?.({ 'filter[a]': { $top: 'x' } }) ?? {};
    expect(Object.keys(written)).toEqual([alias]);
    expect(restore?.(written)).toEqual({ 'filter[a]': { $top: 'x' } });
  });

  test('what Gemini was told to leave out for the empty text is the empty text', () => {
    const { schema: shown, restore } = forGemini(schema);
    expect(shown['required']).not.toContain('mode');
    expect(JSON.stringify(shown)).toContain('Leave it out for the empty text.');
    expect(restore?.({ rows: [{}, { unit: 'm' }] })).toEqual({
      mode: '',
      rows: [{ unit: '' }, { unit: 'm' }],
    });
    expect(restore?.({ mode: 'fast' })).toEqual({ mode: 'fast' });
  });
});

test('a schema that refers to itself, multiplies or has no end comes to an end, and stays small', () => {
  const three = ($ref: string) => ({
    type: 'object',
    properties: Object.fromEntries(['l', 'm', 'r'].map((name) => [name, { $ref }])),
  });
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

test('any schema becomes one that the APIs accept, and rewriting twice is rewriting once', () =>
  holds([anySchema], { numRuns: 200 }, (given) => {
    expect(faultsOf(given)).toEqual([]);
    for (const rewrite of [forGemini, forOthers]) {
      const { schema } = rewrite(given);
      expect(rewrite(schema).schema).toEqual(schema);
    }
  }));
