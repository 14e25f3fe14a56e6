import type { JsonObject } from '../../../../foundation/json.js';
import {
  FORM,
  MULTIPART,
  cases,
  part,
  string,
  swagger,
  typed,
  useNotingBackend,
} from '../../../../../test/support/sent-requests.js';

useNotingBackend();

const list = (place: string, format: string | undefined, more: JsonObject = {}): JsonObject => ({
  name: 'a',
  in: place,
  type: 'array',
  items: string,
  ...(format !== undefined && { collectionFormat: format }),
  ...more,
});
const required = { required: true };
const xy = ['x', 'y'];

describe.each([
  ['csv', 'x,y'],
  [undefined, 'x,y'],
  ['ssv', 'x%20y'],
  ['tsv', 'x%09y'],
  ['pipes', 'x%7Cy'],
])('case 08: the collection format %s of 2.0', (format, written) => {
  const fields = swagger('/f', [list('formData', format)], { consumes: [FORM] });
  const header = swagger('/h', [list('header', format, { name: 'X-A' })]);
  cases('in', {
    'a query': [swagger('/q', [list('query', format)]), [{ a: xy }, `POST /q?a=${written}`]],
    'a form': [fields, [{ body: { a: xy } }, `POST /f (${FORM}) a=${written}`]],
    'a path': [
      swagger('/p/{a}', [list('path', format, required)]),
      [{ a: xy }, `POST /p/${written}`],
    ],
    'a header': [header, [{ X_A: xy }, `POST /h x-a: ${decodeURIComponent(written)}`]],
  });
});

describe.each([
  ['csv', 'pipes', '1%7C2,3', '1|2,3'],
  ['pipes', 'csv', '1,2%7C3', '1,2|3'],
  ['pipes', undefined, '1,2%7C3', '1,2|3'],
  ['ssv', 'tsv', '1%092%203', '1\t2 3'],
])('case 08: lists in a list, %s of %s', (format, inner, written, plain) => {
  const lists = [[1, 2], [3]];
  const listIn = (place: string, more: JsonObject = {}) =>
    list(place, format, { items: list('', inner, { items: { type: 'integer' } }), ...more });
  const form = (type: string) => swagger('/f', [listIn('formData')], { consumes: [type] });
  const two = swagger('/p/{a}', [listIn('path', required), listIn('header', { name: 'X-A' })]);
  cases('in', {
    'a query': [swagger('/q', [listIn('query')]), [{ a: lists }, `POST /q?a=${written}`]],
    'a path and a header': [two, [{ a: lists, X_A: lists }, `POST /p/${written} x-a: ${plain}`]],
    forms: [form(FORM), [{ body: { a: lists } }, `POST /f (${FORM}) a=${written}`]],
    'a part': [form(MULTIPART), [{ body: { a: lists } }, `POST /f ${part('a', plain)}--B--⏎`]],
  });
});

const deep = { items: list('', 'ssv', { items: list('', 'pipes') }) };
const kind = { name: 'kind', in: 'formData', type: 'string', enum: ['a', 'b'], required: true };
const file = { name: 'file', in: 'formData', type: 'file', required: true };
const form = { consumes: [FORM] };
const csv = part('file', '<a.csv>', `; filename="a.csv"${typed('text/csv')}`);

cases('fields and lists of 2.0', {
  'lists in a repeated list, three deep, an item that is null': [
    swagger('/q', [list('query', 'multi', deep)]),
    [{ a: [[xy, ['z']], [['w']]] }, 'POST /q?a=x%7Cy%20z&a=w'],
  ],
  'multi is repeated, in parts too': [
    swagger('/f', [list('formData', 'multi'), list('query', 'multi', { name: 'q' })], form),
    [{ body: { a: xy }, q: ['1', '2'] }, `POST /f?q=1&q=2 (${FORM}) a=x&a=y`],
  ],
  'fields keep what is said of them: required, enum, items; without consumes a plain form': [
    swagger('/f', [kind, list('formData', undefined, { items: { type: 'integer' } })]),
    [{ body: { kind: 'a', a: [1, 2] } }, `POST /f (${FORM}) kind=a&a=1,2`],
    [{ body: { kind: 'c' } }, /"body.kind" must be/],
    [{ body: { kind: 'a', a: ['x'] } }, /integer/],
    [{}, /"body" is missing/],
  ],
  'a file beside a field, an empty consumes, an unquoted version': [
    {
      ...swagger('/f', [file, { name: 'n', in: 'formData', type: 'number' }], { consumes: [] }),
      swagger: 2,
      consumes: ['application/xml'],
    },
    [{ body: { file: 'a.csv', n: 1.5 } }, `POST /f ${part('n', '1.5')}${csv}--B--⏎`],
  ],
});
