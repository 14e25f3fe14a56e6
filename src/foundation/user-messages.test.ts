import fc from 'fast-check';
import { holds } from '../../test/support/property.js';
import { withNotes, withoutNotes, callWords } from './user-messages.js';
import { ExactNumber } from './exact-number.js';

test('notes stand before the message, one line each', () =>
  expect(withNotes(['A was\nsaved.', 'B "x] y" was not.'], 'and now?')).toBe(
    '[Note from the application: A was saved.]\n[Note from the application: B "x] y" was not.]\n\nand now?',
  ));

test('without notes a message stays as it is', async () => {
  await holds([fc.string()], (message) => withNotes([], message) === message);
  expect(withoutNotes('[Note from the application: x] hello')).toContain('[Note');
});

test('property: what was put before a message comes off again', async () => {
  const notes = fc.array(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 4 });
  await holds([notes, fc.string({ unit: 'binary' })], (lines, message) => {
    expect(withoutNotes(withNotes(lines, message))).toBe(message);
  });
});

it('tells a call in lines, with the digits of its numbers and no JSON', () => {
  const input = {
    boat: { name: 'Anna', length_m: new ExactNumber('1.10') },
    services: ['water', 'power'],
    insured: true,
    papers: 'x'.repeat(500),
  };
  expect(callWords('Reserve a berth', input)).toBe(
    [
      'Reserve a berth',
      'boat › name: Anna',
      'boat › length m: 1.10',
      'services: water, power',
      'insured: true',
      `papers: ${'x'.repeat(200)}…`,
    ].join('\n'),
  );
  expect(callWords('List berths', {})).toBe('List berths');
});
