import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { holds } from '../../test/support/property.js';
import { searchWords, wordScore } from './search-words.js';

it.each([
  ['Show me the orders about suppliers', ['show', 'order', 'supplier']],
  ['deliveries, boxes & statuses', ['deliveri', 'box', 'status']],
  ['is it blocked?', ['block']],
  ['purchase_orders.total_amount', ['purchas', 'order', 'total', 'amount']],
  ['the of and', []],
])('%s', (text, words) => {
  expect(searchWords(text)).toEqual(words);
});

it('gives a text the full score for its own words, and never more than 1', () =>
  holds([fc.string(), fc.string()], (one, two) => {
    const words = searchWords(one);
    expect(wordScore(words, one)).toBe(words.length === 0 ? 0 : 1);
    expect(wordScore(words, two)).toBeLessThanOrEqual(1);
  }));

it('counts a part of a word half', () => {
  expect(wordScore(['stock', 'alert'], 'Stockout alert')).toBe(0.75);
  expect(wordScore(['stock'], 'st')).toBe(0);
});
