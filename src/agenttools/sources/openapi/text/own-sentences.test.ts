import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { holds } from '../../../../../test/support/property.js';
import { ownSentences } from './own-sentences.js';

const SCOPE = 'Tokens need the repo scope to use this endpoint.';

test('leaves out what more than eight say, and nothing else', () => {
  const texts = Array.from(
    { length: 9 },
    (_, nth) => `Lists things of kind ${nth}. ${SCOPE} Note: new!`,
  );
  expect(ownSentences(texts)).toEqual(texts.map((_, nth) => `Lists things of kind ${nth}.`));
  expect(ownSentences(texts.slice(1))).toEqual(texts.slice(1));
});

test('the first sentence stays, whoever shares it', () => {
  const texts = Array.from({ length: 20 }, () => 'Lists all. Paged.');
  expect(ownSentences(texts)).toEqual(texts.map(() => 'Lists all.'));
});

test('a sentence counts once for each text, and few texts stay as they are', async () => {
  const twice = `${SCOPE} ${SCOPE}`;
  expect(ownSentences([twice, twice, twice, twice, twice])).toEqual(Array(5).fill(twice));
  await holds([fc.array(fc.string(), { maxLength: 8 })], (some) => {
    const texts = some.map((text) => text.replace(/\s+/g, ' '));
    expect(ownSentences(texts)).toEqual(texts);
  });
});
