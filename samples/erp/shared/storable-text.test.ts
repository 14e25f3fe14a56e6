import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { findUnstorableText } from './storable-text.js';

describe('finds what PostgreSQL cannot hold', () => {
  test.each<[unknown, string | undefined]>([
    ['a\u0000b', ''],
    [{ name: 'x\ud800' }, 'name'],
    [{ actions: [{ name: 'fine' }, { name: '\udc00' }] }, 'actions[1].name'],
    [{ config: { 'bad\u0000key': 1 } }, 'config'],
    ['a😀b', undefined],
    [{ list: [1, null, true, 'é'] }, undefined],
  ])('%j', (value, path) => {
    expect(findUnstorableText(value)).toBe(path);
  });
});

test('well-formed text without U+0000 always passes', () => {
  const text = fc.string({ unit: 'binary' }).filter((value) => !value.includes('\0'));
  fc.assert(
    fc.property(
      fc.object({ key: text, values: [text] }),
      (value) => findUnstorableText(value) === undefined,
    ),
  );
});
