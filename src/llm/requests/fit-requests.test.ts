import type { ModelSource } from '../resilient.js';
import type { LlmMessage, LlmRequest, LlmCall } from '../types.js';
import { result, says, user } from '../../../test/llm/history.js';
import { apiRules } from './api-rules.js';
import { fitRequests, orderHistory } from './fit-requests.js';

const properties = { $top: { type: 'integer' }, sort: { enum: ['', 'up'] } };
const inputSchema = { type: 'object', properties, required: ['sort'] };
const list = { name: 'list', description: 'Lists.', inputSchema };

/** What the source was asked, and the calls that came of one that it made. */
async function ask(changes: Partial<LlmRequest>, call: Partial<LlmCall> = {}) {
  const asked: LlmRequest[] = [];
  const made: LlmCall = { id: 'a', name: 'list', arguments: {}, ...call };
  const source: ModelSource = {
    name: 'gemini',
    model: 'm',
    async *open(request) {
      asked.push(request);
      yield { type: 'tool_call', call: made };
    },
  };
  const request = { system: '', messages: [], tools: [list], maxTokens: 10, ...changes };
  const calls: LlmCall[] = [];
  const fitted = fitRequests(source, apiRules.gemini);
  for await (const event of fitted.open(request, new AbortController().signal))
    if (event.type === 'tool_call') calls.push(event.call);
  return { sent: asked[0] as LlmRequest, calls };
}

test('calls come back with names and values as the tool has them, and go out as it is shown', async () => {
  const called = { id: 'a', name: 'list' };
  const messages: LlmMessage[] = [
    { role: 'user', content: 'A' },
    { role: 'assistant', content: '', toolCalls: [{ ...called, arguments: { $top: 1 } }] },
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

const order = (...messages: LlmMessage[]) => orderHistory(messages, apiRules.gemini.callId);

test('in the right order stays as it is', () => {
  const messages = [user('A'), says('I look.', 'a', 'b'), result('a'), result('b'), says('B')];
  expect(order(...messages, user('C'))).toEqual([...messages, user('C')]);
});

const none = says('[no answer was given to this]');
const begin = user('[the beginning of this conversation is left out]');
const empty = user('[empty]');
test.each<[string, LlmMessage[], LlmMessage[]]>([
  [
    'gets an answer between results and a message',
    [user('A'), says('', 'a'), result('a'), user('B')],
    [user('A'), says('', 'a'), result('a'), none, user('B')],
  ],
  ['gets an answer between two messages', [user('A'), user('B')], [user('A'), none, user('B')]],
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
      none,
      user('[A result of list_cities, whose call is not in this conversation]\n3'),
    ],
  ],
  [
    'tells of a call that has no result',
    [user('A'), says('', 'a'), user('B')],
    [
      ...[user('A'), says('', 'a')],
      result('a', 'The call was not finished: there is no result.', true),
      ...[none, user('B')],
    ],
  ],
  ['begins with a message', [says('A'), user('B')], [begin, says('A'), user('B')]],
  ['ends with a message', [user('A'), says('B')], [user('A'), says('B'), user('Continue.')]],
  ['is never empty', [], [empty]],
  ['has no blank text', [user(' \u200b'), says('\u001c'), user('A')], [empty, none, user('A')]],
])('%s', (_name, messages, expected) => expect(order(...messages)).toEqual(expected));

test('keeps the ids that the API takes, and gives others one that stays the same', () => {
  const messages = [user('A'), says('', 'abcDEF123', 'a|b'), result('a|b'), result('abcDEF123')];
  const twice = [0, 1].map(() => orderHistory(messages, apiRules.openai.callId));
  expect(twice[0]).toEqual(twice[1]);
  const ids = (twice[0] ?? []).flatMap((one) => (one.role === 'tool' ? [one.toolCallId] : []));
  expect(ids).toEqual(['abcDEF123', expect.stringMatching(/^[0-9a-f]{9}$/)]);
});
