import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { holds } from '../../../test/support/property.js';
import type { LlmMessage } from '../types.js';
import { apiRules } from './api-rules.js';
import { orderHistory } from './order-history.js';

const user = (content: string): LlmMessage => ({ role: 'user', content });
const says = (content: string): LlmMessage => ({ role: 'assistant', content });
const calls = (content: string, ...ids: string[]): LlmMessage => ({
  role: 'assistant',
  content,
  toolCalls: ids.map((id) => ({ id, name: 'look', arguments: {} })),
});
const result = (toolCallId: string, content = 'Rome'): LlmMessage => ({
  role: 'tool',
  toolCallId,
  name: 'look',
  content,
  isError: false,
});
const order = (...messages: LlmMessage[]) => orderHistory(messages, apiRules.gemini.callId);

test('in the right order stays as it is', () => {
  const messages = [user('A'), calls('I look.', 'a', 'b'), result('a'), result('b'), says('B')];
  expect(order(...messages, user('C'))).toEqual([...messages, user('C')]);
});

test.each<[string, LlmMessage[], LlmMessage[]]>([
  [
    'gets an answer between results and a message',
    [user('A'), calls('', 'a'), result('a'), user('B')],
    [user('A'), calls('', 'a'), result('a'), says('[no answer was given to this]'), user('B')],
  ],
  [
    'gets an answer between two messages',
    [user('A'), user('B')],
    [user('A'), says('[no answer was given to this]'), user('B')],
  ],
  [
    'has two answers as one, and the calls with the last',
    [user('A'), says('B'), says(' '), calls('C', 'a'), result('a')],
    [user('A'), calls('B\n\nC', 'a'), result('a')],
  ],
  [
    'has results in the order of the calls, and each only once',
    [user('A'), calls('', 'a', 'b'), result('b', '2'), result('a', '1'), result('a', '3')],
    [
      ...[user('A'), calls('', 'a', 'b'), result('a', '1'), result('b', '2')],
      says('[no answer was given to this]'),
      user('[A result of look, whose call is not in this conversation]\n3'),
    ],
  ],
  [
    'tells of a call that has no result',
    [user('A'), calls('', 'a'), user('B')],
    [
      ...[user('A'), calls('', 'a')],
      {
        ...result('a', 'The call was not finished: there is no result.'),
        isError: true,
      } as LlmMessage,
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
  const messages = [user('A'), calls('', 'abcDEF123', 'a|b'), result('a|b'), result('abcDEF123')];
  const twice = [0, 1].map(() => orderHistory(messages, apiRules.openai.callId));
  expect(twice[0]).toEqual(twice[1]);
  const ids = (twice[0] ?? []).flatMap((one) => (one.role === 'tool' ? [one.toolCallId] : []));
  expect(ids).toEqual(['abcDEF123', expect.stringMatching(/^[0-9a-f]{9}$/)]);
});

test('of anything is one that the strictest server takes', async () => {
  const content = fc.constantFrom('', ' ', 'text', '\n');
  const id = fc.constantFrom('a', 'b', 'a|b', 'call_0123456789012345678901234567890123456789');
  const message: fc.Arbitrary<LlmMessage> = fc.oneof(
    content.map(user),
    fc.tuple(content, fc.array(id, { maxLength: 3 })).map(([text, ids]) => calls(text, ...ids)),
    fc.tuple(id, content).map(([of, text]) => result(of, text)),
  );
  await holds([fc.array(message, { maxLength: 12 })], (messages) => {
    const ordered = orderHistory(messages, apiRules.openai.callId);
    const roles = ordered.map(({ role }) => role[0]).join('');
    expect(roles).toMatch(/^u(?:(?:at+)*a?u)*(?:at+)*$/);
    expect(roles).not.toMatch(/uu|aa|tu/);
    expectPaired(ordered);
    const again = orderHistory(ordered, apiRules.openai.callId);
    expect(again).toEqual(ordered);
  });
});

/** Each call has one result, right behind it, and no id comes twice. */
function expectPaired(messages: readonly LlmMessage[]): void {
  const open: string[] = [];
  const seen = new Set<string>();
  for (const message of messages) {
    if (message.role !== 'assistant') expect(message.content.trim()).not.toBe('');
    if (message.role === 'tool') expect(message.toolCallId).toBe(open.shift());
    else expect(open).toEqual([]);
    for (const { id } of message.role === 'assistant' ? (message.toolCalls ?? []) : []) {
      expect(seen.has(id)).toBe(false);
      seen.add(id);
      open.push(id);
    }
  }
  expect(open).toEqual([]);
}
