import { expect, test } from '@jest/globals';
import type { ModelSource } from '../resilient.js';
import type { LlmMessage, LlmRequest, ToolCall } from '../types.js';
import { apiRules } from './api-rules.js';
import { fitRequests } from './fit-requests.js';

const inputSchema = {
  type: 'object',
  properties: { $top: { type: 'integer' }, sort: { enum: ['', 'up'] } },
  required: ['sort'],
};
const list = { name: 'list', description: 'Lists.', inputSchema };

/** What the source was asked, and the calls that came of one that it made. */
async function ask(changes: Partial<LlmRequest>, call: Partial<ToolCall> = {}) {
  const asked: LlmRequest[] = [];
  const made: ToolCall = { id: 'a', name: 'list', arguments: {}, ...call };
  const source: ModelSource = {
    name: 'gemini',
    model: 'm',
    async *open(request) {
      asked.push(request);
      yield { type: 'tool_call', call: made };
    },
  };
  const request = { system: '', messages: [], tools: [list], maxTokens: 10, ...changes };
  const calls: ToolCall[] = [];
  const fitted = fitRequests(source, apiRules.gemini);
  for await (const event of fitted.open(request, new AbortController().signal))
    if (event.type === 'tool_call') calls.push(event.call);
  return { sent: asked[0] as LlmRequest, calls };
}

test('calls come back with names and values as the tool has them, and go out as it is shown', async () => {
  const messages: LlmMessage[] = [
    { role: 'user', content: 'A' },
    {
      role: 'assistant',
      content: '',
      toolCalls: [{ id: 'a', name: 'list', arguments: { $top: 1 } }],
    },
    { role: 'tool', toolCallId: 'a', name: 'list', content: '[]', isError: false },
  ];
  const { sent } = await ask({ messages });
  const [alias = ''] = Object.keys(sent.tools[0]?.inputSchema['properties'] as object);
  expect(sent.messages[1]).toMatchObject({ toolCalls: [{ arguments: { [alias]: 1 } }] });
  const { calls } = await ask({}, { arguments: { [alias]: 2 } });
  expect(calls).toEqual([{ id: 'a', name: 'list', arguments: { $top: 2, sort: '' } }]);
});

test('a call that cannot be read, or of a tool that is not offered, stays as it is', async () => {
  const broken = { arguments: { unreadable_arguments: '{' }, fault: 'its arguments …' };
  expect((await ask({}, broken)).calls).toEqual([{ id: 'a', name: 'list', ...broken }]);
  const other = await ask({}, { name: 'other', arguments: { x: 1 } });
  expect(other.calls).toEqual([{ id: 'a', name: 'other', arguments: { x: 1 } }]);
});

test('a choice of a tool that is not offered is left out', async () => {
  expect((await ask({ toolChoice: { name: 'gone' } })).sent.toolChoice).toBeUndefined();
  expect((await ask({ toolChoice: { name: 'list' } })).sent.toolChoice).toEqual({ name: 'list' });
});
