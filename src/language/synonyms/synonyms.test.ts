import { expect, test } from '@jest/globals';
import { queryTerms } from '../../knowledge/retrieval/query-terms.js';
import { builtInSynonyms, synonymsOf } from './synonyms.js';

test.each([
  ['gestohlen', 'de', 'Abhandenkommen'],
  ['Chef', 'de', 'Arbeitgeber'],
  ['weiterverkaufen', 'de', 'Veräußerung'],
  ['boat', 'en', 'vessel'],
  ['penalties', 'en', 'fine'],
] as const)('of "%s" (%s) is "%s"', (word, language, other) => {
  expect(builtInSynonyms[language].of(word)).toContain(other);
});

test('a word is none of itself, in any of its forms', () => {
  const list = synonymsOf([['Kahn', 'Kähne', 'Schute', 'Leichter']], 'de');
  expect(list.of('Schute')).toEqual(['Kahn', 'Kähne', 'Leichter']);
  expect(list.of('Kahn')).not.toContain('Kahn');
  expect(list.of('Boot')).toEqual([]);
});

test('a search has those of both lists, at less than the word itself', () => {
  const terms = queryTerms('Chef der Schute', [['Schute', 'Leichter']]);
  const [own, other] = terms.filter(({ word, isRoot }) => word === 'Schute' && !isRoot);
  expect(own).toMatchObject({ texts: ['Schute'], share: 1 });
  expect(other).toMatchObject({ texts: ['Leichter'], share: 0.5 });
  expect(terms.flatMap(({ texts }) => texts)).toContain('Arbeitgeber');
});

test('what answers say is searched as one word more', () => {
  const terms = queryTerms('Wem ist der Unfall zu melden?', []);
  expect(terms.at(-1)).toMatchObject({ texts: ['zuständige Behörde', 'zuständig'], share: 0.3 });
});
