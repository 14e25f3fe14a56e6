import { compoundParts } from '../language/words.js';
import { detectLanguage, languageOfPart } from './language.js';

test.each([
  ['en', 'The goods are kept in the quarantine zone for 30 days, and then we send them back.'],
  ['de', 'Die Ware wird im Sperrlager aufbewahrt und nach 30 Tagen mit dem Beleg zurückgeschickt.'],
  ['simple', 'Les marchandises restent trente jours dans cette zone, puis elles repartent.'],
  ['simple', '4711 0815 42'],
  ['simple', ''],
])('the language of a document: %s: %s', (language, text) =>
  expect(detectLanguage(text)).toBe(language),
);

test('a part has its own language where it is long enough to tell', () => {
  const english = 'The goods are kept in the yard for as long as the owner of them wishes it. ';
  const german = 'Die Ware wird auf dem Hof gelagert, solange der Eigentümer es wünscht. ';
  expect(languageOfPart(english.repeat(3), 'de')).toBe('en');
  expect(languageOfPart(german.repeat(4), 'en')).toBe('de');
  expect(languageOfPart(german, 'en')).toBe('en');
  // A list of names and numbers has words that are common in English.
  const list = 'Co-60, Sr-90 an der Luft, Cs-137 in Wasser, Am-241 (Alpha), H-3. ';
  expect(languageOfPart(list.repeat(4), 'de')).toBe('de');
  expect(languageOfPart('100 200 EUR x '.repeat(20), 'de')).toBe('de');
});

const text = 'Strahlen Schutz Strahlenschutz Freigabe Verfahren Genehmigung Antrag Antragsteller';
const partsOf = compoundParts([{ headingPath: [], text }]);

test.each([
  ['Freigabeverfahren', 'freigabe verfahren'],
  ['Genehmigungsverfahren', 'genehmigung verfahren'],
  ['Strahlenschutzverfahren', 'strahlenschutz strahlen schutz verfahren'],
  ['Freigabe', ''],
  ['Verfahrensfrage', ''],
])('the compound %s holds "%s"', (word, parts) => expect(partsOf(word)).toBe(parts));
