import type { JsonObject } from '../../../../foundation/json.js';
import {
  FORM,
  MULTIPART,
  cases,
  part,
  string,
  swagger,
  typed,
  type Call,
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
  ...(
    [
      ['csv', 'pipes', '1%7C2,3', '1|2,3'],
      ['pipes', 'csv', '1,2%7C3', '1,2|3'],
      ['pipes', undefined, '1,2%7C3', '1,2|3'],
      ['ssv', 'tsv', '1%092%203', '1\t2 3'],
    ] as const
  ).flatMap(([format, inner, written, plain]): [string, JsonObject, ...Call[]][] => {
    const nested = { items: list('', inner, { items: { type: 'integer' } }) };
    const lists = [[1, 2], [3]];
    return [
      [
        `lists in a list, ${format} of ${inner}: in a query`,
        swagger('/q', [list('query', format, nested)]),
        ['call', { a: lists }, `POST /q?a=${written}`],
      ],
      [
        `lists in a list, ${format} of ${inner}: in a path and a header`,
        swagger('/p/{a}', [
          list('path', format, { required: true, ...nested }),
          list('header', format, { name: 'X-A', ...nested }),
        ]),
        ['call', { a: lists, X_A: lists }, `POST /p/${written} x-a: ${plain}`],
      ],
      [
        `lists in a list, ${format} of ${inner}: in forms`,
        swagger('/f', [list('formData', format, nested)], { consumes: [FORM] }),
        ['call', { body: { a: lists } }, `POST /f (${FORM}) a=${written}`],
      ],
      [
        `lists in a list, ${format} of ${inner}: in a part`,
        swagger('/f', [list('formData', format, nested)], { consumes: [MULTIPART] }),
        ['call', { body: { a: lists } }, `POST /f ${part('a', plain)}--B--⏎`],
      ],
    ];
  }),
  [
    'lists in a repeated list, three deep, an item that is null',
    swagger('/q', [
      list('query', 'multi', {
        items: list('', 'ssv', { items: list('', 'pipes', { items: string }) }),
      }),
    ]),
    ['call', { a: [[['x', 'y'], ['z']], [['w']]] }, 'POST /q?a=x%7Cy%20z&a=w'],
  ],
  [
    'multi is repeated, in parts too',
    swagger('/f', [list('formData', 'multi'), list('query', 'multi', { name: 'q' })], {
      consumes: [FORM],
    }),
    ['call', { body: { a: ['x', 'y'] }, q: ['1', '2'] }, `POST /f?q=1&q=2 (${FORM}) a=x&a=y`],
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
