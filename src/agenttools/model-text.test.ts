import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { holds } from '../../test/support/property.js';
import { invisibleCharacters } from '../foundation/invisible.js';
import { modelText } from './model-text.js';

test('property: it is valid JSON in which nothing is hidden', () =>
  holds([fc.jsonValue({ stringUnit: 'binary' })], (value) => {
    if (typeof value === 'string') return;
    const text = modelText(value);
    const hidden = invisibleCharacters(JSON.parse(text));
    // A control character in a key stays as the escape that the model reads.
    const inKeys = hidden.every(({ codepoints }) =>
      codepoints.every((codepoint) => /^U\+00[01]/.test(codepoint)),
    );
    expect(inKeys).toBe(true);
  }));

test('what is visible stays as JSON has it', () =>
  holds([fc.jsonValue({ stringUnit: 'grapheme-ascii' })], (value) => {
    if (typeof value !== 'string') expect(modelText(value)).toBe(JSON.stringify(value));
  }));
