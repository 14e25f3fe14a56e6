import { describe, expect, test } from '@jest/globals';
import { checkStatement, claimOf, sourceOf } from './check-statement.js';

const de = 'Die Behörde kann die Genehmigung für den Betrieb der Anlage widerrufen.';
const en = 'The authority may revoke the permit for the operation of the plant.';

function verdict(statement: string, source: string, language: 'de' | 'en', heading = '') {
  return checkStatement(claimOf(statement, language), [sourceOf(source, heading, language)]);
}

describe('what stands around a quote', () => {
  test('may not add an obligation', () => {
    const german = 'Die Behörde muss „die Genehmigung für den Betrieb der Anlage widerrufen“.';
    const english = 'The authority must “revoke the permit for the operation of the plant”.';
    expect(verdict(german, de, 'de')).toHaveProperty('objection', 'modality');
    expect(verdict(english, en, 'en')).toHaveProperty('objection', 'modality');
  });

  test('may not have somebody else act', () => {
    const german = 'Der Betreiber kann „die Genehmigung für den Betrieb der Anlage widerrufen“.';
    const english = 'The tenant may “revoke the permit for the operation of the plant”.';
    expect(verdict(german, de, 'de')).toHaveProperty('objection', 'actor');
    expect(verdict(english, en, 'en')).toHaveProperty('objection', 'actor');
  });

  test('may say what the source does, or repeat its heading', () => {
    const german = 'Die Behörde kann „die Genehmigung für den Betrieb der Anlage widerrufen“.';
    const english = 'The authority may “revoke the permit for the operation of the plant”.';
    expect(verdict(german, de, 'de')).toEqual({ kind: 'quote' });
    expect(verdict(english, en, 'en')).toEqual({ kind: 'quote' });
    const heading = '§ 7 Pflichten des Betreibers';
    expect(verdict(`${heading}: „${de}“`, de, 'de', heading)).toEqual({ kind: 'quote' });
    const denies = 'What cannot be returned';
    expect(verdict(`${denies}: “${en}”`, en, 'en', denies)).toEqual({ kind: 'quote' });
    expect(verdict(`${denies}: “${en}”`, en, 'en', 'Returns')).toHaveProperty('objection');
  });
});

test('a statement that is too long is not read, and rests on its own words only', () => {
  const long = `${de} `.repeat(100);
  expect(claimOf(long, 'de').sentences).toEqual([]);
  expect(verdict(long, de, 'de')).toHaveProperty('objection', 'words');
});
