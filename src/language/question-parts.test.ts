import { expect, test } from '@jest/globals';
import { questionParts } from './question-parts.js';

test.each([
  [
    'Wie lange darf ein Gast bleiben, und wer erhebt die Gebühr?',
    ['Wie lange darf ein Gast bleiben', 'wer erhebt die Gebühr?'],
  ],
  [
    'How long may a guest stay? Who collects the fee?',
    ['How long may a guest stay?', 'Who collects the fee?'],
  ],
  ['When may goods be loaded and unloaded?', ['When may goods be loaded and unloaded?']],
  ['Wer und wann?', ['Wer und wann?']],
  ['a? b? c? d? e?', ['a? b? c? d? e?']],
  ['', ['']],
])('of "%s"', (text, parts) => {
  expect(questionParts(text)).toEqual(parts);
});
