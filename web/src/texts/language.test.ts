import { chosenOf, localeOf, Texts } from './texts.js';

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

const english = new Texts('en-GB', {});
const german = new Texts('de-DE', {
  'Open {name}': '{name} öffnen',
  '{n} rule | {n} rules': '{n} Regel | {n} Regeln',
  'Open##of a case': 'Offen',
});

test.each([
  [english, 'Open {name}', { name: 'A | {n}' }, 'Open A | {n}'],
  [german, 'Open {name}', { name: 'A | {n}' }, 'A | {n} öffnen'],
  [english, '{n} rule | {n} rules', { n: 1 }, '1 rule'],
  [english, '{n} rule | {n} rules', { n: 0 }, '0 rules'],
  [english, '{n} rule | {n} rules', { n: 12_345 }, '12,345 rules'],
  [german, '{n} rule | {n} rules', { n: 1 }, '1 Regel'],
  [german, '{n} rule | {n} rules', { n: 12_345 }, '12.345 Regeln'],
  [english, 'Open##of a case', {}, 'Open'],
  [german, 'Open##of a case', {}, 'Offen'],
  [german, 'Not yet translated', {}, 'Not yet translated'],
])('%# %s', (texts, text, values: Record<string, string | number>, said) => {
  expect(texts.parts(text, values).join('')).toBe(said);
});

test('a language with more forms takes each by its own numbers', () => {
  const key = '{n} rule | {n} rules';
  const polish = new Texts('pl', { [key]: '{n} reguła | {n} reguły | {n} reguł | {n} reguły' });
  const said = [1, 2, 5, 22].map((n) => polish.parts(key, { n }).join(''));
  expect(said).toEqual(['1 reguła', '2 reguły', '5 reguł', '22 reguły']);
});
