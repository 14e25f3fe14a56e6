import type { JsonObject } from '../../../../foundation/json.js';
import { ArgumentChecks } from '../argument-checks.js';
import { PropertyAliases } from '../../../../foundation/argument-names.js';
import { SchemaConverter } from './convert-schema.js';
import type { Schema } from './schema.js';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const string = { type: 'string' };
const object = (properties: JsonObject) => ({ type: 'object', properties });

/** Whether the converted schema takes the value, told by the validator that calls are checked with. */
function takes(schema: unknown, schemas: JsonObject, dialect: '3.0' | '3.1' = '3.0') {
  const document = { components: { schemas } };
  const others = { direction: 'request', aliases: new PropertyAliases() } as const;
  const converter = new SchemaConverter({ document, dialect, ...others });
  const value: Schema = converter.convert(schema);
  const checks = new ArgumentChecks(converter.finish());
  const argumentSchema = { type: 'object', properties: { value } };
  const check = checks.of({ name: 'tool', argumentSchema });
  return (given: unknown) => {
    try {
      check({ value: given });
      return true;
    } catch {
      return false;
    }
  };
}

const text = { type: 'string' };
const secret = { type: 'string', writeOnly: true };
const pet = {
  type: 'object',
  required: ['id', 'name', 'secret'],
  properties: { id: { type: 'integer', readOnly: true }, name: text, secret },
};
const cat = object({ kind: string, lives: { type: 'integer' } });
const dog = object({ kind: string });
const node = object({ next: ref('Node'), n: { type: 'integer' } });
const animal = {
  oneOf: [ref('Cat'), ref('Dog')],
  discriminator: { propertyName: 'kind', mapping: { felis: '#/components/schemas/Cat' } },
};

test.each<[string, unknown, unknown, boolean]>([
  ['null beside allOf', { nullable: true, allOf: [ref('Cat')] }, null, true],
  ['null beside a reference', { nullable: true, ...ref('Cat') }, null, true],
  ['a cyclic value', ref('Node'), { next: { next: { n: 1 } } }, true],
  ['a fault deep in a cycle', ref('Node'), { next: { next: { n: 'x' } } }, false],
  ['a mapped discriminator', animal, { kind: 'felis', lives: 9 }, true],
  ['an implicit discriminator', animal, { kind: 'Dog' }, true],
  ['the name that a mapping replaced', animal, { kind: 'Cat', lives: 9 }, false],
  ['no discriminator', animal, { lives: 9 }, false],
  ['a reference that leads nowhere', ref('Gone'), 7, true],
  ['a keyword of the wrong type', { type: 'string', maxLength: '3' }, 'abcd', true],
  ['a required that is a flag', { type: 'object', required: true }, {}, true],
  ['null where it is not named', { type: 'string', enum: ['a'] }, null, false],
  ['a bound that is excluded', { type: 'number', minimum: 3, exclusiveMinimum: true }, 3, false],
  ['a required field that is read-only', ref('Pet'), { name: 'x', secret: 'y' }, true],
])('what a schema of 3.0 takes once it is converted: %s', (_name, schema, value, expected) => {
  expect(takes(schema, { Pet: pet, Cat: cat, Dog: dog, Node: node })(value)).toBe(expected);
});

test('what a schema of 3.0 takes once it is converted: what one part of allOf makes read-only, another cannot require', () => {
  const parts = {
    Base: { type: 'object', properties: { id: { type: 'integer', readOnly: true } } },
    Strict: { type: 'object', required: ['id', 'name'] },
  };
  const both = { allOf: [ref('Base'), ref('Strict')] };
  expect([takes(both, parts)({ name: 'x' }), takes(both, parts)({ id: 1 })]).toEqual([true, false]);
});

test.each<[string, unknown, unknown, boolean]>([
  ['a bound of its own', { type: 'number', exclusiveMinimum: 3 }, 3, false],
  ['const', { const: 'a' }, 'b', false],
  ['a tuple', { type: 'array', prefixItems: [{ type: 'string' }] }, [1], false],
  ['if and then', { if: { const: 1 }, then: { type: 'string' } }, 1, false],
])('what a schema of 3.1 takes: %s', (_name, schema, value, expected) => {
  expect(takes(schema, {}, '3.1')(value)).toBe(expected);
});
