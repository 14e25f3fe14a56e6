import type { JsonObject } from '../../../../foundation/json.js';
import {
  FORM,
  JSON_TYPE,
  body,
  cases,
  header,
  object,
  one,
  openapi,
  operation,
  path,
  query,
  string,
  strings,
  useNotingBackend,
} from '../../../../../test/support/sent-requests.js';

useNotingBackend();

const line = object({ price: string, qty: { type: 'integer' } });
const lines = object({ lines: { type: 'array', items: line } });
/** A parameter that a media type describes. */
const media = (name: string, place: string, type: string, schema: JsonObject = string) => ({
  name,
  in: place,
  content: { [type]: { schema } },
});
const TEXT = 'text/plain';
const inPath = { ...media('at', 'path', TEXT), required: true };
const empty = { allowEmptyValue: true };
const deep = { style: 'deepObject', explode: true };

cases('deepObject', {
  'case 02: a list in a query carries its index': [
    one('get', '/invoices', [query('expand', strings, deep)]),
    [{ expand: ['a', 'b'] }, 'GET /invoices?expand%5B0%5D=a&expand%5B1%5D=b'],
  ],
  'case 02: so do objects in a list of a form': [
    one('post', '/invoices', body(FORM, lines, { encoding: { lines: deep } })),
    [
      { body: { lines: [{ price: 'p1', qty: 1 }, { price: 'p2' }] } },
      `POST /invoices (${FORM}) lines%5B0%5D%5Bprice%5D=p1&lines%5B0%5D%5Bqty%5D=1&lines%5B1%5D%5Bprice%5D=p2`,
    ],
  ],
  'a list within an object': [
    one('get', '/a', [query('filter', { type: 'object' }, deep)]),
    [
      { filter: { status: ['a', 'b'], n: null, at: { gte: 1 } } },
      'GET /a?filter%5Bstatus%5D%5B0%5D=a&filter%5Bstatus%5D%5B1%5D=b&filter%5Bat%5D%5Bgte%5D=1',
    ],
    [{ filter: {} }, 'GET /a'],
  ],
  'a text where an object may be one too': [
    one('get', '/a', [query('at', { anyOf: [string, object({})] }, deep)]),
    [{ at: 'now' }, 'GET /a?at=now'],
  ],
});

cases('a key of paths with a query or fragment', {
  'case 03: its query is sent before the parameters': [
    one('get', '/answers/{id}?beta=true', [path('id'), query('include')]),
    [{ id: 'r1', include: 'x' }, 'GET /answers/r1?beta=true&include=x'],
    [{ id: 'r/1?' }, 'GET /answers/r%2F1%3F?beta=true'],
  ],
  'case 03: its fragment is not': [
    one('put', '/files/{id}#add_link', [path('id')], body(JSON_TYPE, object({ link: string }))),
    [{ id: '1', body: { link: 'l' } }, `PUT /files/1 (${JSON_TYPE}) {"link":"l"}`],
  ],
  'a parameter that the key sends is no argument': [
    one('get', '/x?action=list', [query('action', string, { required: true }), query('page')]),
    [{ page: '2' }, 'GET /x?action=list&page=2'],
    [{ action: 'drop' }, /"action" is not a field/],
  ],
  'parameters in the query of the key, of the path and of the query': [
    one('get', '/find?q={q}&lang={lang}', [path('q'), query('lang')]),
    [{ q: 'a&b', lang: 'de' }, 'GET /find?q=a%26b&lang=de'],
    [{ q: 'a' }, 'GET /find?q=a'],
  ],
  'a query with signs that no URL carries, and a fragment behind it': [
    one('get', '/x?filter[kind]=a b&y#part', {}),
    [{}, 'GET /x?filter%5Bkind%5D=a%20b&y'],
  ],
});

cases('literals of a path', {
  'signs that a path may hold stay': [
    one('get', "/reports/usage(period='{p}',top=5)/@me;v=1/{id}:run+now", [path('p'), path('id')]),
    [{ p: 'D7', id: 'a:b' }, "GET /reports/usage(period='D7',top=5)/@me;v=1/a%3Ab:run+now"],
  ],
  'others are encoded, encoded ones stay': [
    one('get', '/a b/ü/x%2Fy/[z]/100%', {}),
    [{}, 'GET /a%20b/%C3%BC/x%2Fy/%5Bz%5D/100%25'],
  ],
  'two parameters in a segment, and slashes at the end': [
    one('get', '/compare/{base}...{head}/', [path('base'), path('head')]),
    [{ base: 'a/b', head: '..' }, 'GET /compare/a%2Fb...../'],
  ],
  'a path that would climb is refused': [
    one('get', '/a/{id}/b', [path('id')]),
    [{ id: '..' }, /must not be "\." or "\.\."/],
    [{ id: '.' }, /must not be/],
    [{ id: '../x' }, 'GET /a/..%2Fx/b'],
  ],
});

cases('parameters that a media type describes', {
  'case 05: a text is no JSON': [
    one('get', '/find', [media('q', 'query', TEXT), media('X-Note', 'header', TEXT)]),
    [{ q: 'ab c', X_Note: 'v' }, 'GET /find?q=ab%20c x-note: v'],
  ],
  'JSON is, in a header in ASCII': [
    one('get', '/find', [
      media('q', 'query', `${JSON_TYPE}; charset=utf-8`, {}),
      media('X-Arg', 'header', 'application/vnd.a+json', {}),
    ]),
    [{ q: [1, 'a'], X_Arg: { p: 'ü' } }, 'GET /find?q=%5B1%2C%22a%22%5D x-arg: {"p":"\\u00fc"}'],
  ],
  'a form within a query, a path': [
    one('get', '/find/{at}', [media('f', 'query', FORM, object({ a: string })), inPath]),
    [{ f: { a: 'b c' }, at: 'x/y' }, 'GET /find/x%2Fy?f=a%3Db%2520c'],
  ],
});

cases('styles, empty values and scalars', {
  'in a path': [
    one('get', '/m{a}/l{b}/s/{c}', [
      path('a', strings, { style: 'matrix', explode: true }),
      path('b', object({}), { style: 'label' }),
      path('c', object({}), { explode: true }),
    ]),
    [{ a: ['x', 'y/z'], b: { r: 1 }, c: { r: 1, g: null } }, 'GET /m;a=x;a=y%2Fz/l.r,1/s/r=1'],
  ],
  'in a query': [
    one('get', '/q', [
      query('s', strings, { style: 'spaceDelimited' }),
      query('p', strings, { style: 'pipeDelimited', explode: false }),
      query('u', string, { allowReserved: true }),
      query('e', strings, { explode: false }),
      query('o', object({}), { explode: false }),
      query('f', object({})),
    ]),
    [{ s: ['a', 'b c'], p: ['a', 'b'] }, 'GET /q?s=a%20b%20c&p=a%7Cb'],
    [{ u: 'a/b?c=%20&d#', e: ['a,b', 'c'] }, 'GET /q?u=a/b?c%3D%20%26d%23&e=a%2Cb,c'],
    [{ o: { r: 1 }, f: { g: 2 } }, 'GET /q?o=r,1&g=2'],
  ],
  'booleans, numbers and dates are texts; null and empty lists are left out': [
    one('get', '/q', [
      query('b', { type: 'boolean' }),
      query('n', { type: 'number' }),
      query('d', { type: 'string', format: 'date-time' }),
      query('l', strings),
      query('t', string),
      header('X-L', strings),
      header('X-On', { type: 'boolean' }),
    ]),
    [
      { b: false, n: -0.5, d: '2026-01-02T03:04:05+01:00', l: [], t: '', X_L: [], X_On: true },
      'GET /q?b=false&n=-0.5&d=2026-01-02T03%3A04%3A05%2B01%3A00&t= x-on: true',
    ],
  ],
  'what may be empty is sent empty': [
    one('get', '/q', [query('on', { type: 'boolean' }, empty), query('l', strings, empty)]),
    [{ on: '', l: [] }, 'GET /q?on=&l='],
    [{ on: true }, 'GET /q?on=true'],
  ],
  'a parameter of the path is replaced by the operation': [
    openapi({
      '/a': {
        parameters: [query('x', strings), header('X-Tenant', string, { required: true })],
        get: operation('call', [query('x', strings, { explode: false }), header('x-tenant')]),
      },
    }),
    [{ x: ['1', '2'], x_tenant: 't' }, 'GET /a?x=1,2 x-tenant: t'],
    [{}, 'GET /a'],
  ],
  'parameters beside the reference of a path': [
    openapi(
      { '/a': { $ref: '#/components/pathItems/A', parameters: [query('x')] } },
      { components: { pathItems: { A: { get: operation('call') } } } },
    ),
    [{ x: '1' }, 'GET /a?x=1'],
  ],
});

/** A parameter that is the whole query. */
const wholeQuery = (type: string, media: JsonObject = {}) => ({
  name: 'f',
  in: 'querystring',
  content: { [type]: media },
});
const fields = { schema: object({ a: string, b: strings }) };
cases('methods and places of 3.2', {
  'case 24: QUERY, further methods, the whole query': [
    openapi(
      {
        '/q': {
          query: operation('queryAll', body(JSON_TYPE, object({ f: string }))),
          additionalOperations: { COPY: operation('copyAll') },
        },
        '/qs': { get: operation('withString', [wholeQuery(FORM, fields)]) },
      },
      { openapi: '3.2.0' },
    ),
    [{ body: { f: 'x' } }, `QUERY /q (${JSON_TYPE}) {"f":"x"}`, 'queryAll'],
    [{}, 'COPY /q', 'copyAll'],
    [{ f: { a: '1 2', b: ['x', 'y'] } }, 'GET /qs?a=1%202&b=x&b=y', 'withString'],
  ],
  'a whole query of JSON and of text, media types by reference, a method that is not sent': [
    openapi(
      {
        '/a': {
          get: operation('asJson', [wholeQuery(JSON_TYPE)]),
          post: operation('asText', [wholeQuery(TEXT)], {
            requestBody: { content: { [JSON_TYPE]: { $ref: '#/components/mediaTypes/T' } } },
          }),
          additionalOperations: { 'M-SEARCH': operation('search') },
        },
      },
      { openapi: '3.2.0', components: { mediaTypes: { T: { schema: object({ t: string }) } } } },
    ),
    [{ f: { a: [1] } }, 'GET /a?%7B%22a%22%3A%5B1%5D%7D', 'asJson'],
    [
      { f: '$.a[1:2]', body: { t: 'x' } },
      `POST /a?%24.a%5B1%3A2%5D (${JSON_TYPE}) {"t":"x"}`,
      'asText',
    ],
    [{ body: { t: {} } }, /"body.t" must be/, 'asText'],
    [{}, 'M-SEARCH /a', 'search'],
  ],
});
