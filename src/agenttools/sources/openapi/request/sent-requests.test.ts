import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { text } from 'node:stream/consumers';
import { stringify } from 'yaml';
import { serve, type TestServer } from '../../../../../test/support/http-server.js';
import { AppError } from '../../../../foundation/errors.js';
import { isObject, type JsonObject } from '../../../../foundation/json.js';
import type { UserFiles } from '../../../../foundation/user-files.js';
import type { ToolCall } from '../../../tool.js';
import { createReadClient } from '../../backend-client.js';
import type { Credential } from '../../credentials.js';
import { defaultDocumentLimits } from '../document/document-limits.js';
import { documentTools } from '../document-tools.js';
import { prepareDocument } from '../prepare-document.js';
import { operationsOfTarget } from '../reads-of-operations.js';

/** What a call sends, as `METHOD place [headers] body`, or a part of what refuses it. */
type Call = readonly [tool: string, input: JsonObject, expected: string | RegExp];

const files: UserFiles = {
  find: async (_user, id) => {
    const contentType = id.endsWith('.png') ? 'image/png' : 'text/csv';
    return { id, name: id, contentType, bytes: 3, sha256: 'x' };
  },
  read: async (_user, { id }) => Buffer.from(`<${id}>`),
};

let server: TestServer;
let seen = '';
beforeAll(async () => {
  server = await serve((request, response) => {
    void text(request).then((body) => {
      const told = Object.entries(request.headers)
        .filter(([name]) => name.startsWith('x-') || /^(cookie|authorization|token)$/.test(name))
        .map(([name, value]) => `${name}: ${String(value)}`)
        .sort();
      const { 'content-type': type = '' } = request.headers;
      const boundary = /boundary=(\S+)/.exec(type)?.[1];
      const shown = boundary === undefined ? body : body.replaceAll(boundary, 'B');
      const parts = [request.method, request.url, ...told];
      if (body !== '' && boundary === undefined) parts.push(`(${type})`);
      seen = [...parts, shown.replaceAll('\r\n', '⏎')].join(' ').trim();
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
});
afterAll(() => server.close());

async function sent(
  document: JsonObject,
  tool: string,
  input: JsonObject,
  credentials: readonly Credential[] = [],
): Promise<string> {
  const prepared = prepareDocument(stringify(document), {
    source: 'k',
    // Whatever the method, as these tests are about what arrives.
    patterns: { reads: ['*'] },
    limits: defaultDocumentLimits,
    examples: {},
    budget: 3000,
    credentials,
  });
  const found = documentTools('k', prepared, { files }).find(({ name }) => name === `k_${tool}`);
  if (found === undefined) return prepared.findings.map(({ message }) => message).join('\n');
  const operationsOf = operationsOfTarget(prepared.operations);
  const read = createReadClient(
    {
      baseUrl: server.url,
      signal: new AbortController().signal,
      credentials,
      signedBy: (target) => operationsOf(target).flatMap(({ signedBy }) => signedBy),
    },
    () => true,
  );
  seen = 'nothing';
  try {
    found.check?.(input);
    await found.execute(input, { read, caller: { userId: 'u' } } as ToolCall);
    return seen;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}

const ok = { responses: { 200: { description: 'ok' } } };
const string = { type: 'string' };
const strings = { type: 'array', items: string };
const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  ...more,
});
const path = (name: string, schema: JsonObject = string, more: JsonObject = {}): JsonObject => ({
  ...{ name, in: 'path', required: true, schema },
  ...more,
});
const query = (name: string, schema: JsonObject = string, more: JsonObject = {}): JsonObject => ({
  ...{ name, in: 'query', schema },
  ...more,
});
const header = (name: string, schema: JsonObject = string, more: JsonObject = {}): JsonObject => ({
  ...{ name, in: 'header', schema },
  ...more,
});
const body = (type: string, schema: JsonObject | undefined, more: JsonObject = {}): JsonObject => ({
  requestBody: { required: true, content: { [type]: { ...(schema && { schema }), ...more } } },
});
const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';
const JSON_TYPE = 'application/json';

function openapi(paths: JsonObject, more: JsonObject = {}): JsonObject {
  return { openapi: '3.0.3', info: { title: 'Case', version: '1' }, paths, ...more };
}

/** One operation `call` at a place. */
const one = (method: string, key: string, operation: JsonObject, more: JsonObject = {}) =>
  openapi({ [key]: { [method]: { operationId: 'call', ...ok, ...operation } } }, more);

const swagger = (key: string, parameters: JsonObject[], more: JsonObject = {}): JsonObject => ({
  swagger: '2.0',
  info: { title: 'Case', version: '1' },
  paths: { [key]: { post: { operationId: 'call', parameters, ...ok, ...more } } },
});

function cases(name: string, table: readonly (readonly [string, JsonObject, ...Call[]])[]): void {
  describe(name, () => {
    test.each(table.map(([title, document, ...calls]) => [title, document, calls] as const))(
      '%s',
      async (_title, document, calls) => {
        for (const [tool, input, expected] of calls) {
          const told = await sent(document, tool, input);
          if (typeof expected === 'string') expect(told).toBe(expected);
          else expect(told).toMatch(expected);
        }
      },
    );
  });
}

const lines = object({
  lines: { type: 'array', items: object({ price: string, qty: { type: 'integer' } }) },
});
const deep = { style: 'deepObject', explode: true };

cases('deepObject', [
  [
    'case 02: a list in a query carries its index',
    one('get', '/invoices', { parameters: [query('expand', strings, deep)] }),
    ['call', { expand: ['a', 'b'] }, 'GET /invoices?expand%5B0%5D=a&expand%5B1%5D=b'],
  ],
  [
    'case 02: so do objects in a list of a form',
    one('post', '/invoices', body(FORM, lines, { encoding: { lines: deep } })),
    [
      'call',
      { body: { lines: [{ price: 'p1', qty: 1 }, { price: 'p2' }] } },
      `POST /invoices (${FORM}) lines%5B0%5D%5Bprice%5D=p1&lines%5B0%5D%5Bqty%5D=1&lines%5B1%5D%5Bprice%5D=p2`,
    ],
  ],
  [
    'a list within an object',
    one('get', '/a', { parameters: [query('filter', { type: 'object' }, deep)] }),
    [
      'call',
      { filter: { status: ['a', 'b'], n: null, at: { gte: 1 } } },
      'GET /a?filter%5Bstatus%5D%5B0%5D=a&filter%5Bstatus%5D%5B1%5D=b&filter%5Bat%5D%5Bgte%5D=1',
    ],
    ['call', { filter: {} }, 'GET /a'],
  ],
  [
    'a text where an object may be one too',
    one('get', '/a', { parameters: [query('at', { anyOf: [string, object({})] }, deep)] }),
    ['call', { at: 'now' }, 'GET /a?at=now'],
  ],
]);

cases('a key of paths with a query or fragment', [
  [
    'case 03: its query is sent before the parameters',
    one('get', '/answers/{id}?beta=true', { parameters: [path('id'), query('include')] }),
    ['call', { id: 'r1', include: 'x' }, 'GET /answers/r1?beta=true&include=x'],
    ['call', { id: 'r/1?' }, 'GET /answers/r%2F1%3F?beta=true'],
  ],
  [
    'case 03: its fragment is not',
    one('put', '/files/{id}#add_link', {
      parameters: [path('id')],
      ...body(JSON_TYPE, object({ link: string })),
    }),
    ['call', { id: '1', body: { link: 'l' } }, `PUT /files/1 (${JSON_TYPE}) {"link":"l"}`],
  ],
  [
    'a parameter that the key sends is no argument',
    one('get', '/x?action=list', {
      parameters: [query('action', string, { required: true }), query('page')],
    }),
    ['call', { page: '2' }, 'GET /x?action=list&page=2'],
    ['call', { action: 'drop' }, /"action" is not a field/],
  ],
  [
    'parameters in the query of the key, of the path and of the query',
    one('get', '/find?q={q}&lang={lang}', { parameters: [path('q'), query('lang')] }),
    ['call', { q: 'a&b', lang: 'de' }, 'GET /find?q=a%26b&lang=de'],
    ['call', { q: 'a' }, 'GET /find?q=a'],
  ],
  [
    'a query with signs that no URL carries, and a fragment behind it',
    one('get', '/x?filter[kind]=a b&y#part', {}),
    ['call', {}, 'GET /x?filter%5Bkind%5D=a%20b&y'],
  ],
]);

cases('literals of a path', [
  [
    'signs that a path may hold stay',
    one('get', "/reports/usage(period='{p}',top=5)/@me;v=1/{id}:run+now", {
      parameters: [path('p'), path('id')],
    }),
    ['call', { p: 'D7', id: 'a:b' }, "GET /reports/usage(period='D7',top=5)/@me;v=1/a%3Ab:run+now"],
  ],
  [
    'others are encoded, encoded ones stay',
    one('get', '/a b/ü/x%2Fy/[z]/100%', {}),
    ['call', {}, 'GET /a%20b/%C3%BC/x%2Fy/%5Bz%5D/100%25'],
  ],
  [
    'two parameters in a segment, and slashes at the end',
    one('get', '/compare/{base}...{head}/', { parameters: [path('base'), path('head')] }),
    ['call', { base: 'a/b', head: '..' }, 'GET /compare/a%2Fb...../'],
  ],
  [
    'a path that would climb is refused',
    one('get', '/a/{id}/b', { parameters: [path('id')] }),
    ['call', { id: '..' }, /must not be "\." or "\.\."/],
    ['call', { id: '.' }, /must not be/],
    ['call', { id: '../x' }, 'GET /a/..%2Fx/b'],
  ],
]);

cases('parameters that a media type describes', [
  [
    'case 05: a text is no JSON',
    one('get', '/find', {
      parameters: [
        { name: 'q', in: 'query', content: { 'text/plain': { schema: string } } },
        { name: 'X-Note', in: 'header', content: { 'text/plain': { schema: string } } },
      ],
    }),
    ['call', { q: 'ab c', X_Note: 'v' }, 'GET /find?q=ab%20c x-note: v'],
  ],
  [
    'JSON is, in a header in ASCII',
    one('get', '/find', {
      parameters: [
        { name: 'q', in: 'query', content: { [`${JSON_TYPE}; charset=utf-8`]: {} } },
        { name: 'X-Arg', in: 'header', content: { 'application/vnd.a+json': {} } },
      ],
    }),
    [
      'call',
      { q: [1, 'a'], X_Arg: { p: 'ü€' } },
      'GET /find?q=%5B1%2C%22a%22%5D x-arg: {"p":"\\u00fc\\u20ac"}',
    ],
  ],
  [
    'a form within a query, a path',
    one('get', '/find/{at}', {
      parameters: [
        { name: 'f', in: 'query', content: { [FORM]: { schema: object({ a: string }) } } },
        { name: 'at', in: 'path', required: true, content: { 'text/plain': { schema: string } } },
      ],
    }),
    ['call', { f: { a: 'b c' }, at: 'x/y' }, 'GET /find/x%2Fy?f=a%3Db%2520c'],
  ],
]);

const part = (name: string, value: string, more = ''): string =>
  `--B⏎Content-Disposition: form-data; name="${name}"${more}⏎⏎${value}⏎`;
const typed = (type: string): string => `⏎Content-Type: ${type}`;

cases('parts of multipart forms', [
  [
    'case 06: an object is JSON and says so',
    one(
      'post',
      '/docs',
      body(MULTIPART, object({ meta: object({ title: string }), note: string })),
    ),
    [
      'call',
      { body: { meta: { title: 'x' }, note: 'n' } },
      `POST /docs ${part('meta', '{"title":"x"}', typed(JSON_TYPE))}${part('note', 'n')}--B--⏎`.trim(),
    ],
  ],
  [
    'case 06: the type that its encoding names',
    one(
      'post',
      '/docs',
      body(MULTIPART, object({ meta: string }), {
        encoding: { meta: { contentType: JSON_TYPE } },
      }),
    ),
    [
      'call',
      { body: { meta: '{"a":1}' } },
      `POST /docs ${part('meta', '{"a":1}', typed(JSON_TYPE))}--B--⏎`,
    ],
  ],
  [
    'lists: of texts and objects repeated, of a media type whole',
    one(
      'post',
      '/docs',
      body(
        MULTIPART,
        object({
          a: strings,
          b: { type: 'array', items: object({ n: { type: 'integer' } }) },
          c: { type: 'array', items: { type: 'integer' } },
        }),
        { encoding: { c: { contentType: JSON_TYPE } } },
      ),
    ),
    [
      'call',
      { body: { a: ['x', 'y'], b: [{ n: 1 }], c: [1, 2] } },
      `POST /docs ${part('a', 'x')}${part('a', 'y')}${part('b', '{"n":1}', typed(JSON_TYPE))}${part('c', '[1,2]', typed(JSON_TYPE))}--B--⏎`,
    ],
  ],
  [
    'styles, headers of one value, names with signs',
    one(
      'post',
      '/docs',
      body(MULTIPART, object({ tags: strings, 'a"b': string, on: { type: 'boolean' } }), {
        encoding: {
          tags: { style: 'form', explode: false },
          on: { headers: { 'X-Kind': { schema: { const: 'flag' } } } },
        },
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
    one(
      'post',
      '/docs',
      body(MULTIPART, object({ a: string }), {
        encoding: { a: { headers: { 'X-Id': { required: true, schema: string } } } },
      }),
    ),
    ['call', {}, /Not offered: it takes the part "a" with the header X-Id/],
  ],
  [
    'a file beside texts, its fields from several schemas',
    one(
      'post',
      '/docs',
      body(MULTIPART, {
        allOf: [
          object({ file: { type: 'string', format: 'binary' } }, { required: ['file'] }),
          object({ note: string }),
        ],
      }),
    ),
    [
      'call',
      { body: { file: 'a.png', note: 'n' } },
      `POST /docs ${part('note', 'n')}${part('file', '<a.png>', `; filename="a.png"${typed('image/png')}`)}--B--⏎`,
    ],
  ],
]);

const encoded = (schema: JsonObject, encoding: JsonObject): JsonObject =>
  one('post', '/form', body(FORM, object({ tags: schema }), { encoding: { tags: encoding } }));

cases('encoding of forms', [
  [
    'case 07: a list of a media type is one value',
    encoded(strings, { contentType: JSON_TYPE }),
    ['call', { body: { tags: ['a', 'b'] } }, `POST /form (${FORM}) tags=%5B%22a%22%2C%22b%22%5D`],
  ],
  [
    'explode alone is a style; a style counts before a content type',
    encoded(strings, { explode: false, contentType: JSON_TYPE }),
    ['call', { body: { tags: ['a', 'b'] } }, `POST /form (${FORM}) tags=a,b`],
  ],
  [
    'spaces, pipes, reserved signs',
    one(
      'post',
      '/form',
      body(FORM, object({ a: strings, b: strings, c: string }), {
        encoding: {
          a: { style: 'spaceDelimited', explode: false },
          b: { style: 'pipeDelimited' },
          c: { allowReserved: true },
        },
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
    one(
      'post',
      '/form',
      body(FORM, object({ a: object({}), b: object({}) }), {
        encoding: { b: { style: 'form' } },
      }),
    ),
    [
      'call',
      { body: { a: { x: 1 }, b: { y: true, z: null } } },
      `POST /form (${FORM}) a=%7B%22x%22%3A1%7D&y=true`,
    ],
  ],
  [
    'a text that is JSON already stays one',
    encoded(string, { contentType: JSON_TYPE }),
    ['call', { body: { tags: '{"a":1}' } }, `POST /form (${FORM}) tags=%7B%22a%22%3A1%7D`],
  ],
]);

const list = (place: string, format: string | undefined, more: JsonObject = {}): JsonObject => ({
  name: 'a',
  in: place,
  type: 'array',
  items: string,
  ...(format !== undefined && { collectionFormat: format }),
  ...more,
});

cases('collection formats of 2.0 (case 08)', [
  ...(
    [
      ['csv', 'x,y'],
      [undefined, 'x,y'],
      ['ssv', 'x%20y'],
      ['tsv', 'x%09y'],
      ['pipes', 'x%7Cy'],
    ] as const
  ).flatMap(([format, written]): [string, JsonObject, ...Call[]][] => [
    [
      `${format} in a query`,
      swagger('/q', [list('query', format)]),
      ['call', { a: ['x', 'y'] }, `POST /q?a=${written}`],
    ],
    [
      `${format} in a form`,
      swagger('/f', [list('formData', format)], { consumes: [FORM] }),
      ['call', { body: { a: ['x', 'y'] } }, `POST /f (${FORM}) a=${written}`],
    ],
    [
      `${format} in a path`,
      swagger('/p/{a}', [list('path', format, { required: true })]),
      ['call', { a: ['x', 'y'] }, `POST /p/${written}`],
    ],
    [
      `${format} in a header`,
      swagger('/h', [list('header', format, { name: 'X-A' })]),
      ['call', { X_A: ['x', 'y'] }, `POST /h x-a: ${decodeURIComponent(written)}`],
    ],
  ]),
  [
    'multi is repeated, in parts too',
    swagger('/f', [list('formData', 'multi'), list('query', 'multi', { name: 'q' })], {
      consumes: [FORM],
    }),
    ['call', { body: { a: ['x', 'y'] }, q: ['1', '2'] }, `POST /f?q=1&q=2 (${FORM}) a=x&a=y`],
  ],
  [
    'commas in a multipart form',
    swagger('/f', [list('formData', 'csv')], { consumes: [MULTIPART] }),
    ['call', { body: { a: ['x', 'y'] } }, `POST /f ${part('a', 'x,y')}--B--⏎`],
  ],
  [
    'fields keep what is said of them: required, enum, items; without consumes a plain form',
    swagger('/f', [
      { name: 'kind', in: 'formData', type: 'string', enum: ['a', 'b'], required: true },
      list('formData', undefined, { items: { type: 'integer' } }),
    ]),
    ['call', { body: { kind: 'a', a: [1, 2] } }, `POST /f (${FORM}) kind=a&a=1,2`],
    ['call', { body: { kind: 'c' } }, /"body.kind" must be/],
    ['call', { body: { kind: 'a', a: ['x'] } }, /integer/],
    ['call', {}, /"body" is missing/],
  ],
  [
    'a file beside a field, an empty consumes, an unquoted version',
    {
      ...swagger(
        '/f',
        [
          { name: 'file', in: 'formData', type: 'file', required: true },
          { name: 'n', in: 'formData', type: 'number' },
        ],
        { consumes: [] },
      ),
      swagger: 2,
      consumes: ['application/xml'],
    },
    [
      'call',
      { body: { file: 'a.csv', n: 1.5 } },
      `POST /f ${part('n', '1.5')}${part('file', '<a.csv>', `; filename="a.csv"${typed('text/csv')}`)}--B--⏎`,
    ],
  ],
]);

cases('styles, empty values and scalars', [
  [
    'in a path',
    one('get', '/m{a}/l{b}/s/{c}', {
      parameters: [
        path('a', strings, { style: 'matrix', explode: true }),
        path('b', object({}), { style: 'label' }),
        path('c', object({}), { explode: true }),
      ],
    }),
    [
      'call',
      { a: ['x', 'y/z'], b: { r: 1 }, c: { r: 1, g: null, b: 2 } },
      'GET /m;a=x;a=y%2Fz/l.r,1/s/r=1,b=2',
    ],
  ],
  [
    'in a query',
    one('get', '/q', {
      parameters: [
        query('s', strings, { style: 'spaceDelimited' }),
        query('p', strings, { style: 'pipeDelimited', explode: false }),
        query('u', string, { allowReserved: true }),
        query('e', strings, { explode: false }),
      ],
    }),
    [
      'call',
      { s: ['a', 'b c'], p: ['a', 'b'], u: 'a/b?c=%20&d#', e: ['a,b', 'c'] },
      'GET /q?s=a%20b%20c&p=a%7Cb&u=a/b?c%3D%20%26d%23&e=a%2Cb,c',
    ],
  ],
  [
    'booleans, numbers and dates are texts; null and empty lists are left out',
    one('get', '/q', {
      parameters: [
        query('b', { type: 'boolean' }),
        query('n', { type: 'number' }),
        query('d', { type: 'string', format: 'date-time' }),
        query('l', strings),
        query('t', string),
        header('X-L', strings),
        header('X-On', { type: 'boolean' }),
      ],
    }),
    [
      'call',
      { b: false, n: -0.5, d: '2026-01-02T03:04:05+01:00', l: [], t: '', X_L: [], X_On: true },
      'GET /q?b=false&n=-0.5&d=2026-01-02T03%3A04%3A05%2B01%3A00&t= x-on: true',
    ],
  ],
  [
    'what may be empty is sent empty',
    one('get', '/q', {
      parameters: [
        query('on', { type: 'boolean' }, { allowEmptyValue: true }),
        query('l', strings, { allowEmptyValue: true }),
      ],
    }),
    ['call', { on: '', l: [] }, 'GET /q?on=&l='],
    ['call', { on: true }, 'GET /q?on=true'],
  ],
  [
    'a parameter of the path is replaced by the operation',
    openapi({
      '/a': {
        parameters: [query('x', strings), header('X-Tenant', string, { required: true })],
        get: {
          operationId: 'call',
          parameters: [query('x', strings, { explode: false }), header('x-tenant')],
          ...ok,
        },
      },
    }),
    ['call', { x: ['1', '2'], x_tenant: 't' }, 'GET /a?x=1,2 x-tenant: t'],
    ['call', {}, 'GET /a'],
  ],
  [
    'parameters beside the reference of a path',
    openapi(
      { '/a': { $ref: '#/components/pathItems/A', parameters: [query('x')] } },
      { components: { pathItems: { A: { get: { operationId: 'call', ...ok } } } } },
    ),
    ['call', { x: '1' }, 'GET /a?x=1'],
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
        post: {
          operationId: 'image',
          ...ok,
          ...body('image/*', { type: 'string', format: 'binary' }),
        },
      },
    }),
    ['bytes', { body: 'a.png' }, 'PUT /a (application/octet-stream) <a.png>'],
    ['image', { body: 'a.png' }, 'POST /a (image/png) <a.png>'],
    ['image', { body: 'a.csv' }, /It takes image\/\*, and the document is text\/csv/],
  ],
]);

test('case 22: merge keys of YAML', async () => {
  const document = `
openapi: 3.0.3
info: {title: Case, version: "1"}
x-common: &common
  parameters: [{name: tenant, in: query, required: true, schema: {type: string}}]
  responses: {"200": {description: ok}}
x-more: &more {summary: More}
paths:
  /a:
    get: {<<: *common, operationId: getA}
    post: {<<: [*common, *more], operationId: postA, parameters: []}
  /b:
    get: {"<<": text, operationId: getB, responses: {}}
`;
  const prepared = prepareDocument(document, {
    ...{ source: 'k', patterns: {}, limits: defaultDocumentLimits, examples: {}, budget: 3000 },
  });
  const shown = prepared.operations.map(({ id, title, argumentSchema }) => {
    const { properties, required = [] } = argumentSchema;
    return [id, title, isObject(properties) ? Object.keys(properties) : [], required];
  });
  expect(shown).toEqual([
    ['getA', 'GET /a', ['tenant'], ['tenant']],
    ['postA', 'More', [], []],
    ['getB', 'GET /b', [], []],
  ]);
});

cases('methods and places of 3.2', [
  [
    'case 24: QUERY, further methods, the whole query',
    {
      ...openapi({
        '/q': {
          query: { operationId: 'queryAll', ...ok, ...body(JSON_TYPE, object({ f: string })) },
          additionalOperations: { COPY: { operationId: 'copyAll', ...ok } },
        },
        '/qs': {
          get: {
            operationId: 'withString',
            parameters: [
              {
                name: 'f',
                in: 'querystring',
                content: { [FORM]: { schema: object({ a: string, b: strings }) } },
              },
            ],
            ...ok,
          },
        },
      }),
      openapi: '3.2.0',
    },
    ['queryAll', { body: { f: 'x' } }, `QUERY /q (${JSON_TYPE}) {"f":"x"}`],
    ['copyAll', {}, 'COPY /q'],
    ['withString', { f: { a: '1 2', b: ['x', 'y'] } }, 'GET /qs?a=1%202&b=x&b=y'],
  ],
  [
    'a whole query of JSON and of text, media types by reference, a method that is not sent',
    {
      ...openapi(
        {
          '/a': {
            get: {
              operationId: 'asJson',
              parameters: [{ name: 'f', in: 'querystring', content: { [JSON_TYPE]: {} } }],
              ...ok,
            },
            post: {
              operationId: 'asText',
              parameters: [{ name: 'f', in: 'querystring', content: { 'text/plain': {} } }],
              requestBody: { content: { [JSON_TYPE]: { $ref: '#/components/mediaTypes/T' } } },
              ...ok,
            },
            additionalOperations: { 'M-SEARCH': { operationId: 'search', ...ok } },
          },
        },
        { components: { mediaTypes: { T: { schema: object({ t: string }) } } } },
      ),
      openapi: '3.2.0',
    },
    ['asJson', { f: { a: [1] } }, 'GET /a?%7B%22a%22%3A%5B1%5D%7D'],
    [
      'asText',
      { f: '$.a[1:2]', body: { t: 'x' } },
      `POST /a?%24.a%5B1%3A2%5D (${JSON_TYPE}) {"t":"x"}`,
    ],
    ['asText', { body: { t: 1 } }, /"body.t" must be/],
    ['search', {}, 'M-SEARCH /a'],
  ],
]);

const token = header('token', string, { required: true, description: 'Authentication token.' });
const chat = one('post', '/chat', {
  parameters: [token, query('api_key', string, { required: true })],
  ...body(FORM, object({ text: string, secret: string }, { required: ['secret'] })),
});
const CREDENTIALS: Credential[] = [
  { in: 'header', name: 'X-App-Id', value: 'i' },
  { in: 'header', name: 'token', value: 't' },
  { in: 'query', name: 'api_key', value: 'k&' },
  { in: 'cookie', name: 'sid', value: 's' },
  { in: 'body', name: 'secret', value: 'z' },
];

describe('credentials', () => {
  test.each<[string, JsonObject, string, JsonObject, string]>([
    [
      'case 11: a parameter or field that auth sets is no argument',
      chat,
      'call',
      { body: { text: 'hi' } },
      `POST /chat?api_key=k%26 cookie: sid=s token: t x-app-id: i (${FORM}) secret=z&text=hi`,
    ],
    [
      'case 11: nor is the body where nothing else is in it required',
      chat,
      'call',
      {},
      `POST /chat?api_key=k%26 cookie: sid=s token: t x-app-id: i (${FORM}) secret=z`,
    ],
    [
      'in a JSON object, of several parts',
      one(
        'post',
        '/a',
        body(JSON_TYPE, { allOf: [object({ secret: string }), object({ n: {} })] }),
      ),
      'call',
      { body: { n: 1 } },
      `POST /a?api_key=k%26 cookie: sid=s token: t x-app-id: i (${JSON_TYPE}) {"secret":"z","n":1}`,
    ],
    [
      'in a multipart form',
      one('post', '/a', body(MULTIPART, object({ secret: string, n: {} }))),
      'call',
      { body: { n: 1 } },
      `POST /a?api_key=k%26 cookie: sid=s token: t x-app-id: i ${part('secret', 'z')}${part('n', '1')}--B--⏎`,
    ],
    [
      'a required cookie that auth sets',
      one('get', '/a', { parameters: [{ name: 'sid', in: 'cookie', required: true }] }),
      'call',
      {},
      'GET /a?api_key=k%26 cookie: sid=s token: t x-app-id: i',
    ],
    [
      'case 12: a key in the query goes where the document asks for it',
      openapi(
        {
          '/both': { get: { operationId: 'both', ...ok } },
          '/query': { get: { operationId: 'call', security: [{ q: [] }], ...ok } },
        },
        {
          security: [{ a: [] }],
          components: {
            securitySchemes: {
              a: { type: 'apiKey', in: 'header', name: 'X-App-Id' },
              q: { type: 'apiKey', in: 'query', name: 'api_key' },
            },
          },
        },
      ),
      'both',
      {},
      'GET /both cookie: sid=s token: t x-app-id: i',
    ],
  ])('%s', async (_name, document, tool, input, expected) => {
    expect(await sent(document, tool, input, CREDENTIALS)).toBe(expected);
  });

  const secured = openapi(
    {
      '/both': { get: { ...ok } },
      '/query': { get: { security: [{ q: [] }, { c: [] }], ...ok } },
      '/free': { get: { security: [{}, { q: [] }], ...ok } },
      '/user': { get: { security: [{ o: [] }], ...ok }, post: { security: [{ h: [] }], ...ok } },
      '/cert': { get: { security: [{ m: [] }], ...ok } },
    },
    {
      security: [{ a: [], b: [] }],
      components: {
        securitySchemes: {
          a: { type: 'apiKey', in: 'header', name: 'X-App-Id' },
          b: { type: 'apiKey', in: 'header', name: 'X-App-Key' },
          q: { type: 'apiKey', in: 'query', name: 'api_key' },
          c: { type: 'apiKey', in: 'cookie', name: 'sid' },
          o: { type: 'oauth2', flows: {} },
          h: { type: 'http', scheme: 'basic' },
          m: { type: 'mutualTLS' },
        },
      },
    },
  );

  test.each<[string, Omit<Credential, 'value'>[], string[]]>([
    [
      'case 12: nothing is set',
      [],
      [
        'GET /both asks for the header X-App-Id and the header X-App-Key, which auth does not set: a list of { header: X-App-Id, env: VARIABLE }, { header: X-App-Key, env: VARIABLE }.',
        'GET /query asks for the query key api_key, which auth does not set: { query: api_key, env: VARIABLE }.',
        'GET /user and 1 more ask for the header Authorization, which auth does not set: { bearer_env: VARIABLE } or { forward: authorization }.',
        'GET /cert asks for a client certificate (mutualTLS), which auth does not set; put a proxy that has one in between.',
      ],
    ],
    [
      'one of two headers, the second alternative, the token of the user',
      [
        { in: 'header', name: 'x-app-id' },
        { in: 'cookie', name: 'sid' },
        { in: 'header', name: 'authorization' },
      ],
      [
        'GET /both asks for the header X-App-Key, which auth does not set: { header: X-App-Key, env: VARIABLE }.',
        'GET /cert asks for a client certificate (mutualTLS), which auth does not set; put a proxy that has one in between.',
      ],
    ],
  ])('%s: what auth does not meet is said', (_name, credentials, expected) => {
    const { findings } = prepareDocument(stringify(secured), {
      ...{ source: 'k', patterns: {}, limits: defaultDocumentLimits, examples: {}, budget: 3000 },
      credentials,
    });
    expect(findings.map(({ message }) => message)).toEqual(expected);
    expect(new Set(findings.map(({ where }) => where))).toEqual(new Set(['sources.k.auth']));
  });
});
