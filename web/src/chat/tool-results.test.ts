import type { RunItem } from '../run/run-items.js';
import { ExactNumber } from '../../../src/foundation/exact-number.js';
import * as results from './tool-results.js';

const STEP = { kind: 'step', id: '1', name: 'list', input: {}, state: 'done' } as const;
const step = (link: string, result: unknown): RunItem => ({ ...STEP, link, result });

test('records that were read have links by id and by name; an id has its name beside it', () => {
  const rows = [
    { id: 10_041, title: 'Desks', total: 3 },
    { id: 7, title: 'Chairs', total: 4 },
  ];
  const records = [
    step('https://shop.test/o/{id}', { data: rows, total: 2 }),
    step('https://shop.test/t/x', { id: 'x', subject: 'A lamp is broken' }),
  ];
  expect(results.recordsIn(records)).toEqual([
    { name: '10041', to: 'https://shop.test/o/10041', beside: 'Desks' },
    { name: 'Desks', to: 'https://shop.test/o/10041' },
    { name: 'Chairs', to: 'https://shop.test/o/7' },
    { name: 'A lamp is broken', to: 'https://shop.test/t/x' },
  ]);
});

test('an id of its own names the record that was read under it, unless two have it', () => {
  const named = (...read: unknown[]) => [...results.namesById(read.map((one) => step('', one)))];
  const birch = { id: 'c-7f', name: 'Birch' };
  expect(named({ data: [birch, { id: '12', name: 'Twelve' }] })).toEqual([['c-7f', 'Birch']]);
  expect(named(birch, { ...birch, name: 'Elm' })).toEqual([]);
});

test('finds the rows of a list, also inside an answer, with the digits of their numbers', () => {
  const items = [
    { id: new ExactNumber('9007199254740993'), name: 'Ada', address: { city: 'Graz' } },
    { id: 2, active: false },
  ];
  const rows = '9007199254740993|Ada| 2||false';
  for (const given of [items, { total: 2, items, notes: ['a'] }]) {
    const found = results.rowsOf(given);
    expect(found).toMatchObject({ columns: ['id', 'name', 'active'], more: 0 });
    expect(found?.rows.map((row) => row.join('|')).join(' ')).toBe(rows);
  }
});

test.each([['text'], [[]], [[1, 2]], [{ a: [{ x: 1, y: 1 }], b: [{ x: 1, y: 1 }] }], [[{ x: 1 }]]])(
  '%j is no table',
  (value) => expect(results.rowsOf(value)).toBeUndefined(),
);

const rows = (...texts: string[]) => texts.map((text) => ({ texts: [text] }));
const sorted = (texts: string[], down = false) =>
  results.sortRows(rows(...texts), { column: 0, down }).map(({ texts: [text] }) => text);

test.each([
  ['9,000 | 80 | 1,200.50', '80 | 1,200.50 | 9,000'],
  ['1.200,50 | 80,5 | 3.000.000', '80,5 | 1.200,50 | 3.000.000'],
  ['€ 12 | -3 % |  | 7', '-3 % | 7 | € 12 | '],
  ['2026-02-01 | 2025-12-31', '2025-12-31 | 2026-02-01'],
  ['Item 10 | Item 9 | item 1', 'item 1 | Item 9 | Item 10'],
])('%s is sorted as people read it', (given, wanted) =>
  expect(sorted(given.split(' | ')).join(' | ')).toBe(wanted),
);

test('empty cells stay last either way, and dates and versions are no numbers', () => {
  expect(sorted(['', '1', '2'], true)).toEqual(['2', '1', '']);
  expect(results.isNumeric(rows('1.2.3'), 0)).toBe(false);
  expect(results.isNumeric(rows('01.02.2026'), 0)).toBe(false);
  expect(results.isNumeric(rows('12', '', '1,5'), 0)).toBe(true);
});

const file = (data_url: string, drawn: boolean) => ({ kind: 'image', data_url, drawn });

test('draws raster data, offers other data, and loads nothing from elsewhere', () => {
  const png = file('data:image/png;base64,AA==', true);
  const bytes = file('data:application/octet-stream;base64,AA==', false);
  const elsewhere = [file('https://evil.example/x.png', true), file('javascript:alert(1)', false)];
  const texts = [file('data:image/svg+xml;base64,AA==', true), file('data:text/html,x', false)];
  const attachments = [png, bytes, ...elsewhere, ...texts, 'text', null];
  expect(results.filesIn({ attachments })).toEqual([png, bytes]);
  for (const other of [undefined, null, 'text', [], { attachments: 'x' }])
    expect(results.filesIn(other)).toEqual([]);
});

test('the data is left out of what is read', () => {
  const result = { answer: 1, attachments: [file('data:image/png;base64,AA==', true)] };
  const attachments = [{ kind: 'image', drawn: true }];
  expect(results.withoutData(result)).toEqual({ answer: 1, attachments });
  expect(results.withoutData({ answer: 1 })).toEqual({ answer: 1 });
});
