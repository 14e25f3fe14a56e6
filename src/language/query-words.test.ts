import { expect, test } from '@jest/globals';
import { queryWords } from './query-words.js';

test.each([
  ['Wie lange muss der Zahnarzt Röntgenbilder aufbewahren?', 'Zahnarzt Röntgenbilder aufbewahren'],
  ['Wie sind Röntgenbilder aufzubewahren?', 'Röntgenbilder aufzubewahren aufbewahren'],
  ['How long do we keep rejected goods?', 'keep rejected goods'],
  ['Zuzahlung anzuzeigen', 'Zuzahlung anzuzeigen anzeigen'],
  ['Prüfungen durchzuführen', 'Prüfungen durchzuführen durchführen'],
  ['Was ist das?', 'Was ist das?'],
  ['§ 12-104 at night', '12-104 night'],
  ['Was bedeutet Ortsdosisleistung?', 'Ortsdosisleistung'],
  ['What does guest berth mean?', 'guest berth'],
  ['What does a berth mean to us, and what does it cost?', 'berth mean cost'],
  ['???', '???'],
])('of "%s" is searched: %s', (query, words) => {
  expect(queryWords(query)).toBe(words);
});
