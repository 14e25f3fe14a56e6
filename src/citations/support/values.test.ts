import { expect, test } from '@jest/globals';
import { readSentence } from './reading.js';
import { isSameAmount } from './values.js';

function areSame(language: 'de' | 'en', a: string, b: string): boolean {
  const [one] = readSentence(a, language).values;
  const [other] = readSentence(b, language).values;
  return one !== undefined && other !== undefined && isSameAmount(one, other);
}

test.each([
  ['en', 'within 72 hours', 'within three days'],
  ['en', 'within two weeks', 'within 14 days'],
  ['en', 'half a year', 'six months'],
  ['en', 'each quarter', 'every three months'],
  ['en', 'at 10 p.m.', 'at 22:00'],
  ['en', 'ten cents', '0.10 EUR'],
  ['en', 'half a percent', '0.5 %'],
  ['en', 'a fifth of the price', '20 percent'],
  ['en', 'the 31st day', 'day 31'],
  ['de', 'drei Jahrzehnte', '30 Jahre'],
  ['de', 'ein halbes Jahr', 'sechs Monate'],
  ['de', 'ein achtstündiger Lehrgang', 'acht Stunden'],
  ['de', 'bis Mitternacht', 'bis 24 Uhr'],
  ['de', 'fünfundzwanzig Tonnen', '25.000 Kilogramm'],
  ['de', 'am 1. Juli 2025', 'am 01.07.2025'],
] as const)('%s: "%s" is "%s"', (language, a, b) => {
  expect(areSame(language, a, b)).toBe(true);
});

test.each([
  ['en', 'one month', '30 days'],
  ['en', 'five working days', 'five days'],
  ['en', 'at 10 p.m.', 'at 10:00'],
  ['de', 'acht Tage', 'acht Wochen'],
  ['de', 'am 1. Juli 2025', 'am 1. Juni 2025'],
] as const)('%s: "%s" is not "%s"', (language, a, b) => {
  expect(areSame(language, a, b)).toBe(false);
});
