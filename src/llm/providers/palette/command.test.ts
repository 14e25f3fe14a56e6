import { expect, test } from '@jest/globals';
import type { LlmMessage, LlmRequest, ToolSpec } from '../../types.js';
import { stepwise, type CommandSteps } from './command.js';

const tool = (name: string): ToolSpec => ({ name, description: name, inputSchema: {} });
const result = (name: string, content: unknown, isError = false): LlmMessage => ({
  ...{ role: 'tool', toolCallId: '1', name, isError },
  content: typeof content === 'string' ? content : JSON.stringify(content),
});
const request = (messages: LlmMessage[], tools = ['find_tools', 'look', 'act']): LlmRequest => ({
  ...{ system: '', maxTokens: 100, tools: tools.map(tool) },
  messages: [{ role: 'user', content: '[Note from the application: x]\n\ngo' }, ...messages],
});

const command = stepwise((message) => {
  if (message !== 'go') return undefined;
  return (function* (): CommandSteps {
    const [found] = yield [{ name: 'look', arguments: {} }];
    yield [{ name: 'act', arguments: { found } }];
    return undefined;
  })();
});

test('goes through its steps with what each answered, and tells the last answer', () => {
  expect(command(request([]))).toEqual({ calls: [{ name: 'look', arguments: {} }] });
  const looked = [result('look', { id: 7 })];
  expect(command(request(looked))).toEqual({
    calls: [{ name: 'act', arguments: { found: { id: 7 } } }],
  });
  const acted = [...looked, result('act', { status: 'preview_sent' })];
  expect(command(request(acted))).toEqual({
    text: 'Nothing is saved until you accept the preview.',
  });
});

test('asks for a tool that is not offered, once', () => {
  const looked = result('look', {});
  const tools = ['find_tools', 'look'];
  expect(command(request([looked], tools))).toEqual({
    calls: [{ name: 'find_tools', arguments: { query: 'act' } }],
  });
  const searched = [looked, result('find_tools', { tools: [] })];
  expect(command(request(searched, tools))).toMatchObject({ calls: [{ name: 'act' }] });
});

test('ends with a call that failed', () => {
  const failed = [result('look', { error: { code: 'x', message: 'No lamp 9.' } }, true)];
  expect(command(request(failed))).toEqual({ refused: 'The call failed: No lamp 9.' });
});

test('is not asked about results of calls that are not its own, nor about other messages', () => {
  expect(command(request([result('act', {})]))).toBeUndefined();
  expect(command(request([{ role: 'user', content: 'stop' }]))).toBeUndefined();
});
