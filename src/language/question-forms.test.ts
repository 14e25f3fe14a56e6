import { expect, test } from '@jest/globals';
import { languageOf } from './question-language.js';
import { priorsOf } from '../knowledge/retrieval/priors.js';
import { definedSubject, formOf, shows } from './question-forms.js';
import type { FoundChunk } from '../knowledge/retrieval/read-chunks.js';

test.each([
  ['Was ist ein Lagerschein?', 'definition'],
  ['Wer gilt als Betreiber?', 'definition'],
  ['Wie lange sind Prüfbücher aufzubewahren?', 'deadline'],
  ['Bis wann muss ich den Unfall melden?', 'deadline'],
  ['Wie hoch darf gestapelt werden?', 'amount'],
  ['Wer darf den Aufzug prüfen?', 'permission'],
  ['Darf man im Speicher rauchen?', 'permission'],
  ['Wem ist ein Unfall zu melden?', 'person'],
  ['Was droht mir, wenn ich nachts verlade?', 'sanction'],
  ['Womit wird ein Verstoß geahndet?', 'sanction'],
  ['Lagerung von Jute', undefined],
  ['What is a berth?', 'definition'],
  ['How soon must a spill be reported?', 'deadline'],
  ['How much is the guest fee?', 'amount'],
  ['Can I sublet my berth?', 'permission'],
  ['Whom do I tell about a spill?', 'person'],
  ['What is the penalty for noise at night?', 'sanction'],
  ['Quiet hours', undefined],
])('"%s" asks for: %s', (question, form) => {
  expect(formOf(question, languageOf(question))?.form).toBe(form);
});

test.each([
  ['The gate opens at six.', true],
  ['Das Tor öffnet um sieben.', true],
  ['Deliveries are taken until noon.', true],
  ['The gate is by the six silos.', false],
  ['Das Tor ist aus Stahl.', false],
])('"%s" tells a time: %s', (text, isTold) => {
  expect(shows('time', text)).toBe(isTold);
});

test.each([
  ['Was ist ein Lagerschein?', 'Lagerschein'],
  ['Was versteht man unter einem Lagerschein?', 'Lagerschein'],
  ['What does demurrage mean?', 'demurrage'],
  ['What is a guest vessel?', 'guest vessel'],
  ['Wie hoch ist die Gebühr?', undefined],
])('"%s" asks what this is: %s', (question, subject) => {
  expect(definedSubject(question)).toBe(subject);
});

const chunk = (heading: string, text = ''): FoundChunk => ({
  ...{
    chunkId: 'c',
    documentId: 'd',
    kbId: 'k',
    title: 'T',
    headingPath: ['Part 1', heading],
    text,
  },
  blocks: [{ id: 'b', position: 0, kind: 'paragraph', text }],
});

test.each([
  ['Was ist ein Lagerschein?', '(3) Lagerschein: eine Urkunde über Ware.', true],
  ['Was ist ein Lagerschein?', 'Der Lagerschein ist eine Urkunde.', true],
  ['Was ist ein Lagerschein?', 'Der Lagerschein wird vorgelegt.', false],
  ['What is a vessel?', '(1) a _vessel_ is any craft on the water;', true],
  ['Was bedeutet Lagerschein im Handelsrecht?', '(3) Lagerscheine: Urkunden über Ware.', true],
  ['Was ist ein Lagerschein?', '(4) Lagerscheinkopie: ein zweiter Lagerschein.', false],
  ['What is a vessel?', 'A vessel is moored with four lines.', true],
  ['Who moors a vessel?', '(1) a _vessel_ is any craft on the water;', false],
])('"%s": "%s" is preferred as a definition: %s', (question, text, preferred) => {
  expect(priorsOf(question)(chunk('Terms', text), 0.5) > 0.5).toBe(preferred);
});

test('a text that only may define counts less than a definition among definitions', () => {
  const priorOf = priorsOf('What is a vessel?');
  const [defined, used] = ['(1) a _vessel_ is any craft;', 'A vessel is moored with four lines.'];
  expect(priorOf(chunk('Terms', defined), 0.5)).toBeGreaterThan(
    priorOf(chunk('Mooring', used), 0.5),
  );
});

test.each([
  ['How often are hoists inspected?', '§ 18-301 Offences', true],
  ['What is the fine for loud music?', '§ 18-301 Offences', false],
  ['Wie oft werden Winden geprüft?', '§ 19 Übergangsvorschrift', true],
  ['Übergangsvorschrift', '§ 19 Übergangsvorschrift', false],
  ['Wie oft werden Winden geprüft?', '§ 15 Aufzüge und Winden', false],
])('"%s": "%s" comes later: %s', (question, heading, later) => {
  expect(priorsOf(question)(chunk(heading), 0.5) < 0.5).toBe(later);
});
