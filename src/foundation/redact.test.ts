import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { holds } from '../../test/support/property.js';
import { hideSecret, redactor } from './redact.js';

const hide = redactor(['sk-123456', 'sk-123456-longer', 'pa"ss\\word', 'tiny', 'ü ber/secret']);

test.each([
  ['a known secret', 'the key sk-123456 is wrong', 'the key [redacted] is wrong'],
  ['one that begins with another', 'sk-123456-longer!', '[redacted]!'],
  ['one inside JSON', JSON.stringify({ a: 'pa"ss\\word' }), '{"a":"[redacted]"}'],
  ['one inside a URL', 'x?p=%C3%BC%20ber%2Fsecret', 'x?p=[redacted]'],
  ['a bearer token', 'authorization: Bearer abc.def-ghi', 'authorization: Bearer [redacted]'],
  ['a bearer token in JSON', '{"h":"bearer abcdefg"}', '{"h":"bearer [redacted]"}'],
  [
    'a password in an address',
    'postgres://me:p@ss:w@host:5432/d',
    'postgres://me:[redacted]@host:5432/d',
  ],
  ['a password without a user', 'redis://:hunter22@host', 'redis://:[redacted]@host'],
  [
    'a key in a query',
    'GET https://x/y?a=1&key=AIza&b=2',
    'GET https://x/y?a=1&key=[redacted]&b=2',
  ],
  ['a token in a query', '"https://x?access_token=t0ken"', '"https://x?access_token=[redacted]"'],
])('hides: %s', (_name, text, shown) => {
  expect(hide(text)).toBe(shown);
});

test.each([
  'The key column of sales.orders; a tiny change',
  'http://127.0.0.1:3000/v1/agent/tools?page=2&monkey=1',
  'see https://example.com:8080/a@b',
  '{"level":30,"time":1,"msg":"bearer of news"}',
])('leaves %s', (text) => {
  expect(hide(text)).toBe(text);
});

test('property: no known secret is left, and a JSON line stays JSON', async () => {
  const secret = fc.string({ minLength: 8, maxLength: 20, unit: 'grapheme-ascii' });
  await holds([secret, fc.string()], (one, around) => {
    // A secret that is a piece of JSON's own frame cannot be told from it.
    fc.pre(!'"msg":"[redacted]"'.includes(one) && !one.includes('redacted'));
    const line = redactor([one])(JSON.stringify({ x: around + one + around }));
    expect((JSON.parse(line) as { x: string }).x).not.toContain(one);
  });
});

describe('a secret in what somebody said', () => {
  const SECRET = 'key-0123456789-abcdef';
  const hide = (text: string) => hideSecret(text, SECRET, '[hidden]');

  test.each([
    ['none here', 'none here'],
    [`bad ${SECRET}, sorry`, 'bad [hidden], sorry'],
    [`${SECRET}${SECRET}`, '[hidden][hidden]'],
    ['cut: key-012345', 'cut: [hidden]'],
    ['key-0123 and key-0123456789-abcdeX', '[hidden] and [hidden]X'],
    ['key-01 is too short to tell', 'key-01 is too short to tell'],
  ])('%s', (text, shown) => expect(hide(text)).toBe(shown));

  test('leaves none of its beginnings of eight characters, wherever it was cut', () =>
    holds([fc.string(), fc.nat(SECRET.length), fc.string()], (before, length, after) => {
      expect(hide(before + SECRET.slice(0, length) + after)).not.toContain(SECRET.slice(0, 8));
    }));

  test('an empty one hides nothing', () => expect(hideSecret('text', '', 'x')).toBe('text'));
});
