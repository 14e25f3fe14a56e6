import { describe, expect, test } from '@jest/globals';
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

describe('an answer that cites nothing', () => {
  const result = { documents: [], total_found: 0 };
  const answerTo = async (message: string, llm: ScriptedModel) => {
    const { events } = await runToEnd({
      llm,
      tools: [
        tool('search_documents', { groups: ['documents'], execute: async () => ({ result }) }),
      ],
      request: { agent: documentsAgent, scratch: new RunScratch(), message },
    });
    const text = eventsOf(events, 'content_chunk').map(({ chunk }) => chunk);
    const told = events.filter((event) => event.type === 'plugin_event');
    return { text: text.join(''), told };
  };
  const event = (searched: boolean) => [
    { type: 'plugin_event', name: 'answer_without_sources', data: { searched } },
  ];

  test('and for which nothing was searched says so, in the language of the question', async () => {
    const english = await answerTo('Who signs?', new ScriptedModel([[says('The board.')]]));
    expect(english.text).toContain('rests on no document');
    expect(english.told).toEqual(event(false));
    const german = await answerTo(
      'Wer unterschreibt?',
      new ScriptedModel([[says('Der Vorstand.')]]),
    );
    expect(german.text).toContain('stützt sich auf kein Dokument');
  });

  test('after a search is told as one that cites nothing', async () => {
    const llm = new ScriptedModel([
      [calls('search_documents', { query: 'signs' })],
      [says('I found nothing on this.')],
    ]);
    const { text, told } = await answerTo('Who signs?', llm);
    expect(text).toBe('I found nothing on this.');
    expect(told).toEqual(event(true));
  });
});

test('steps are told in the language of the question, with names of documents', async () => {
  const result = { documents: [{ doc_id: 'd1', filename: 'Hausordnung' }], total_found: 1 };
  const llm = new ScriptedModel([
    [calls('search_documents', { query: 'Ruhezeit' })],
    [calls('read_document', { doc_id: 'd1' })],
    [says('Ab 22 Uhr.')],
  ]);
  const { events } = await runToEnd({
    llm,
    tools: [
      tool('search_documents', { groups: ['documents'], execute: async () => ({ result }) }),
      tool('read_document', {
        groups: ['documents'],
        execute: async () => ({ result: { doc_id: 'd1', filename: 'Hausordnung' } }),
      }),
    ],
    request: {
      agent: documentsAgent,
      scratch: new RunScratch(),
      message: 'Wann beginnt die Ruhezeit?',
    },
  });
  expect(eventsOf(events, 'reasoning_step').map(({ message }) => message)).toEqual([
    'Suche nach: Ruhezeit',
    '1 Dokument gefunden',
    'Lese Hausordnung',
    'Hausordnung gelesen',
  ]);
});
