import { ownValue, type JsonObject } from '../../../../foundation/json.js';
import { fieldEncodings } from './read-body.js';
import { withFileIds } from './file-fields.js';

const text = { type: 'string' };
const binary = { ...text, format: 'binary' };
const base64 = { ...text, contentMediaType: 'image/png', contentEncoding: 'base64' };
const document = { components: { schemas: { File: binary } } };
const reference = { $ref: '#/components/schemas/File' };

test.each<[string, JsonObject, JsonObject | undefined, 'one' | 'list' | undefined]>([
  ['3.0: the format binary', binary, undefined, 'one'],
  ['a reference to it', reference, undefined, 'one'],
  ['a list of them', { type: 'array', items: reference }, undefined, 'list'],
  ['3.1: a content media type', { ...text, contentMediaType: 'image/png' }, undefined, 'one'],
  ['3.1: no keyword, an encoding of bytes', {}, { contentType: 'image/png, image/jpeg' }, 'one'],
  ['a text', text, undefined, undefined],
  ['bytes that are written as text', base64, undefined, undefined],
  ['a text of a media type', { ...text, contentMediaType: 'text/csv' }, undefined, undefined],
  ['an object sent as JSON', { type: 'object' }, { contentType: 'application/json' }, undefined],
])('%s', (_name, property, encoding, expected) => {
  const found = withFileIds(document, {
    schema: { type: 'object', properties: { file: property } },
    ...(encoding && { encoding: { file: encoding } }),
  });
  expect(found?.files['file']).toBe(expected);
  const shown = (found?.schema as { properties: { file: JsonObject } }).properties.file;
  expect(JSON.stringify(shown).includes('Id of a document')).toBe(expected !== undefined);
});

test('parts of an object are one object, alternatives with files are not guessed at', () => {
  const part = { properties: { f: reference }, required: ['f'] };
  const merged = withFileIds(document, { schema: { allOf: [part, { properties: { note: {} } }] } });
  expect(merged?.files).toEqual({ f: 'one' });
  expect(merged?.schema).toMatchObject({ required: ['f'], properties: { note: {} } });
  expect(withFileIds(document, { schema: { oneOf: [part, {}] } })).toBe(undefined);
});

test.each(['__proto__', 'constructor', 'toString', 'valueOf', 'hasOwnProperty'])(
  'a form may have a field named %s: as a file, as a text, with an encoding',
  (name) => {
    const properties = Object.fromEntries([[name, binary]]);
    const files = Object.fromEntries([[name, 'one']]);
    const schema = { allOf: [{ properties }, { properties: { note: text } }] };
    const found = withFileIds(document, { schema });
    expect(found?.files).toEqual(files);
    const shown = (found?.schema as { properties: JsonObject }).properties;
    expect(JSON.stringify(ownValue(shown, name))).toContain('Id of a document');
    // What is no file takes nothing from the prototype of the encodings either.
    const plain = Object.fromEntries([[name, {}]]);
    const empty = { schema: { properties: plain }, encoding: {} };
    expect(withFileIds(document, empty)?.files).toEqual({});
    const encoding = Object.fromEntries([[name, { style: 'deepObject' }]]);
    const form = { encoding, schema: { properties: plain } };
    const exploded = Object.fromEntries([[name, { style: 'deepObject', explode: false }]]);
    expect(fieldEncodings(document, form, 'multipart')).toEqual(exploded);
  },
);
