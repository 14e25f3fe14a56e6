import { describe, expect, test } from '@jest/globals';
import {
  definedTerm,
  definedTermHere,
  definitionsIn,
  headsDefinitions,
  opensDefinitions,
} from './definitions.js';

describe('the term that a text defines', () => {
  test.each([
    ['Berth means a numbered place at a quay.', 'Berth'],
    ['"Berth" means a numbered place at a quay.', 'Berth'],
    ['In this Act, "guest vessel" means a vessel without a berth.', 'guest vessel'],
    ['(b) The term berth has the meaning given in § 4.', 'berth'],
    ['Ware im Sinne dieser Hofordnung sind alle beweglichen Sachen.', 'Ware'],
    ['(2) Lagergut bezeichnet alles, was auf dem Hof liegt.', 'Lagergut'],
    ['The crane lifts what a vessel brings; demurrage means waiting.', undefined],
    ['Berth: a numbered place at a quay.', undefined],
    ['The quay is open at night.', undefined],
  ])('"%s": %s', (text, term) => {
    expect(definedTerm(text)).toBe(term);
  });

  test.each([
    ['(37) Kiste: ein Behälter aus Holz', 'Kiste'],
    ['1. Kisten (große): Behälter aus Holz', 'Kisten'],
    ['a) Kiste – ein Behälter aus Holz', 'Kiste'],
    ['(6a) Beförderung von Ware: Vorgang der Ortsveränderung', 'Beförderung von Ware'],
    ['(2) A _store_ is a building or yard.', 'store'],
    ['Eine Kiste ist ein Behälter.', 'Kiste'],
    ['Berth: a numbered place at a quay.', 'Berth'],
    ['Sie wird bezahlt.', undefined],
    [
      'A vessel that has been moored for more than a day at the quay of another is towed.',
      undefined,
    ],
  ])('among definitions "%s": %s', (text, term) => {
    expect(definedTermHere(text)).toBe(term);
  });
});

test.each([
  ['§ 5 Sonstige Begriffsbestimmungen', true],
  ['§ 2 Begriffe', true],
  ['§ 12-102 Terms', true],
  ['Terms and definitions', true],
  ['2. Interpretation', true],
  ['Glossar', true],
  ['Payment terms', false],
  ['Terms of delivery', false],
  ['§ 136 Begriff der Altlast; Ermächtigung', false],
])('definitions stand under "%s": %s', (heading, expected) => {
  expect(headsDefinitions(heading)).toBe(expected);
});

test.each([
  ['In this ordinance', true],
  ['(1) Im Sinne dieser Verordnung sind:', true],
  ['For the purposes of this Part—', true],
  ['In this yard smoking is forbidden.', false],
  ['Kisten', false],
])('"%s" only opens definitions: %s', (text, expected) => {
  expect(opensDefinitions(text)).toBe(expected);
});

test.each([
  ['(1) Kiste: ein Behälter. (2) Fass: ein Behälter mit Deckel.', 2],
  [
    'In this Act, "berth" means a place; "guest berth" means one for guests; "quay" means a wall.',
    3,
  ],
  ['(1) Kiste: ein Behälter nach Absatz 1. (2) Sie wird geprüft.', 1],
  ['The place is free. (2) It is not.', 1],
])('"%s" has %i parts', (text, count) => {
  expect(definitionsIn(text)).toHaveLength(count);
});
