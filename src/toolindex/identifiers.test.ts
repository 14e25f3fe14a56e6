import { expect, test } from '@jest/globals';
import { cpuGrowth } from '../../test/support/cpu-growth.js';
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
  'write to (anna1990@example.com), or to b2b2@x@y1z2',
  'I live in 78228',
  'set the volume to 80',
  '100kg for $40k',
])('%j names nothing', (text) => {
  expect(hasIdentifier(text)).toBe(false);
});

test.each(['mail me@ order4711', 'mail @user_42', '@\u3000W1539823'])(
  '%j names a thing: an at sign at an edge is no address',
  (text) => {
    expect(hasIdentifier(text)).toBe(true);
  },
);

test.each(['a', '你', '@', 'a@', '.', '1', '1,', ' '])(
  'a message of nothing but %j is read in linear time',
  async (sign) => {
    expect(await cpuGrowth((size) => hasIdentifier(sign.repeat(size)), 8_000)).toBeLessThan(24);
  },
);
