import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { holds } from '../../test/support/property.js';
import type { LlmRequest } from './types.js';
import { wholeCharacters } from './whole-characters.js';

/** What a source is asked when it is to be asked this. */
function askedFor(request: LlmRequest): LlmRequest {
  const asked: LlmRequest[] = [];
  const source = wholeCharacters({
    name: 'any',
    model: 'any-1',
    open: async function* (got) {
      asked.push(got);
    },
  });
  source
    .open(request, new AbortController().signal)
    [Symbol.asyncIterator]()
    .next()
    .catch(() => {});
  return asked[0] as LlmRequest;
}

const request = (text: string): LlmRequest => ({
  system: text,
  tools: [],
  maxTokens: 100,
  messages: [
    { role: 'user', content: text },
    {
      role: 'assistant',
      content: '',
      toolCalls: [{ id: 'c', name: 'find', arguments: { query: text } }],
    },
    { role: 'tool', toolCallId: 'c', name: 'find', content: text, isError: false },
  ],
});

test('halves of characters are replaced wherever they stand, and nothing else is', async () => {
  const unit = fc.constantFrom('a', 'ü', '𝄞', '\\', '"', '\\ud83d', '\ud83d', '\udd1e', '\ufffd');
  await holds([fc.string({ unit, maxLength: 8 })], (text) => {
    expect(askedFor(request(text))).toEqual(request(text.replace(/\p{Cs}/gu, '\ufffd')));
  });
});

test('a request without halves is passed on as it is', () => {
  const whole = request('𝄞');
  expect(askedFor(whole)).toBe(whole);
});
