import { expect, test } from '@jest/globals';
import { hasIdentifier } from './identifiers.js';

test.each([
  'cancel order #W1539823',
  'what about reservation H9ZU1C?',
  'my user id is mia_kim_4397.',
  'appointment 90123456',
  "open the card 'id15583'",
])('%j names a thing', (text) => {
  expect(hasIdentifier(text)).toBe(true);
});

test.each([
  '',
  'give me a poster of 2 Broke Girls',
  'tomorrow at 7am or on the 21st',
  'on 2023-03-20 at 12:00:00 for 1,250.50€ or 75%',
  'write to anna1990@example.com',
  'I live in 78228',
  'set the volume to 80',
  '100kg for $40k',
])('%j names nothing', (text) => {
  expect(hasIdentifier(text)).toBe(false);
});
