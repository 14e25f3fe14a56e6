import { expect, test } from '@jest/globals';
import { withNotes } from '../../foundation/user-messages.js';
import type { LlmMessage } from '../../llm/types.js';
import { beforeLast } from '../runs.service.js';

const user = (content: string): LlmMessage => ({ role: 'user', content });
const answer = (content: string): LlmMessage => ({ role: 'assistant', content });

test('is what stood before the newest message of the same words', () => {
  const messages = [user('a'), answer('1'), user('b'), answer('2'), user('a'), answer('3')];
  expect(beforeLast(messages, 'a')).toEqual({ messages: messages.slice(0, 4), notes: [] });
  expect(beforeLast(messages, 'b')).toEqual({ messages: messages.slice(0, 2), notes: [] });
});

test('keeps what the model was told with the message that goes', () => {
  const told = withNotes(['Preview 1 was accepted', 'Preview 2 was rejected'], 'b');
  const messages = [user('a'), answer('1'), user(told), answer('2')];
  expect(beforeLast(messages, 'b')).toEqual({
    messages: messages.slice(0, 2),
    notes: ['Preview 1 was accepted', 'Preview 2 was rejected'],
  });
});

test('is everything where the message was never said', () => {
  const messages = [user('a'), answer('b')];
  expect(beforeLast(messages, 'b')).toEqual({ messages });
});
