import { expect, test } from '@jest/globals';
import { eventsOf, runToEnd, tool } from '../../../test/support/loop.js';
import { HandTimer } from '../../../test/support/runs.js';
import { calls, says, ScriptedModel } from '../../../test/support/scripted-model.js';
import { RunScratch } from '../../agenttools/run-scratch.js';
import { defined } from '../../foundation/defined.js';
import { documentsAgent } from './agent.js';

const run = (tools: Parameters<typeof tool>[1], llm: ScriptedModel, timer?: HandTimer) =>
  runToEnd({
    llm,
    tools: [tool('search_documents', { groups: ['documents'], ...tools })],
    request: { agent: documentsAgent, scratch: new RunScratch(), message: 'Who signs?' },
    ...defined({ deps: timer && { timer: timer.timer } }),
  });

test('a tool that takes longer than 30 seconds is a failed step, and the run continues', async () => {
  const llm = new ScriptedModel([
    [calls('search_documents', { query: 'a' })],
    [says('It took too long.')],
  ]);
  const timer = new HandTimer();
  const work = run({ execute: () => new Promise(() => {}) }, llm, timer);
  // The limit is set when the call runs, after its first step was shown.
  while (!timer.set.some(({ ms }) => ms === 30_000)) await new Promise((go) => setImmediate(go));
  timer.set.find(({ ms }) => ms === 30_000)?.work();
  const { events } = await work;
  expect(eventsOf(events, 'reasoning_step')).toMatchObject([
    { step: 'search_documents', action_type: 'searching', tool_status: 'running' },
    { tool_status: 'error', message: expect.stringContaining('did not end within 30 seconds') },
  ]);
  expect(events.at(-1)?.type).toBe('message_complete');
});

test('a step has the fields that a page draws', async () => {
  const result = { documents: [{ doc_id: 'd' }], total_found: 1 };
  const llm = new ScriptedModel([[calls('search_documents', { query: 'roof' })], [says('Done.')]]);
  const { events } = await run({ execute: async () => ({ result }) }, llm);
  const common = {
    step: 'search_documents',
    action_type: 'searching',
    tool_name: 'search_documents',
    tool_input: { query: 'roof' },
    timestamp: expect.any(Number),
  };
  expect(eventsOf(events, 'reasoning_step')).toEqual([
    { ...common, message: 'Searching for: roof', tool_status: 'running', details: {} },
    {
      ...common,
      message: 'Found 1 document',
      tool_output: 'Found 1 document',
      tool_status: 'complete',
      details: { elapsed_ms: 0 },
    },
  ]);
});
