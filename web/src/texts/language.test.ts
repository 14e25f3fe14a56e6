import { expect, test } from '@jest/globals';
import { chosenOf } from './language.js';

test.each([
  [null, ['de-AT', 'en'], 'de'],
  [null, ['fr', 'de', 'en'], 'de'],
  [null, ['en-GB', 'de'], 'en'],
  [null, ['fr'], 'en'],
  [null, [], 'en'],
  ['de', ['en'], 'de'],
  ['en', ['de'], 'en'],
  ['xx', ['de'], 'de'],
  ['constructor', [], 'en'],
] as const)('%s chosen, the browser wishes %j: %s', (chosen, tags, language) => {
  expect(chosenOf(chosen, tags)).toBe(language);
});
