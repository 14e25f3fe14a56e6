import { describe, expect, test } from '@jest/globals';
import { familyKey, familyOf } from './word-families.js';

/** Whether a stem begins as a word's family does. */
function isOfFamily(word: string, stem: string, language: 'en' | 'de'): boolean {
  const roots = familyOf(word, language).flatMap((each) => each.roots);
  return roots.some((root) => stem.startsWith(root));
}

describe('a German family', () => {
  test.each([
    ['geprüft', 'prufung'],
    ['überprüft', 'prufung'],
    ['prüfen', 'uberprufung'],
    ['betreten', 'zutritt'],
    ['finden', 'fund'],
    ['gefunden', 'fund'],
    ['aufbewahrt', 'aufbewahrung'],
    ['aufgehoben', 'aufhebung'],
    ['melden', 'meldung'],
    ['Arzt', 'arztlich'],
    ['schwanger', 'schwangerschaft'],
    ['gestohlen', 'diebstahl'],
    ['Prüfungen', 'prufer'],
  ])('of "%s" has "%s"', (word, stem) => {
    expect(isOfFamily(word, stem, 'de')).toBe(true);
  });

  test.each([
    // A noun that begins as participles do.
    ['Gericht', 'richtung'],
    ['stellen', 'bestellung'],
    ['Hut', 'hutte'],
    ['12', '120'],
  ])('of "%s" has not "%s"', (word, stem) => {
    expect(isOfFamily(word, stem, 'de')).toBe(false);
  });

  test('the word itself counts more than a relative', () => {
    const [own, ...others] = familyOf('gestohlen', 'de');
    for (const other of others) expect(other.share).toBeLessThan(own?.share ?? 0);
  });
});

test.each([
  ['stehlen', 'gestohlen', 'de', true],
  ['Gebühr', 'Gebühren', 'de', true],
  ['kaufen', 'verkaufen', 'de', false],
  ['inspector', 'inspection', 'en', true],
  ['notice', 'notes', 'en', false],
] as const)('%s and %s (%s) have one key: %s', (a, b, language, expected) => {
  expect(familyKey(a, language) === familyKey(b, language)).toBe(expected);
});

test('an English word begins as its relatives do', () => {
  expect(isOfFamily('withdrawal', 'withdraw', 'en')).toBe(true);
  expect(isOfFamily('pay', 'payroll', 'en')).toBe(false);
});
