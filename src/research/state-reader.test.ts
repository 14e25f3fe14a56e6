import { expect, test } from '@jest/globals';
import { withDefaults } from './options.js';
import { newState, readState } from './state-reader.js';

const state = newState({ query: 'q', kb: 'kb', options: withDefaults({}) });

test('a stored state is read as it was written', () => {
  expect(readState(JSON.parse(JSON.stringify(state)))).toEqual(state);
});

test.each([
  [{ ...state, version: 2 }, /version 2; this server reads 1/],
  [{ ...state, version: 0 }, /version 0/],
  [{ ...state, version: '1' }, /version 1/],
  [{}, /version undefined/],
  [null, /version undefined/],
  [[], /version undefined/],
])('refuses %#, saying what it reads', (stored, message) => {
  expect(() => readState(stored)).toThrow(expect.objectContaining({ code: 'database_error' }));
  expect(() => readState(stored)).toThrow(message);
});
