import { expect, test } from '@jest/globals';
import { withNotes } from '../../src/foundation/user-notes.js';
import { readTranscript } from './transcript.js';

test('reads what the user wrote, without what the application noted before it', () => {
  const note = ['Preview 1 was accepted by the user and is saved.'];
  const transcript = readTranscript([
    { role: 'user', content: withNotes(note, 'list the rules') },
    { role: 'assistant', content: 'Here.' },
    { role: 'user', content: withNotes(note, 'and the tables?') },
  ]);
  expect(transcript.request).toBe('and the tables?');
  expect(transcript.earlier.map(({ user }) => user)).toEqual(['list the rules']);
});
