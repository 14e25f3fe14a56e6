import { expect, test } from '@jest/globals';
import { queryTerms } from '../../knowledge/retrieval/query-terms.js';
import { builtInSynonyms, synonymsOf, type Synonyms } from './synonyms.js';

const wordsOf = (list: Synonyms, of: string) => list.of(of).map(({ word }) => word);

test.each([
  ['gestohlen', 'de', 'Abhandenkommen'],
  ['Chef', 'de', 'Arbeitgeber'],
  ['weiterverkaufen', 'de', 'veräußern'],
  ['berappen', 'de', 'entrichten'],
  ['boat', 'en', 'vessel'],
  ['penalties', 'en', 'fine'],
] as const)('of "%s" (%s) is "%s"', (word, language, other) => {
  expect(wordsOf(builtInSynonyms[language], word)).toContain(other);
});

test('a word is none of itself, in any of its forms', () => {
  const list = synonymsOf([['Kahn', 'Kähne', 'Schute', 'Leichter']], 'de');
  expect(wordsOf(list, 'Schute')).toEqual(['Kahn', 'Kähne', 'Leichter']);
  expect(wordsOf(list, 'Kahn')).not.toContain('Kahn');
  expect(list.of('Boot')).toEqual([]);
});

test('what is listed is surer than what the thesaurus has, and is there once', () => {
  const found = builtInSynonyms.de.of('Chef');
  const shareOf = (wanted: string) => found.filter(({ word }) => word === wanted);
  expect(shareOf('Arbeitgeber')).toEqual([{ word: 'Arbeitgeber', share: 1 }]);
  const [boss] = shareOf('Boss');
  expect(boss?.share).toBeLessThan(1);
  expect(new Set(found.map(({ word }) => word)).size).toBe(found.length);
});

test('a search has those of both lists, at less than the word itself', () => {
  const terms = queryTerms('Chef der Schute', [['Schute', 'Zorf']]);
  const ofSchute = terms.filter(({ word }) => word === 'Schute');
  expect(ofSchute[0]).toMatchObject({ texts: ['Schute'], kind: 'word', share: 1 });
  const own = ofSchute.find(({ texts }) => texts.includes('Zorf'));
  expect(own).toMatchObject({ kind: 'synonym', share: 0.65 });
  const others = terms.filter(({ kind }) => kind === 'synonym').map(({ share }) => share);
  expect(Math.max(...others)).toBe(0.65);
  expect(terms.flatMap(({ texts }) => texts)).toContain('Arbeitgeber');
});

test('what answers say is searched as one word more', () => {
  const terms = queryTerms('Wem ist der Unfall zu melden?', []);
  expect(terms.at(-1)).toMatchObject({ texts: ['zuständige Behörde', 'zuständig'], share: 0.3 });
});
