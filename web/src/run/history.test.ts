import type { ConversationMessage } from '../api/client.js';
import { viewFromMessages } from './history.js';

const messages: ConversationMessage[] = [
  { run_id: 'other', role: 'assistant', content: 'Something else.' },
  { run_id: 'r1', role: 'user', content: 'Which rules?' },
  {
    run_id: 'r1',
    role: 'assistant',
    content: '',
    tool_calls: [
      { tool_use_id: 'a', name: 'list_rules', input: { page: 1 } },
      { tool_use_id: 'b', name: 'discover', input: {} },
      { tool_use_id: 'c', name: 'lost', input: {} },
    ],
  },
  { run_id: 'r1', role: 'tool', tool_use_id: 'b', name: 'discover', is_error: true, result: 'no' },
  { run_id: 'r1', role: 'tool', tool_use_id: 'a', name: 'list_rules', is_error: false, result: [] },
  { run_id: 'r1', role: 'assistant', content: 'None.' },
];

test('draws a run from its own messages, each result at its call', () => {
  const { status, items } = viewFromMessages({ messages }, { run_id: 'r1', state: 'completed' });
  expect(status).toBe('done');
  expect(items).toMatchObject([
    { kind: 'step', name: 'list_rules', state: 'done', input: { page: 1 }, result: [] },
    { kind: 'step', name: 'discover', state: 'failed', result: 'no' },
    { kind: 'step', name: 'lost', state: 'unknown' },
    { kind: 'text', text: 'None.' },
  ]);
});

test.each([
  ['cancelled', 'stopped', false],
  ['failed', 'failed', true],
  ['interrupted', 'failed', true],
] as const)('a run that was %s is shown as %s', (state, status, hasProblem) => {
  const view = viewFromMessages({ messages: [] }, { run_id: 'r1', state });
  expect(view.status).toBe(status);
  expect(view.problem !== undefined).toBe(hasProblem);
});
