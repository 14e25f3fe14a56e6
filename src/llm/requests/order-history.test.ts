import { expect, test } from '@jest/globals';
import { result, says, user } from '../../../test/llm/history.js';
import type { LlmMessage } from '../types.js';
import { apiRules } from './api-rules.js';
import { orderHistory } from './order-history.js';

const order = (...messages: LlmMessage[]) => orderHistory(messages, apiRules.gemini.callId);

test('in the right order stays as it is', () => {
  const messages = [user('A'), says('I look.', 'a', 'b'), result('a'), result('b'), says('B')];
  expect(order(...messages, user('C'))).toEqual([...messages, user('C')]);
});

test.each<[string, LlmMessage[], LlmMessage[]]>([
  [
    'gets an answer between results and a message',
    [user('A'), says('', 'a'), result('a'), user('B')],
    [user('A'), says('', 'a'), result('a'), says('[no answer was given to this]'), user('B')],
  ],
  [
    'gets an answer between two messages',
    [user('A'), user('B')],
    [user('A'), says('[no answer was given to this]'), user('B')],
  ],
  [
    'has two answers as one, and the calls with the last',
    [user('A'), says('B'), says(' '), says('C', 'a'), result('a')],
    [user('A'), says('B\n\nC', 'a'), result('a')],
  ],
  [
    'has results in the order of the calls, and each only once',
    [user('A'), says('', 'a', 'b'), result('b', '2'), result('a', '1'), result('a', '3')],
    [
      ...[user('A'), says('', 'a', 'b'), result('a', '1'), result('b', '2')],
      says('[no answer was given to this]'),
      user('[A result of list_cities, whose call is not in this conversation]\n3'),
    ],
  ],
  [
    'tells of a call that has no result',
    [user('A'), says('', 'a'), user('B')],
    [
      ...[user('A'), says('', 'a')],
      result('a', 'The call was not finished: there is no result.', true),
      ...[says('[no answer was given to this]'), user('B')],
    ],
  ],
  [
    'begins with a message',
    [says('A'), user('B')],
    [user('[the beginning of this conversation is left out]'), says('A'), user('B')],
  ],
  ['ends with a message', [user('A'), says('B')], [user('A'), says('B'), user('Continue.')]],
  ['is never empty', [], [user('[empty]')]],
  [
    'has no blank text',
    [user(' \u200b'), says('\u001c'), user('A')],
    [user('[empty]'), says('[no answer was given to this]'), user('A')],
  ],
])('%s', (_name, messages, expected) => {
  expect(order(...messages)).toEqual(expected);
});

test('keeps the ids that the API takes, and gives others one that stays the same', () => {
  const messages = [user('A'), says('', 'abcDEF123', 'a|b'), result('a|b'), result('abcDEF123')];
  const twice = [0, 1].map(() => orderHistory(messages, apiRules.openai.callId));
  expect(twice[0]).toEqual(twice[1]);
  const ids = (twice[0] ?? []).flatMap((one) => (one.role === 'tool' ? [one.toolCallId] : []));
  expect(ids).toEqual(['abcDEF123', expect.stringMatching(/^[0-9a-f]{9}$/)]);
});
