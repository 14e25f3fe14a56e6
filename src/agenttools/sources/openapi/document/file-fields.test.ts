import { expect, test } from '@jest/globals';
import type { JsonObject } from '../../../../foundation/json.js';
import { withFileIds } from './file-fields.js';

const binary = { type: 'string', format: 'binary' };
const document = { components: { schemas: { File: binary } } };
const reference = { $ref: '#/components/schemas/File' };

test.each<[string, JsonObject, JsonObject | undefined, 'one' | 'list' | undefined]>([
  ['3.0: the format binary', binary, undefined, 'one'],
  ['a reference to it', reference, undefined, 'one'],
  ['a list of them', { type: 'array', items: reference }, undefined, 'list'],
  [
    '3.1: a content media type',
    { type: 'string', contentMediaType: 'image/png' },
    undefined,
    'one',
  ],
  ['3.1: no keyword, an encoding of bytes', {}, { contentType: 'image/png, image/jpeg' }, 'one'],
  ['a text', { type: 'string' }, undefined, undefined],
  [
    'bytes that are written as text',
    { type: 'string', contentMediaType: 'image/png', contentEncoding: 'base64' },
    undefined,
    undefined,
  ],
  [
    'a text of a media type',
    { type: 'string', contentMediaType: 'text/csv' },
    undefined,
    undefined,
  ],
  ['an object sent as JSON', { type: 'object' }, { contentType: 'application/json' }, undefined],
])('%s', (_name, property, encoding, expected) => {
  const media = {
    schema: { type: 'object', properties: { file: property } },
    ...(encoding && { encoding: { file: encoding } }),
  };
  const found = withFileIds(document, media);
  expect(found?.files['file']).toBe(expected);
  const shown = (found?.schema as { properties: { file: JsonObject } }).properties.file;
  const text = JSON.stringify(shown);
  expect(text.includes('Id of a document')).toBe(expected !== undefined);
});

test('parts of an object are one object, alternatives with files are not guessed at', () => {
  const part = { properties: { f: reference }, required: ['f'] };
  const merged = withFileIds(document, { schema: { allOf: [part, { properties: { note: {} } }] } });
  expect(merged?.files).toEqual({ f: 'one' });
  expect(merged?.schema).toMatchObject({ required: ['f'], properties: { note: {} } });
  expect(withFileIds(document, { schema: { oneOf: [part, {}] } })).toBe(undefined);
});
