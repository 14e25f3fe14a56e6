import { expect, test } from '@jest/globals';
import type { RunItem } from '../run/run-items.js';
import { namesById, recordsIn } from './record-links.js';

const step = (link: string, result: unknown): RunItem => ({
  ...{ kind: 'step', id: '1', name: 'list', input: {}, state: 'done' },
  ...{ link, result },
});

test('records that were read have links by id and by name; an id has its name beside it', () => {
  const rows = [
    { id: 10_041, title: 'Desks', total: 3 },
    { id: 7, title: 'Chairs', total: 4 },
  ];
  const one = { id: 'x', subject: 'A lamp is broken' };
  expect(
    recordsIn([
      step('https://shop.test/o/{id}', { data: rows, total: 2 }),
      step('https://shop.test/t/x', one),
    ]),
  ).toEqual([
    { name: '10041', to: 'https://shop.test/o/10041', beside: 'Desks' },
    { name: 'Desks', to: 'https://shop.test/o/10041' },
    { name: 'Chairs', to: 'https://shop.test/o/7' },
    { name: 'A lamp is broken', to: 'https://shop.test/t/x' },
  ]);
});

test('an id of its own names the record that was read under it, unless two have it', () => {
  const named = (...read: unknown[]) => [...namesById(read.map((one) => step('', one)))];
  const birch = { id: 'c-7f', name: 'Birch' };
  expect(named({ data: [birch, { id: '12', name: 'Twelve' }] })).toEqual([['c-7f', 'Birch']]);
  expect(named(birch, { ...birch, name: 'Elm' })).toEqual([]);
});
