import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { holds } from '../../test/support/property.js';
import { escapePart, pointerKeys } from './json-pointer.js';

test.each([
  ['', []],
  ['/', ['']],
  ['/a~1b/m~0n/~01', ['a/b', 'm~n', '~1']],
])('%j', (pointer, keys) => {
  expect(pointerKeys(pointer)).toEqual(keys);
});

test('whatever keys are called, they come back', async () => {
  const keys = fc.array(fc.stringMatching(/^[~/01a]*$/));
  await holds([keys], { seed: 6901 }, (list) => {
    const pointer = list.map((key) => `/${escapePart(key)}`).join('');
    expect(pointerKeys(pointer)).toEqual(list);
  });
});
