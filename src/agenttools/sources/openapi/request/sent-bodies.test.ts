import type { JsonObject } from '../../../../foundation/json.js';
import {
  accepted,
  ok,
  FORM,
  JSON_TYPE,
  MULTIPART,
  body,
  cases,
  object,
  one,
  openapi,
  part,
  string,
  strings,
  typed,
  useNotingBackend,
} from '../../../../../test/support/sent-requests.js';

useNotingBackend();

const encoding = (fields: JsonObject): JsonObject => ({ encoding: fields });
/** A POST of a form with these fields. */
const docs = (fields: JsonObject, more: JsonObject = {}): JsonObject =>
  one('post', '/docs', body(MULTIPART, object(fields), more));
const form = (fields: JsonObject, more: JsonObject = {}): JsonObject =>
  one('post', '/form', body(FORM, object(fields), more));
const binary = { type: 'string', format: 'binary' };
const asJson = { contentType: JSON_TYPE };
const png = part('file', '<a.png>', `; filename="a.png"${typed('image/png')}`);

cases('parts of multipart forms', [
  [
    'case 06: an object is JSON and says so',
    docs({ meta: object({ title: string }), note: string }),
    [
      'call',
      { body: { meta: { title: 'x' }, note: 'n' } },
      `POST /docs ${part('meta', '{"title":"x"}', typed(JSON_TYPE))}${part('note', 'n')}--B--⏎`,
    ],
  ],
  [
    'case 06: the type that its encoding names',
    docs({ meta: string }, encoding({ meta: asJson })),
    [
      'call',
      { body: { meta: '{"a":1}' } },
      `POST /docs ${part('meta', '{"a":1}', typed(JSON_TYPE))}--B--⏎`,
    ],
  ],
  [
    'lists: of texts and objects repeated, of a media type whole',
    docs(
      { a: strings, b: { type: 'array', items: object({}) }, c: { type: 'array', items: {} } },
      encoding({ c: asJson }),
    ),
    [
      'call',
      { body: { a: ['x', 'y'], b: [{ n: 1 }], c: [1, 2] } },
      `POST /docs ${part('a', 'x')}${part('a', 'y')}${part('b', '{"n":1}', typed(JSON_TYPE))}${part('c', '[1,2]', typed(JSON_TYPE))}--B--⏎`,
    ],
  ],
  [
    'styles, headers of one value, names with signs',
    docs(
      { tags: strings, 'a"b': string, on: { type: 'boolean' } },
      encoding({
        tags: { style: 'form', explode: false },
        on: { headers: { 'X-Kind': { schema: { const: 'flag' } } } },
      }),
    ),
    [
      'call',
      { body: { tags: ['x', 'y'], on: true } },
      `POST /docs ${part('tags', 'x,y')}${part('on', 'true', '⏎X-Kind: flag')}--B--⏎`,
    ],
  ],
  [
    'a part header of which nobody knows the value is a finding',
    docs(
      { a: string },
      encoding({ a: { headers: { 'X-Id': { required: true, schema: string } } } }),
    ),
    ['call', {}, /Not offered: it takes the part "a" with the header X-Id/],
  ],
  [
    'a file beside texts, its fields from several schemas',
    one(
      'post',
      '/docs',
      body(MULTIPART, {
        allOf: [object({ file: binary }, { required: ['file'] }), object({ note: string })],
      }),
    ),
    ['call', { body: { file: 'a.png', note: 'n' } }, `POST /docs ${part('note', 'n')}${png}--B--⏎`],
  ],
]);

cases('encoding of forms', [
  [
    'case 07: a list of a media type is one value',
    form({ tags: strings }, encoding({ tags: asJson })),
    ['call', { body: { tags: ['a', 'b'] } }, `POST /form (${FORM}) tags=%5B%22a%22%2C%22b%22%5D`],
  ],
  [
    'explode alone is a style; a style counts before a content type',
    form({ tags: strings }, encoding({ tags: { explode: false, ...asJson } })),
    ['call', { body: { tags: ['a', 'b'] } }, `POST /form (${FORM}) tags=a,b`],
  ],
  [
    'spaces, pipes, reserved signs',
    form(
      { a: strings, b: strings, c: string },
      encoding({
        a: { style: 'spaceDelimited', explode: false },
        b: { style: 'pipeDelimited' },
        c: { allowReserved: true },
      }),
    ),
    [
      'call',
      { body: { a: ['x', 'y'], b: ['x', 'y'], c: 'https://a/b?c&d=%2F' } },
      `POST /form (${FORM}) a=x%20y&b=x%7Cy&c=https://a/b?c%26d%3D%2F`,
    ],
  ],
  [
    'an object is JSON where nothing is said, fields where a style is',
    form({ a: object({}), b: object({}) }, encoding({ b: { style: 'form' } })),
    [
      'call',
      { body: { a: { x: 1 }, b: { y: true, z: null } } },
      `POST /form (${FORM}) a=%7B%22x%22%3A1%7D&y=true`,
    ],
  ],
  [
    'a text that is JSON already stays one',
    form({ tags: string }, encoding({ tags: asJson })),
    ['call', { body: { tags: '{"a":1}' } }, `POST /form (${FORM}) tags=%7B%22a%22%3A1%7D`],
  ],
]);

const search = body(JSON_TYPE, object({ query: string }, { required: ['query'] }));

cases('bodies of GET, HEAD and DELETE', [
  [
    'case 21: a GET sends its body',
    one('get', '/find', search),
    ['call', { body: { query: 'x' } }, `GET /find (${JSON_TYPE}) {"query":"x"}`],
    ['call', {}, /"body" is missing/],
  ],
  [
    'a DELETE too',
    one('delete', '/find', search),
    ['call', { body: { query: 'ü' } }, `DELETE /find (${JSON_TYPE}) {"query":"ü"}`],
  ],
  [
    'one that is not required is left out',
    one('get', '/find', { requestBody: { content: { [JSON_TYPE]: { schema: object({}) } } } }),
    ['call', {}, 'GET /find'],
  ],
]);

cases('media types of bodies', [
  [
    'with parameters, of a vendor, any',
    openapi({
      '/a': {
        post: { operationId: 'a', ...ok, ...body(`${JSON_TYPE}; charset=utf-8`, object({})) },
        put: { operationId: 'b', ...ok, ...body('application/vnd.acme.v1+json', object({})) },
        patch: { operationId: 'c', ...ok, ...body('*/*', object({})) },
      },
    }),
    ['a', { body: { n: 1 } }, `POST /a (${JSON_TYPE}; charset=utf-8) {"n":1}`],
    ['b', { body: { n: 1 } }, 'PUT /a (application/vnd.acme.v1+json) {"n":1}'],
    ['c', { body: { n: 1 } }, `PATCH /a (${JSON_TYPE}) {"n":1}`],
  ],
  [
    'lines of JSON',
    one('post', '/_bulk', body('application/x-ndjson', { type: 'array', items: object({}) })),
    [
      'call',
      { body: [{ index: {} }, { a: 1 }] },
      'POST /_bulk (application/x-ndjson) {"index":{}}\n{"a":1}',
    ],
  ],
  [
    'a text of a media type that is no JSON',
    one('post', '/a', body('application/yaml', string)),
    ['call', { body: 'a: 1' }, 'POST /a (application/yaml) a: 1'],
  ],
  [
    'the bytes of a file, with its own type where that is taken',
    openapi({
      '/a': {
        put: { operationId: 'bytes', ...ok, ...body('application/octet-stream', undefined) },
        post: { operationId: 'image', ...ok, ...body('image/*', binary) },
      },
    }),
    ['bytes', { body: 'a.png' }, 'PUT /a (application/octet-stream) <a.png>'],
    ['image', { body: 'a.png' }, 'POST /a (image/png) <a.png>'],
    ['image', { body: 'a.csv' }, /It takes image\/\*, and the document is text\/csv/],
  ],
]);

test.each<[string, JsonObject, JsonObject, string]>([
  [
    'case 06: parts with content types',
    docs({ meta: string, file: binary }, encoding({ meta: asJson })),
    { body: { meta: '{"a":1}', file: 'a.png' } },
    `POST /docs ${part('meta', '{"a":1}', typed(JSON_TYPE))}${png}--B--⏎`,
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
])('an accepted change sends what a read would: %s', async (_name, document, input, expected) => {
  expect(await accepted(document, input)).toBe(expected);
});
