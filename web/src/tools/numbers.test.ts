import { expect, test } from '@jest/globals';
import { percent, scoreText } from './numbers.js';

test.each([
  [-0.001, '0.00'],
  [-0.006, '-0.01'],
  [0.455, '0.46'],
  [1, '1.00'],
])('%d is shown as %s', (score, text) => expect(scoreText(score)).toBe(text));

test('only all is 100 %', () => {
  expect([percent(999, 1000), percent(3, 3), percent(0, 0)]).toEqual(['99 %', '100 %', '–']);
});
