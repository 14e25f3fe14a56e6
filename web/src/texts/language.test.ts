import { expect, test } from '@jest/globals';
import { chosenOf, localeOf } from './language.js';

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

test.each([
  ['en', ['de-AT', 'en-GB', 'en'], 'en-GB'],
  ['de', ['en-US@posix', 'de-CH'], 'de-CH'],
  ['en', ['en-US@posix'], 'en'],
  ['en', ['fr'], 'en'],
] as const)('%s of %j is written by %s', (chosen, tags, locale) => {
  expect(localeOf(chosen, tags)).toBe(locale);
  expect(() => new Intl.NumberFormat(localeOf(chosen, tags))).not.toThrow();
});
