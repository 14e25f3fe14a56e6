import { expect, test } from '@jest/globals';
import { tellShortlist } from './tell-shortlist.js';
import type { LlmMessage, LlmRequest } from './types.js';

async function askedFor(request: LlmRequest): Promise<LlmRequest | undefined> {
  let asked: LlmRequest | undefined;
  const source = tellShortlist({
    name: 'any',
    model: 'any-1',
    open: async function* (got) {
      asked = got;
    },
  });
  await source.open(request, new AbortController().signal)[Symbol.asyncIterator]().next();
  return asked;
}

const messages: LlmMessage[] = [
  { role: 'user', content: 'earlier' },
  { role: 'assistant', content: 'yes' },
  { role: 'user', content: 'which flags are old?' },
  { role: 'assistant', content: '', toolCalls: [{ id: 'c', name: 'find', arguments: {} }] },
  { role: 'tool', toolCallId: 'c', name: 'find', content: '[]', isError: false },
];
const request: LlmRequest = { system: 's', tools: [], maxTokens: 100, messages };

test('it stands behind the question of now, and everything else stays as it was', async () => {
  const asked = await askedFor({ ...request, shortlist: 'flags_list: List flags' });
  const question = asked?.messages[2]?.content;
  expect(question).toMatch(
    /^which flags are old\?\n\n\[Not from the user: [^\]]*\]\nflags_list: List flags$/,
  );
  const others = (list: readonly LlmMessage[] = []) => list.filter((_, at) => at !== 2);
  expect(others(asked?.messages)).toEqual(others(messages));
  expect(asked).not.toHaveProperty('shortlist');
});

test('without one, or without a question, nothing is said', async () => {
  expect(await askedFor(request)).toEqual(request);
  expect(await askedFor({ ...request, messages: [], shortlist: 'x' })).toEqual({
    ...request,
    messages: [],
  });
});
