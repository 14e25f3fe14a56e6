import { expect, test } from '@jest/globals';
import { rolesIn } from './question-roles.js';

test.each([
  ['Wie lange muss ich das Fahrtenbuch aufbewahren?', 'fahrtenbuch', 'subject'],
  ['Wie lange muss ich das Fahrtenbuch aufbewahren?', 'aufbewahren', 'deed'],
  ['Wer zahlt das Gutachten, wenn ich verliere?', 'zahlt', 'deed'],
  ['Wer zahlt das Gutachten, wenn ich verliere?', 'verliere', 'along'],
  ['Was tun mit einem Kahn auf dem Dachboden?', 'dachboden', 'along'],
  ['Wie lange muss mein Chef die Liste behalten?', 'chef', 'along'],
  ['Wann muss die Brücke geprüft werden?', 'brücke', 'subject'],
  ['Wann muss die Brücke geprüft werden?', 'geprüft', 'deed'],
  ['Wann wird die alte Brücke geprüft?', 'alte', 'other'],
])('in "%s" "%s" is: %s', (question, word, role) => {
  expect(rolesIn(question)(word).role).toBe(role);
});

test('a noun is spelled as the question spells it', () => {
  expect(rolesIn('Wo liegt der Kahn?')('kahn').spelled).toBe('Kahn');
});
