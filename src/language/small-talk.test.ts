import { expect, test } from '@jest/globals';
import { isSmallTalk } from './small-talk.js';

test.each([
  'Hello!',
  'hi there',
  'Thank you very much, that was helpful.',
  'What can you do?',
  'Who are you?',
  'Hallo',
  'Guten Morgen!',
  'Vielen Dank, das war sehr hilfreich.',
  'Was kannst du?',
  'Wer bist du?',
])('small talk: %s', (message) => {
  expect(isSmallTalk(message)).toBe(true);
});

test.each([
  'GDPR?',
  'Why?',
  'Und warum?',
  'What is that?',
  'Hello, how long are rejected goods kept?',
  'Danke. Und wer haftet?',
  'Can you tell me the notice period?',
  'Hallo, was gilt bei Frost?',
  '',
])('a question: %s', (message) => {
  expect(isSmallTalk(message)).toBe(false);
});
