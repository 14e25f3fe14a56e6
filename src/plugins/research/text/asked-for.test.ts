import { expect, test } from '@jest/globals';
import { answerShare, ANSWERS, askedFor } from './asked-for.js';

test.each([
  ['Welches Bußgeld droht?', 'Ordnungswidrig handelt, wer keine Messung veranlasst.', 'de', true],
  ['Welches Bußgeld droht?', 'Wer eine Messung veranlasst, zeichnet sie auf.', 'de', false],
  [
    'Bis wann muss die Messung erfolgt sein?',
    'Die Messung muss innerhalb von 18 Monaten erfolgt sein.',
    'de',
    true,
  ],
  ['Bis wann muss die Messung erfolgt sein?', 'Die Messung ist zu veranlassen.', 'de', false],
  ['What fine applies?', 'Who moves cargo without a permit commits an offence.', 'en', true],
  ['By when must it be reported?', 'It is reported without delay.', 'en', true],
  ['By when must it be reported?', 'It is reported to the office.', 'en', false],
  ['Welche Ausnahmen gelten?', 'Abweichend von Satz 1 genügt eine Anzeige.', 'de', true],
  [
    'Wer bestellt den Beauftragten?',
    'Der Betreiber hat den Beauftragten zu bestellen.',
    'de',
    true,
  ],
  ['Wer bestellt den Beauftragten?', 'Der Hafen ist im Winter geschlossen.', 'de', false],
] as const)('%s — %s', (question, text, language, isAnswer) => {
  expect(answerShare(askedFor(question, language), text, language) >= ANSWERS).toBe(isAnswer);
});
