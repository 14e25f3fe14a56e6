import { setImmediate as turnOfLoop } from 'node:timers/promises';
import fc from 'fast-check';
import { deferred } from '../../test/support/deferred.js';
import {
  calls,
  done,
  fails,
  says,
  thinks,
  ScriptedModel,
  waitsFor,
  type ScriptStep,
} from '../../test/support/scripted-model.js';
import {
  FakeSearch,
  agentWith,
  eventsOf,
  tool,
  outline,
  play,
  playOn,
  quietDeps,
} from '../../test/support/loop.js';
import { holds } from '../../test/support/property.js';
import { createCatalog } from '../agenttools/catalog.js';
import { AppError } from '../foundation/errors.js';
import { silentLogger } from '../foundation/logger.js';
import { withNotes } from '../foundation/user-messages.js';
import type { LlmEvent, LlmMessage, LlmProvider, LlmCall } from '../llm/types.js';
import { defaultRunLimits } from './budget.js';

/** A provider of one turn that is not bound to the contract. */
function provider(stream: (signal: AbortSignal) => AsyncIterable<LlmEvent>): LlmProvider {
  return { name: 'raw', model: 'raw', streamChat: (_request, signal) => stream(signal) };
}

const get = tool('get');
const limited = (most: number) => ({ limits: { ...defaultRunLimits, maxThinkingChars: most } });

test('events: of text only', async () => {
  const { events, recorded } = await play([[says('Hel'), says('lo'), done()]]);
  const counts = { all: 0, context: 0, offered: 1 };
  const tools = [{ name: 'find_tools', source: 'core' }];
  const usage = { input_tokens: 10, output_tokens: 5 };
  expect(events).toEqual([
    { type: 'tool_selection', data: { turn: 1, counts, tools, elapsed_ms: 0 } },
    { type: 'message_start', data: { turn: 1 } },
    { type: 'content_chunk', data: { chunk: 'Hel' } },
    { type: 'content_chunk', data: { chunk: 'lo' } },
    { type: 'message_complete', data: { finish_reason: 'stop', turns: 1, usage } },
  ]);
  expect(recorded).toEqual([
    { role: 'user', content: 'do it' },
    { role: 'assistant', content: 'Hello' },
  ]);
});

test('events: of one call: start, result, next turn; usage is the sum', async () => {
  const turns = [
    [says('Let me see.'), calls('get', { id: 7 }, 'a')],
    [says('It is rule 7.'), done({ inputTokens: 100, outputTokens: 1 })],
  ];
  let now = 0;
  const deps = { now: () => (now += 2.6) };
  const { llm, events, recorded, results, end } = await play(turns, { tools: [get], deps });
  expect(outline(events).slice(1).join(', ')).toBe(
    'message_start 1, content_chunk Let me see., tool_call_start a, tool_call_result a, ' +
      'message_start 2, content_chunk It is rule 7., message_complete',
  );
  const call = { tool_use_id: 'a', name: 'get' };
  const input = { id: 7 };
  expect(eventsOf(events, 'tool_call_start')).toEqual([{ ...call, input }]);
  const result = { name: 'get', input };
  expect(results).toEqual([{ ...call, is_error: false, elapsed_ms: 3, result }]);
  const usage = { input_tokens: 110, output_tokens: 6 };
  expect(end.data).toEqual({ finish_reason: 'stop', turns: 2, usage });
  expect(llm.last.messages).toEqual(recorded.slice(0, -1));
});

test('events: what the model gets: prompt, history, message, offered tools, limit', async () => {
  const history: LlmMessage[] = [
    { role: 'user', content: 'hello' },
    { role: 'assistant', content: 'Hello.' },
  ];
  const { llm } = await play([[says('ok')]], { tools: [get], request: { history } });
  const offered = { name: 'get', description: 'Does get.', inputSchema: { type: 'object' } };
  const messages = [...history, { role: 'user', content: 'do it' }];
  const tools = [offered, expect.objectContaining({ name: 'find_tools' })];
  const asked = { system: 'You are under test.', messages, tools, maxTokens: 1000 };
  expect(llm.requests).toEqual([asked]);
});

test('events: notes stand before the message, for the model and for the next turn', async () => {
  const notes = ['Preview 1 was rejected by the user.'];
  const request = { notes, message: 'and now?' };
  const { llm, recorded } = await play([[says('I see.')]], { request });
  const content = withNotes(notes, 'and now?');
  expect(llm.last.messages).toEqual([{ role: 'user', content }]);
  expect(recorded[0]).toEqual({ role: 'user', content });
  expect(llm.last.system).not.toContain('rejected');
});

test('events: thinking is told before the answer, up to its limit, and is no part of the conversation', async () => {
  const more = [thinks(''), thinks(' so'), thinks(' be it'), thinks('!'), says('ok')];
  const run = { tools: [get], deps: limited(9) };
  const { llm, events, recorded } = await play([[thinks('hmm'), calls('get')], more], run);
  const thought = eventsOf(events, 'thinking_chunk').map(({ chunk }) => chunk);
  expect(thought).toEqual(['hmm', ' so', ' be…']);
  expect(JSON.stringify([recorded, llm.requests])).not.toContain('hmm');
});

test('events: of thinking nothing is told where the limit is none', async () => {
  const { events } = await play([[thinks('hmm'), says('ok')]], { deps: limited(0) });
  expect(eventsOf(events, 'thinking_chunk')).toEqual([]);
});

test('events: text arrives while the model still speaks', async () => {
  const gate = deferred();
  const llm = new ScriptedModel([[says('first'), waitsFor(gate.promise), says('second')]]);
  const seen: string[] = [];
  await playOn({
    llm,
    onEvent: (event) => {
      if (event.type !== 'content_chunk') return;
      seen.push(`${event.data.chunk}, streams open: ${llm.open}`);
      gate.resolve();
    },
  });
  expect(seen).toEqual(['first, streams open: 1', 'second, streams open: 1']);
});

test('an answer in the last turn is no turn_limit', async () => {
  const request = { agent: agentWith(['get'], 2) };
  const { end } = await play([[calls('get')], [says('ok')]], { tools: [get], request });
  expect(end).toMatchObject({ type: 'message_complete', data: { turns: 2 } });
});

test.each([true, false])('a model error keeps its retryable = %s', async (retryable) => {
  const turns = [[calls('get')], [says('half'), fails('overloaded', retryable)]];
  const { end } = await play(turns, { tools: [get] });
  const data = { code: 'model_error', message: 'overloaded', retryable };
  expect(end).toEqual({ type: 'error', data });
});

test('calls of a stream that then failed are neither run nor recorded', async () => {
  const ran: string[] = [];
  const execute = async () => ({ result: ran.push('write') });
  const write = tool('draft', { effect: 'draft', execute });
  const { recorded } = await play([[calls('draft'), fails('cut off')]], { tools: [write] });
  expect(ran).toEqual([]);
  expect(recorded).toEqual([
    { role: 'user', content: 'do it' },
    { role: 'assistant', content: '[failed: cut off]', isNote: true },
  ]);
});

const boom = new Error('socket hang up at 10.0.0.1');
const throws = (error: Error) => () => {
  throw error;
};
const away = new AppError('model_unavailable', 'The model does not answer.');
async function* half(): AsyncGenerator<LlmEvent> {
  yield says('half');
  throw boom;
}
test.each([
  ['when it is called', provider(throws(boom)), 'internal'],
  ['in the middle of its stream', provider(half), 'internal'],
  ['with an error of ours', provider(throws(away)), 'model_unavailable'],
])('a provider that throws %s', async (_name, llm, code) => {
  const { events, end } = await playOn({ llm });
  expect(end).toMatchObject({ type: 'error', data: { code, retryable: true } });
  expect(JSON.stringify(events)).not.toContain('10.0.0.1');
});

test('a provider that stops without a final event still ends the run', async () => {
  const llm = provider(async function* () {
    yield says('half');
  });
  const { end } = await playOn({ llm });
  expect(end).toMatchObject({ type: 'message_complete', data: { finish_reason: 'other' } });
});

test('arguments that no JSON text can hold end neither the run nor the stream', async () => {
  let deep: Record<string, unknown> = {};
  for (let level = 0; level < 12_000; level += 1) deep = { deep };
  const call: LlmCall = { id: 'a', name: 'get', arguments: deep };
  const turns = [[{ type: 'tool_call', call } as const], [says('ok')]];
  let turn = 0;
  const llm = provider(async function* () {
    yield* turns[turn++] ?? [];
    yield done();
  });
  const { events, end } = await playOn({ llm, tools: [get] });
  expect(end.type).toBe('message_complete');
  expect(() => JSON.stringify(events)).not.toThrow();
});

const thrown = throws(new Error('secret'));
const slowly = {
  ...quietDeps(new ScriptedModel([]), [get]).selection,
  index: Object.assign(new FakeSearch(() => ({})), {
    unavailable: () => turnOfLoop(undefined),
  }),
};
test.each([
  ['the prompt', { request: { agent: { ...agentWith(), systemPrompt: thrown } } }],
  ['recording', { deps: { record: thrown } }],
  [
    'a section of it, while tools are selected',
    {
      request: { agent: { ...agentWith(), promptSection: 'town' } },
      deps: { promptSections: { town: async () => thrown() }, selection: slowly },
    },
  ],
])('a failure of %s is one terminal event that hides its text', async (_name, parts) => {
  const { events, end } = await playOn({ llm: new ScriptedModel([]), tools: [get], ...parts });
  expect(end).toMatchObject({ type: 'error', data: { code: 'internal' } });
  expect(JSON.stringify(events)).not.toContain('secret');
});

const reason = new AppError('shutting_down', 'The server stops.');
const ended = { code: 'shutting_down', message: 'The server stops.', retryable: true };

test('an abort: before the start: one terminal event, the model is not called', async () => {
  const { events, end } = await play([], { signal: AbortSignal.abort(reason) });
  expect(events.map(({ type }) => type)).toEqual(['error']);
  expect(end.data).toEqual(ended);
});

test('an abort: while the model streams', async () => {
  const abort = new AbortController();
  const turn = [says('one'), waitsFor(new Promise(() => {})), says('two')];
  const onEvent = ({ type }: { type: string }) => {
    if (type === 'content_chunk') abort.abort(reason);
  };
  const { events, end } = await play([turn], { signal: abort.signal, onEvent });
  expect(outline(events).slice(-2)).toEqual(['content_chunk one', 'error shutting_down']);
  expect(end.data).toEqual(ended);
});

test('an abort: while a tool runs: the tool hears of it, nothing more begins', async () => {
  const abort = new AbortController();
  const ran: string[] = [];
  const slow = tool('slow', {
    effect: 'draft',
    execute: async (_input, { signal }) => {
      ran.push('slow');
      setImmediate(() => abort.abort(reason));
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      throw signal.reason;
    },
  });
  const execute = async () => ({ result: ran.push('write') });
  const tools = [slow, tool('draft', { effect: 'draft', execute })];
  const turn = [calls('slow', {}, 'a'), calls('draft', {}, 'b')];
  const { results, end } = await play([turn], { tools, signal: abort.signal });
  expect(ran).toEqual(['slow']);
  expect(results).toMatchObject([
    { result: { error: { code: 'shutting_down' } } },
    { result: { error: { code: 'cancelled' } } },
  ]);
  expect(end.data).toEqual(ended);
});

test('an abort: what the prompt waits for is left to itself', async () => {
  const abort = new AbortController();
  const town = () => {
    setImmediate(() => abort.abort(reason));
    return new Promise<never>(() => {});
  };
  const request = { agent: { ...agentWith(), promptSection: 'town' } };
  const parts = { request, deps: { promptSections: { town } }, signal: abort.signal };
  expect((await play([], parts)).end.data).toEqual(ended);
});

test.each([
  ['an error of ours', new AppError('cancelled', 'The client went away.')],
  ['a plain error', new Error('closed')],
  ['no reason', undefined],
])('an abort: with %s has one code', async (_name, why) => {
  const { end } = await play([], { signal: AbortSignal.abort(why) });
  expect(end).toMatchObject({ type: 'error', data: { code: 'cancelled' } });
});

test('an abort: a provider that answers an abort by throwing does not hide the reason', async () => {
  const abort = new AbortController();
  const llm = provider(async function* () {
    yield says('one');
    abort.abort(reason);
    throw new Error('Error reading from the stream');
  });
  expect((await playOn({ llm, signal: abort.signal })).end.data).toEqual(ended);
});

test('property: whatever the model does, exactly one terminal event, and it is the last', async () => {
  const name = fc.constantFrom(...'read draft note broken hidden no_such find_tools'.split(' '));
  const input = fc.dictionary(fc.string({ maxLength: 3 }), fc.integer());
  const id = fc.constantFrom('', 'a', 'b', undefined);
  const step = fc.oneof<fc.Arbitrary<ScriptStep>[]>(
    fc.string({ maxLength: 5 }).map(says),
    fc.tuple(name, input, id).map((call) => calls(...call)),
    fc.constant<ScriptStep>({ type: 'thinking', text: 'hm' }),
  );
  const end = fc.constantFrom<LlmEvent[]>(done(), fails('x', true), fails('y'));
  const turn = fc.tuple(fc.array(step, { maxLength: 4 }), end).map(([all, last]) => [...all, last]);
  const preview = { kind: 'note_preview', description: 'A rule.', payload: {} };
  const outcome = { result: {}, signals: [{ type: 'preview', preview } as const] };
  const tools = [
    tool('read'),
    tool('draft', { effect: 'draft' }),
    tool('note', { effect: 'propose', execute: async () => outcome }),
    tool('broken', { execute: () => Promise.reject(new Error('x')) }),
    tool('hidden'),
  ];
  const agent = agentWith(['read', 'draft', 'note', 'broken'], 4);
  const index = new FakeSearch(() => ({}));
  const ranking = { catalog: createCatalog(tools), index, topK: 6, minScore: 0.5 };
  const selection = { ...ranking, logger: silentLogger };
  const saved = { id: 'id', expiresAt: new Date(0), sha256: '', changeSetId: 's', position: 1 };
  await holds(
    [fc.array(turn, { minLength: 4, maxLength: 4 }), fc.option(fc.nat(12)), fc.boolean()],
    { numRuns: 150 },
    async (turns, abortAt, storing) => {
      const abort = new AbortController();
      let seen = 0;
      const saveAll = () => (storing ? Promise.resolve([saved]) : Promise.reject(new Error('x')));
      const { events } = await playOn({
        llm: new ScriptedModel(turns),
        tools,
        request: { agent },
        deps: { selection, previews: { saveAll } },
        signal: abort.signal,
        onEvent: () => {
          if (seen === abortAt) abort.abort(new AppError('cancelled', 'gone'));
          seen += 1;
        },
      });
      const started = eventsOf(events, 'tool_call_start').map((data) => data.tool_use_id);
      expect(new Set(started).size).toBe(started.length);
      expect(JSON.stringify(events.at(-1))).not.toContain('"internal"');
    },
  );
});
