import { eventsOf, runToEnd, tool, type LoopParts } from '../../../test/support/loop.js';
import { HandTimer } from '../../../test/support/runs.js';
import {
  calls,
  says,
  ScriptedModel,
  type ScriptTurn,
} from '../../../test/support/scripted-model.js';
import { RunScratch } from '../../agenttools/run-scratch.js';
import type { Tool } from '../../agenttools/tool.js';
import { defined } from '../../foundation/defined.js';
import { documentsAgent } from './agent.js';

/** A run of the agent that asks this, over a search that answers or does this. */
const run = (
  turns: readonly ScriptTurn[],
  search: object | Tool['execute'],
  { message = 'Who signs?', ...more }: Partial<LoopParts> & { message?: string } = {},
) => {
  const answers = async () => ({ result: search });
  const execute = typeof search === 'function' ? (search as Tool['execute']) : answers;
  return runToEnd({
    llm: new ScriptedModel(turns),
    request: { agent: documentsAgent, scratch: new RunScratch(), message },
    ...more,
    tools: [tool('search_documents', { groups: ['documents'], execute }), ...(more.tools ?? [])],
  });
};

test('a tool that takes longer than 30 seconds is a failed step, and the run continues', async () => {
  const turns = [[calls('search_documents', { query: 'a' })], [says('It took too long.')]];
  const timer = new HandTimer();
  const work = run(turns, () => new Promise(() => {}), { deps: { timer: timer.timer } });
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
  const turns = [[calls('search_documents', { query: 'roof' })], [says('Done.')]];
  const { events } = await run(turns, result);
  const of = { step: 'search_documents', tool_name: 'search_documents', action_type: 'searching' };
  const common = { ...of, tool_input: { query: 'roof' }, timestamp: expect.any(Number) };
  const found = 'Found 1 document';
  const ended = { message: found, tool_output: found, tool_status: 'complete' };
  expect(eventsOf(events, 'reasoning_step')).toEqual([
    { ...common, message: 'Searching for: roof', tool_status: 'running', details: {} },
    { ...common, ...ended, details: { elapsed_ms: 0 } },
  ]);
});

describe('an answer that cites nothing', () => {
  const result = { documents: [], total_found: 0 };
  const answerTo = async (turns: readonly ScriptTurn[], message?: string) => {
    const { events } = await run(turns, result, defined({ message }));
    const text = eventsOf(events, 'content_chunk').map(({ chunk }) => chunk);
    return { text: text.join(''), told: events.filter((event) => event.type === 'plugin_event') };
  };
  const told = { type: 'plugin_event', name: 'answer_without_sources' };
  const event = (searched: boolean) => [{ ...told, data: { searched } }];

  test('and for which nothing was searched says so, in the language of the question', async () => {
    const english = await answerTo([[says('The board.')]]);
    expect(english.text).toContain('rests on no document');
    expect(english.told).toEqual(event(false));
    const german = await answerTo([[says('Der Vorstand.')]], 'Wer unterschreibt?');
    expect(german.text).toContain('stützt sich auf kein Dokument');
  });

  test('after a search is told as one that cites nothing', async () => {
    const search = [calls('search_documents', { query: 'signs' })];
    const { text, told } = await answerTo([search, [says('I found nothing on this.')]]);
    expect(text).toBe('I found nothing on this.');
    expect(told).toEqual(event(true));
  });
});

test('steps are told in the language of the question, with names of documents', async () => {
  const result = { documents: [{ doc_id: 'd1', filename: 'Hausordnung' }], total_found: 1 };
  const turns = [
    [calls('search_documents', { query: 'Ruhezeit' })],
    [calls('read_document', { doc_id: 'd1' })],
    [says('Ab 22 Uhr.')],
  ];
  const execute = async () => ({ result: result.documents[0] });
  const tools = [tool('read_document', { groups: ['documents'], execute })];
  const { events } = await run(turns, result, { message: 'Wann beginnt die Ruhezeit?', tools });
  const said = eventsOf(events, 'reasoning_step').map(({ message }) => message);
  const read = ['Lese Hausordnung', 'Hausordnung gelesen'];
  expect(said).toEqual(['Suche nach: Ruhezeit', '1 Dokument gefunden', ...read]);
});
