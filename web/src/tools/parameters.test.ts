import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parametersOf } from './parameters.js';

test('parameters are listed in order, with what is inside them', () => {
  const schema = {
    type: 'object',
    required: ['filter', 'gone'],
    properties: {
      filter: {
        type: 'object',
        description: 'What to keep.',
        required: ['value'],
        properties: { value: { type: ['string', 'null'] } },
      },
      columns: {
        type: 'array',
        items: { type: 'object', properties: { width: { type: 'integer' } } },
      },
      sort: { type: 'array', items: { type: 'string', enum: ['up', 'down'] } },
    },
  };
  const rows = parametersOf(schema).map(({ path, type, required, allowed }) => [
    path,
    type,
    required,
    allowed,
  ]);
  expect(rows).toEqual([
    ['filter', 'object', true, []],
    ['filter.value', 'text or nothing', true, []],
    ['columns', 'list of object', false, []],
    ['columns[].width', 'whole number', false, []],
    ['sort', 'list of text', false, ['up', 'down']],
  ]);
  expect(parametersOf(schema)[0]?.description).toBe('What to keep.');
});

test.each([
  [{ enum: [1, 'x'] }, 'anything', ['1', 'x']],
  [{ const: true }, 'anything', ['true']],
  [{ anyOf: [{ type: 'string' }, { type: 'number' }] }, 'text or number', []],
  [{ type: 'array' }, 'list', []],
])('%j', (property, type, allowed) => {
  expect(parametersOf({ properties: { x: property } })).toMatchObject([{ type, allowed }]);
});

test('any JSON can be read', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (json) => {
      expect(Array.isArray(parametersOf({ properties: json, required: json }))).toBe(true);
      expect(Array.isArray(parametersOf(json))).toBe(true);
    }),
  );
});
