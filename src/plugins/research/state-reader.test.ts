import { expect, test } from '@jest/globals';
import { withDefaults } from './options.js';
import { newState, readState } from './state-reader.js';

const state = newState({ query: 'q', kb: 'kb', options: withDefaults({}) });

test('a stored state is read as it was written', () => {
  expect(readState(JSON.parse(JSON.stringify(state)))).toEqual(state);
});

test('a state of version 1 is read as one whose plan was never edited', () => {
  const { planEdits: _edits, nextTaskId: _next, ...old } = state;
  expect(readState({ ...old, version: 1 })).toEqual(state);
  const tasks = [{ id: 3 }, { id: 1 }];
  expect(readState({ ...old, tasks, version: 1 })).toEqual({ ...state, tasks, nextTaskId: 4 });
});

test('what version 2 had doubts about counts as not checked', () => {
  const statement = { text: 'a', sources: [1], support: 'paraphrase' };
  const [doubt, dispute] = ['words', { by: 'model', reason: '' }];
  const statements = [statement, { ...statement, doubt }, { ...statement, dispute }];
  const report = { title: 't', sections: [{ heading: 'h', statements }] };
  const unchecked = { ...statement, support: 'not_checked' };
  expect(readState({ ...state, version: 2, report }).report?.sections[0]?.statements).toEqual([
    statement,
    unchecked,
    unchecked,
  ]);
});

test.each([
  [{ ...state, version: 4 }, /version 4; this server reads 3/],
  [{ ...state, version: 0 }, /version 0/],
  [{ ...state, version: '1' }, /version 1/],
  [{}, /version undefined/],
  [null, /version undefined/],
  [[], /version undefined/],
])('refuses %#, saying what it reads', (stored, message) => {
  expect(() => readState(stored)).toThrow(expect.objectContaining({ code: 'conflict' }));
  expect(() => readState(stored)).toThrow(message);
});
