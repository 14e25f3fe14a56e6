import type { JsonObject } from '../../../../foundation/json.js';
import {
  accepted,
  FORM,
  JSON_TYPE,
  MULTIPART,
  body,
  cases,
  object,
  one,
  openapi,
  operation,
  part,
  string,
  strings,
  typed,
  useNotingBackend,
} from '../../../../../test/support/sent-requests.js';

useNotingBackend();

/** A POST of a form with these fields, and how they are encoded. */
const docs = (fields: JsonObject, encoding: JsonObject = {}): JsonObject =>
  one('post', '/docs', body(MULTIPART, object(fields), { encoding }));
const form = (fields: JsonObject, encoding: JsonObject): JsonObject =>
  one('post', '/form', body(FORM, object(fields), { encoding }));
/** What arrives of them. */
const parts = (...all: string[]) => `POST /docs ${all.join('')}--B--⏎`;
const formed = (text: string) => `POST /form (${FORM}) ${text}`;
const note = part('note', 'n');
const joined = { style: 'form', explode: false };
const pipes = { style: 'pipeDelimited' };
const TITLE = '{"title":"x"}';
const list = { type: 'array', items: {} };
const on = part('on', 'true', '⏎X-Kind: flag');
const flagged = { headers: { 'X-Kind': { schema: { const: 'flag' } } } };
const spaces = { style: 'spaceDelimited', explode: false };
const jsonPart = (name: string, value: string) => part(name, value, typed(JSON_TYPE));
const binary = { type: 'string', format: 'binary' };
const asJson = { contentType: JSON_TYPE };
const file = object({ file: binary }, { required: ['file'] });
const png = part('file', '<a.png>', `; filename="a.png"${typed('image/png')}`);

cases('parts of multipart forms', {
  'case 06: an object is JSON and says so': [
    docs({ meta: object({ title: string }), note: string }),
    [{ body: { meta: { title: 'x' }, note: 'n' } }, parts(jsonPart('meta', TITLE), note)],
  ],
  'case 06: the type that its encoding names': [
    docs({ meta: string }, { meta: asJson }),
    [{ body: { meta: '{"a":1}' } }, parts(jsonPart('meta', '{"a":1}'))],
  ],
  'lists: of texts and objects repeated, of a media type whole': [
    docs({ a: strings, b: { ...list, items: object({}) }, c: list }, { c: asJson }),
    [
      { body: { a: ['x', 'y'], b: [{ n: 1 }], c: [1, 2] } },
      parts(part('a', 'x'), part('a', 'y'), jsonPart('b', '{"n":1}'), jsonPart('c', '[1,2]')),
    ],
  ],
  'styles, headers of one value, names with signs': [
    docs({ tags: strings, 'a"b': string, on: { type: 'boolean' } }, { tags: joined, on: flagged }),
    [{ body: { tags: ['x', 'y'], on: true } }, parts(part('tags', 'x,y'), on)],
  ],
  'a part header of which nobody knows the value is a finding': [
    docs({ a: string }, { a: { headers: { 'X-Id': { required: true, schema: string } } } }),
    [{}, /Not offered: it takes the part "a" with the header X-Id/],
  ],
  'a file beside texts, its fields from several schemas': [
    one('post', '/docs', body(MULTIPART, { allOf: [file, object({ note: string })] })),
    [{ body: { file: 'a.png', note: 'n' } }, parts(part('note', 'n'), png)],
  ],
});

cases('encoding of forms', {
  'case 07: a list of a media type is one value': [
    form({ tags: strings }, { tags: asJson }),
    [{ body: { tags: ['a', 'b'] } }, formed('tags=%5B%22a%22%2C%22b%22%5D')],
  ],
  'explode alone is a style; a style counts before a content type': [
    form({ tags: strings }, { tags: { explode: false, ...asJson } }),
    [{ body: { tags: ['a', 'b'] } }, formed('tags=a,b')],
  ],
  'spaces, pipes, reserved signs': [
    form(
      { a: strings, b: strings, c: string },
      { a: spaces, b: pipes, c: { allowReserved: true } },
    ),
    [
      { body: { a: ['x', 'y'], b: ['x', 'y'], c: 'https://a/b?c&d=%2F' } },
      formed('a=x%20y&b=x%7Cy&c=https://a/b?c%26d%3D%2F'),
    ],
  ],
  'an object is JSON where nothing is said, fields where a style is': [
    form({ a: object({}), b: object({}) }, { b: { style: 'form' } }),
    [{ body: { a: { x: 1 }, b: { y: true, z: null } } }, formed('a=%7B%22x%22%3A1%7D&y=true')],
  ],
  'a text that is JSON already stays one': [
    form({ tags: string }, { tags: asJson }),
    [{ body: { tags: '{"a":1}' } }, formed('tags=%7B%22a%22%3A1%7D')],
  ],
});

const search = body(JSON_TYPE, object({ query: string }, { required: ['query'] }));

cases('bodies of GET, HEAD and DELETE', {
  'case 21: a GET sends its body': [
    one('get', '/find', search),
    [{ body: { query: 'x' } }, `GET /find (${JSON_TYPE}) {"query":"x"}`],
    [{}, /"body" is missing/],
  ],
  'a DELETE too': [
    one('delete', '/find', search),
    [{ body: { query: 'ü' } }, `DELETE /find (${JSON_TYPE}) {"query":"ü"}`],
  ],
  'one that is not required is left out': [
    one('get', '/find', { requestBody: { content: { [JSON_TYPE]: { schema: object({}) } } } }),
    [{}, 'GET /find'],
  ],
});

cases('media types of bodies', {
  'with parameters, of a vendor, any': [
    openapi({
      '/a': {
        post: operation('a', body(`${JSON_TYPE}; charset=utf-8`, object({}))),
        put: operation('b', body('application/vnd.acme.v1+json', object({}))),
        patch: operation('c', body('*/*', object({}))),
      },
    }),
    [{ body: { n: 1 } }, `POST /a (${JSON_TYPE}; charset=utf-8) {"n":1}`, 'a'],
    [{ body: { n: 1 } }, 'PUT /a (application/vnd.acme.v1+json) {"n":1}', 'b'],
    [{ body: { n: 1 } }, `PATCH /a (${JSON_TYPE}) {"n":1}`, 'c'],
  ],
  'lines of JSON': [
    one('post', '/_bulk', body('application/x-ndjson', { type: 'array', items: object({}) })),
    [{ body: [{ i: {} }, { a: 1 }] }, 'POST /_bulk (application/x-ndjson) {"i":{}}\n{"a":1}'],
  ],
  'a text of a media type that is no JSON': [
    one('post', '/a', body('application/yaml', string)),
    [{ body: 'a: 1' }, 'POST /a (application/yaml) a: 1'],
  ],
  'the bytes of a file, with its own type where that is taken': [
    openapi({
      '/a': {
        put: operation('bytes', body('application/octet-stream', undefined)),
        post: operation('image', body('image/*', binary)),
      },
    }),
    [{ body: 'a.png' }, 'PUT /a (application/octet-stream) <a.png>', 'bytes'],
    [{ body: 'a.png' }, 'POST /a (image/png) <a.png>', 'image'],
    [{ body: 'a.csv' }, /It takes image\/\*, and the document is text\/csv/, 'image'],
  ],
});

test.each<[string, JsonObject, JsonObject, string]>([
  [
    'case 06: parts with content types',
    docs({ meta: string, file: binary }, { meta: asJson }),
    { body: { meta: '{"a":1}', file: 'a.png' } },
    parts(jsonPart('meta', '{"a":1}'), png),
  ],
  [
    'the bytes of a file',
    one('put', '/image', body('image/png', undefined)),
    { body: 'a.png' },
    'PUT /image (image/png) <a.png>',
  ],
  [
    'lines of JSON, below a key with a query',
    one('post', '/_bulk?refresh=true', body('application/x-ndjson', { type: 'array' })),
    { body: [{ a: 1 }, { a: 2 }] },
    'POST /_bulk?refresh=true (application/x-ndjson) {"a":1}\n{"a":2}',
  ],
])('an accepted change sends what a read would: %s', async (_, document, input, expected) =>
  expect(await accepted(document, input)).toBe(expected),
);
