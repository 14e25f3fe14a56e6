import { describe, expect, test } from '@jest/globals';
import { comparedIn, questionParts } from './question-parts.js';

describe('the parts of a question', () => {
  test.each([
    [
      'Wer muss die Radonkonzentration messen lassen, bis wann muss die Messung erfolgt sein, und welches Bußgeld droht?',
      [
        'Wer muss die Radonkonzentration messen lassen?',
        'Bis wann muss die Messung erfolgt sein?',
        'Welches Bußgeld droht?',
      ],
    ],
    [
      'Wer erteilt die Genehmigung und wann erlischt sie?',
      ['Wer erteilt die Genehmigung?', 'Wann erlischt sie?'],
    ],
    [
      'Wie lange darf ein Gast bleiben und muss er sich abmelden?',
      ['Wie lange darf ein Gast bleiben?', 'Muss er sich abmelden?'],
    ],
    [
      'Wer braucht einen Liegeplatz? Welche Gebühr fällt an?',
      ['Wer braucht einen Liegeplatz?', 'Welche Gebühr fällt an?'],
    ],
    [
      'Wer erteilt die Genehmigung sowie die Freigabe?',
      ['Wer erteilt die Genehmigung?', 'Was gilt für die Freigabe?'],
    ],
    [
      'Welche Pflichten, Fristen und Bußgelder gelten für den Betreiber einer Röntgeneinrichtung?',
      [
        'Welche Pflichten gelten für den Betreiber einer Röntgeneinrichtung?',
        'Welche Fristen gelten für den Betreiber einer Röntgeneinrichtung?',
        'Welche Bußgelder gelten für den Betreiber einer Röntgeneinrichtung?',
      ],
    ],
    [
      'Unter welchen Voraussetzungen ist der Umgang mit Stoffen genehmigungsfrei, und in welchen Fällen reicht eine Anzeige?',
      [
        'Unter welchen Voraussetzungen ist der Umgang mit Stoffen genehmigungsfrei?',
        'In welchen Fällen reicht eine Anzeige?',
      ],
    ],
  ])('in German: %s', (question, parts) => {
    expect(questionParts(question, 'de')).toEqual(parts);
  });

  test.each([
    [
      'Who must insure a vessel, by when must the policy be shown, and what fine applies?',
      ['Who must insure a vessel?', 'By when must the policy be shown?', 'What fine applies?'],
    ],
    [
      'Which permits and fees apply to night work on the quays?',
      [
        'Which permits apply to night work on the quays?',
        'Which fees apply to night work on the quays?',
      ],
    ],
    [
      'Who grants the permit as well as the exemption?',
      ['Who grants the permit?', 'What applies to the exemption?'],
    ],
  ])('in English: %s', (question, parts) => {
    expect(questionParts(question, 'en')).toEqual(parts);
  });

  test.each([
    ['Wer entscheidet, welche Messstelle zuständig ist?', 'de'],
    ['Unter welchen Voraussetzungen ist der Umgang erlaubt, und wo ist das festgelegt?', 'de'],
    ['Was gilt für den Umgang mit offenen und umschlossenen Stoffen?', 'de'],
    ['Which rules apply to vessels which are ashore and which have no mast?', 'en'],
    ['Does a boat that is ashore in winter need insurance?', 'en'],
    ['Messpflicht am Arbeitsplatz', 'de'],
    ['When may goods be loaded and unloaded?', 'en'],
    ['?', 'en'],
  ] as const)('is the question where there is only one: %s', (question, language) => {
    expect(questionParts(question, language)).toEqual([question]);
  });

  test('takes linear time, and is never empty', () => {
    for (const text of ['und wer '.repeat(2000), ', '.repeat(5000), 'Welche A'.repeat(2000), ' ']) {
      const started = performance.now();
      expect(questionParts(text, 'de').length).toBeGreaterThan(0);
      expect(performance.now() - started).toBeLessThan(1000);
    }
  });
});

test.each([
  ['Was ist der Unterschied zwischen Typ A und Typ B?', ['Typ A', 'Typ B']],
  ['What is the difference between a berth and a mooring?', ['a berth', 'a mooring']],
  ['Wer haftet für Boote und Flöße?', undefined],
])('"%s" compares %j', (question, things) => {
  expect(comparedIn(question)).toEqual(things);
});
