import { expect, test } from '@jest/globals';
import { PromptCache } from './prompt-cache.js';

const long = (letter: string) => ({ text: letter.repeat(4_000) });
const marked = (letter: string) => ({ ...long(letter), isMarked: true });

test('a prefix is read in whole steps, from the least length on', () => {
  const cache = new PromptCache({ kind: 'prefix', step: 128, leastTokens: 1024 });
  expect(cache.read([long('a')])).toEqual({ input: 1000, cached: 0 });
  expect(cache.read([long('a')])).toEqual({ input: 1000, cached: 0 });
  expect(cache.read([long('a'), long('b')]).cached).toBe(0);
  expect(cache.read([long('a'), long('b'), long('c')])).toEqual({ input: 3000, cached: 1920 });
  expect(cache.read([long('x'), long('a'), long('b')]).cached).toBe(0);
});

test('marked blocks are read again, looking back from a mark, as long as all before them is the same', () => {
  const cache = new PromptCache({ kind: 'marks', lookBack: 2, leastTokens: 1000 });
  cache.read([marked('a'), long('b'), marked('c')]);
  expect(cache.read([marked('a'), long('b'), long('c'), marked('d')]).cached).toBe(3000);
  expect(cache.read([marked('a'), long('b'), long('x'), marked('d')]).cached).toBe(1000);
  const far = [long('a'), long('b'), long('c'), ...'123'.split('').map(long), marked('e')];
  expect(cache.read(far).cached).toBe(0);
});
