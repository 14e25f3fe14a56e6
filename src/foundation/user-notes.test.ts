import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { holds } from '../../test/support/property.js';
import { withNotes, withoutNotes } from './user-notes.js';

test('notes stand before the message, one line each', () => {
  expect(withNotes(['A was\nsaved.', 'B "x] y" was not.'], 'and now?')).toBe(
    '[Note from the application: A was saved.]\n[Note from the application: B "x] y" was not.]\n\nand now?',
  );
});

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
