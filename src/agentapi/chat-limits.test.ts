import { expect, test } from '@jest/globals';
import { thrownBy } from '../../test/support/refused.js';
import { defined } from '../foundation/defined.js';
import { checkChatLimits } from './chat-limits.js';
import type { HistoryMessage } from './chat.model.js';

const limits = { maxMessage: 10, maxHistory: 2 };
const said = (...texts: string[]): HistoryMessage[] =>
  texts.map((content) => ({ role: 'user', content }));

const check = (message: string, history?: HistoryMessage[]) => () =>
  checkChatLimits({ message, ...defined({ history }) }, limits);

test.each<[string, string, HistoryMessage[] | undefined]>([
  ['a message at the limit', 'x'.repeat(10), undefined],
  ['the same of other characters', 'ü'.repeat(10), undefined],
  ['a history at the limit', 'hi', said('x'.repeat(10), 'b')],
])('%s passes', (_name, message, history) => {
  expect(check(message, history)).not.toThrow();
});

test.each<[string, string, HistoryMessage[] | undefined, string, string]>([
  [
    'a message past it',
    'x'.repeat(11),
    undefined,
    'message',
    'message must be at most 10 characters and has 11',
  ],
  [
    'a long message in the history',
    'hi',
    said('a', 'x'.repeat(12)),
    'history[1].content',
    'history[1].content must be at most 10 characters and has 12',
  ],
  [
    'a long history',
    'hi',
    said('a', 'b', 'c'),
    'history',
    'history must hold at most 2 messages and holds 3: send the newest',
  ],
])('%s is refused with the limit and the place', (_name, message, history, path, sentence) => {
  expect(thrownBy(check(message, history))).toMatchObject({
    code: 'invalid_request',
    message: `The request is too long: ${sentence}.`,
    details: [{ path, message: sentence }],
  });
});
