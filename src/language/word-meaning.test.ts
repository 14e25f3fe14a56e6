import { expect, test } from '@jest/globals';
import { meaningOf, SAYS } from './word-meaning.js';

test.each([
  ['aufbewahren', 'Fahrtenbücher sind aufzubewahren.', 'de', 1],
  ['aufzubewahren', 'Fahrtenbücher werden aufbewahrt.', 'de', 1],
  ['Dosis', 'die Summe der Dosen', 'de', 1],
  ['gefunden', 'Wer einen Stoff findet', 'de', 0.75],
  ['rauswerfen', 'Die Kündigung ist unzulässig.', 'de', 0.6],
  ['Arbeitgeber', 'Der Strahlenschutzverantwortliche sorgt dafür.', 'de', 0.48],
  ['attorney', 'A lawyer signs it.', 'en', 0.6],
] as const)('"%s" is said by "%s" (%s): %d', (word, text, language, share) => {
  expect(meaningOf(word, language)(text)).toBeCloseTo(share);
});

test.each([
  ['Grundkurs', 'Ein Grund liegt vor.', 'de'],
  ['Mutterschutz', 'Der Schutz der Bevölkerung ist zu gewährleisten.', 'de'],
  ['Zahnarzt', 'Der Zahn ist gezogen.', 'de'],
  ['berth', 'The birth is reported.', 'en'],
] as const)('"%s" is not said by "%s" (%s)', (word, text, language) => {
  expect(meaningOf(word, language)(text)).toBeLessThan(SAYS);
});
