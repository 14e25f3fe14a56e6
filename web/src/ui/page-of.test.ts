import { expect, test } from '@jest/globals';
import { pageOf } from './page-of.js';

test.each([
  [0, 20, 13, { pages: 1, first: 1, last: 13 }],
  [1, 20, 41, { pages: 3, first: 21, last: 40 }],
  [2, 20, 41, { pages: 3, first: 41, last: 41 }],
  [0, 20, 0, { pages: 1, first: 0, last: 0 }],
])('page %d of %d each of %d', (page, size, total, expected) => {
  expect(pageOf(page, size, total)).toEqual(expected);
});
