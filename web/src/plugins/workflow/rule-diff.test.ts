import { expect, test } from '@jest/globals';
import { fieldWords, ruleSideWords } from './rule-diff.js';

test('a switch is told as people see it', () => {
  const change = { path: 'is_active', before: true, after: false };
  expect([fieldWords(change), ruleSideWords(change, true), ruleSideWords(change, false)]).toEqual([
    'Switched',
    'On',
    'Off',
  ]);
  expect(ruleSideWords({ ...change, path: 'config.urgent' }, true)).toBe('true');
});
