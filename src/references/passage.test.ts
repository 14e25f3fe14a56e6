import { describe, expect, it } from '@jest/globals';
import { passageOf } from './passage.js';

const GERMAN = `(1) Der Grenzwert beträgt 20 Millisievert im Kalenderjahr. Die Behörde kann nach § 7 Abs. 2 Nr. 1 mehr zulassen.
(2) Der Grenzwert der Organ-Äquivalentdosis beträgt
1. für die Augenlinse 20 Millisievert,
2. für die Haut
a) gemittelt 500 Millisievert und
b) sonst 50 Millisievert.
Für die Augenlinse gilt Absatz 1 Satz 2 entsprechend.
(3) Für Personen unter 18 Jahren beträgt er 1 Millisievert.`;

const ENGLISH = `(a) No cargo is moved at night without a permit.
(b) The warden may allow it
(1) for fish, and
(2) in an emergency.
(c) A permit costs 20 EUR.`;

const NUMBERED = `In diesem Gesetz gilt:
1. Speicher ist jedes Gebäude.
2. Ware ist, was eingelagert wird.`;

describe('passageOf', () => {
  it.each<[string, string, string | undefined]>([
    [GERMAN, 'Abs. 3', '(3) Für Personen unter 18 Jahren beträgt er 1 Millisievert.'],
    [GERMAN, 'Absatz 1 Satz 2', 'Die Behörde kann nach § 7 Abs. 2 Nr. 1 mehr zulassen.'],
    [GERMAN, 'Abs. 1 S. 1', '(1) Der Grenzwert beträgt 20 Millisievert im Kalenderjahr.'],
    [GERMAN, 'Absatz 2 Nummer 1', '1. für die Augenlinse 20 Millisievert,'],
    [GERMAN, 'Absatz 2 Nummer 2 Buchstabe b', 'b) sonst 50 Millisievert.'],
    [GERMAN, 'Abs. 2 Satz 2', 'Für die Augenlinse gilt Absatz 1 Satz 2 entsprechend.'],
    [GERMAN, '(3)', '(3) Für Personen unter 18 Jahren beträgt er 1 Millisievert.'],
    [ENGLISH, '(c)', '(c) A permit costs 20 EUR.'],
    [ENGLISH, '(b)(1)', '(1) for fish, and'],
    [NUMBERED, 'Nr. 2', '2. Ware ist, was eingelagert wird.'],
    // What the text has not.
    [GERMAN, 'Abs. 9', undefined],
    [GERMAN, 'Absatz 1 Nummer 3', undefined],
    [GERMAN, 'Absatz 3 Satz 2', undefined],
    [GERMAN, 'ff.', undefined],
    [ENGLISH, '(d)', undefined],
    ['One sentence.', 'Abs. 1', undefined],
  ])('finds %# %s', (text, detail, expected) => {
    const at = passageOf(text, detail);
    expect(at && text.slice(at.start, at.end)).toBe(expected);
  });
});
