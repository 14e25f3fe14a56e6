import { describe, expect, test } from '@jest/globals';
import { compoundParts } from './compound-parts.js';
import { detectLanguage } from './language.js';

describe('the language of a document', () => {
  test.each([
    ['en', 'The goods are kept in the quarantine zone for 30 days, and then we send them back.'],
    [
      'de',
      'Die Ware wird im Sperrlager aufbewahrt und nach 30 Tagen mit dem Beleg zurückgeschickt.',
    ],
    ['simple', 'Les marchandises restent trente jours dans cette zone, puis elles repartent.'],
    ['simple', '4711 0815 42'],
    ['simple', ''],
  ])('%s: %s', (language, text) => {
    expect(detectLanguage(text)).toBe(language);
  });
});

describe('compounds', () => {
  const chunk = (text: string) => ({ position: 0, headingPath: [], text, blockIds: [] });
  const partsOf = compoundParts('de', [
    chunk('Strahlen Schutz Strahlenschutz Freigabe Verfahren Genehmigung Antrag Antragsteller'),
  ]);

  test.each([
    ['Freigabeverfahren', 'freigabe verfahren'],
    ['Genehmigungsverfahren', 'genehmigung verfahren'],
    ['Strahlenschutzverfahren', 'strahlenschutz strahlen schutz verfahren'],
    ['Freigabe', ''],
    ['Verfahrensfrage', ''],
  ])('%s holds "%s"', (word, parts) => {
    expect(partsOf(word)).toBe(parts);
  });

  test('are left alone in other languages', () => {
    expect(compoundParts('en', [chunk('ware house')])('warehouse')).toBe('');
  });
});
