import { expect, test } from '@jest/globals';
import { languageOf } from './question-language.js';

test.each([
  ['Gesundheitsakte', 'de'],
  ['Sperrbereich', 'de'],
  ['Frist', 'de'],
  ['Radonmessung Keller', 'de'],
  ['berth', 'en'],
  ['Demurrage', 'en'],
  ['mooring fees', 'en'],
  ['deadline', 'en'],
  ['§ 12', 'en'],
  ['', 'en'],
  ['xqzvb', 'en'],
])('"%s" is read as %s', (text, language) => {
  expect(languageOf(text)).toBe(language);
});
