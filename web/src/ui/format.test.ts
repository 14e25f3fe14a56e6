import { ago, count, duration, pageOf } from './format.js';

test.each([
  [0, '0 ms'],
  [999.4, '999 ms'],
  [1000, '1.0 s'],
  [2449, '2.4 s'],
  [59_940, '59.9 s'],
  [59_960, '1 min 0 s'],
  [65_000, '1 min 5 s'],
])('%d ms is %s', (ms, words) => expect(duration(ms)).toBe(words));

const NOW = new Date('2026-11-22T12:00:00Z');

test.each([
  ['2026-11-22T11:59:40Z', 'just now'],
  ['2026-11-22T12:00:30Z', 'just now'],
  ['2026-11-22T11:55:00Z', '5 minutes ago'],
  ['2026-11-22T09:59:00Z', '2 hours ago'],
  ['2026-11-21T11:00:00Z', 'yesterday'],
  ['2026-11-02T12:00:00Z', '20 days ago'],
  ['2026-08-22T12:00:00Z', '3 months ago'],
  ['2024-11-01T12:00:00Z', '2 years ago'],
])('%s was %s', (then, words) => expect(ago(new Date(then), NOW)).toBe(words));

test('counts with the right noun', () => {
  const words = [0, 1, 1200].map((amount) => count(amount, 'tool'));
  expect(words).toEqual(['0 tools', '1 tool', '1,200 tools']);
});

test.each([
  [0, 20, 13, { pages: 1, first: 1, last: 13 }],
  [1, 20, 41, { pages: 3, first: 21, last: 40 }],
  [2, 20, 41, { pages: 3, first: 41, last: 41 }],
  [0, 20, 0, { pages: 1, first: 0, last: 0 }],
])('page %d of %d each of %d', (page, size, total, expected) => {
  expect(pageOf(page, size, total)).toEqual(expected);
});
