import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { holds } from '../../../../test/support/property.js';
import { byteLength, readableText } from './readable-text.js';

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom('\ud800', '\udc00', '\u0000', '\n', 'é', '東', '😀', 'a', ' '))
    .map((all) => all.join('')),
);

it('is well formed, not blank, without control characters, and no longer than asked', () =>
  holds([anyText, fc.integer({ min: 1, max: 40 })], (text, max) => {
    const readable = readableText(text, max);
    expect(byteLength(readable)).toBeLessThanOrEqual(max);
    expect(readable).toMatch(/\S/);
    expect(readable).not.toMatch(/[\p{Cs}\p{Cc}\ufffd]/u);
  }));

it.each([
  ['list_rules — Lists', 100, 'list_rules — Lists'],
  ['a\nb\u0000c', 100, 'a b c'],
  ['', 100, '-'],
  [' \t\n', 100, '-'],
  ['\ud800', 100, '-'],
  ['ab東', 4, 'ab'],
  ['ab東', 5, 'ab東'],
  ['a😀', 4, 'a'],
])('%j in %i bytes is %j', (text, max, expected) => {
  expect(readableText(text, max)).toBe(expected);
});
