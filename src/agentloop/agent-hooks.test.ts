import { AppError } from '../foundation/errors.js';
import type { LlmCall, FinishReason } from '../llm/types.js';
import { agentWith, eventsOf, runToEnd, tool, type LoopParts } from '../../test/support/loop.js';
import {
  calls,
  fails,
  says,
  ScriptedModel,
  waitsFor,
  type ScriptTurn,
} from '../../test/support/scripted-model.js';
import {
  DefaultHooks,
  said,
  finishSentence,
  type Closing,
  type NextStep,
  type Turn,
} from './agent-hooks.js';

function agentOf(hooks: DefaultHooks, policy = {}) {
  const agent = agentWith(['get']);
  return { ...agent, hooks: () => hooks, policy: { ...agent.policy, ...policy } };
}

type More = Partial<LoopParts> & { policy?: object };
const ONE_TURN = { policy: { maxTurns: 1 } };
function run(hooks: DefaultHooks, llm: ScriptedModel, { policy, ...parts }: More = {}) {
  const request = { agent: agentOf(hooks, policy) };
  return runToEnd({ llm, tools: [tool('get')], request, ...parts });
}

const types = (events: readonly { type: string }[]) => events.map(({ type }) => type);
const shown = (events: Parameters<typeof eventsOf>[0]) =>
  eventsOf(events, 'content_chunk').reduce((text, { chunk }) => text + chunk, '');

test('text can be changed on its way and kept back to the end of the turn', async () => {
  class Upper extends DefaultHooks {
    override text = (chunk: string) => [said(chunk.toUpperCase())];
    override endOfText = () => [said('!')];
  }
  const { events, recorded } = await run(new Upper(), new ScriptedModel([[says('a'), says('b')]]));
  expect(shown(events)).toBe('AB!');
  expect(recorded.at(-1)).toEqual({ role: 'assistant', content: 'AB!' });
});

test('a correction is for the model alone, and what it corrects is not remembered', async () => {
  class Insisting extends DefaultHooks {
    private asked = false;
    override text = () => [];
    override afterTurn(turn: Turn): NextStep {
      if (turn.calls.length > 0) return { next: 'end', closing: () => [said('Done.')] };
      if (this.asked) throw new AppError('tool_required', 'It never called get.');
      this.asked = true;
      return { next: 'turn', correction: 'Call get.' };
    }
  }
  const obeying = new ScriptedModel([[says('No.')], [calls('get', {}, 'c')]]);
  const { events, recorded } = await run(new Insisting(), obeying);
  expect(obeying.last.messages.slice(-2)).toEqual([
    { role: 'assistant', content: 'No.' },
    { role: 'user', content: 'Call get.' },
  ]);
  expect(recorded.map(({ role, content }) => [role, content])).toEqual([
    ['user', 'do it'],
    ['assistant', ''],
    ['tool', expect.any(String)],
    ['assistant', 'Done.'],
  ]);
  expect(events.at(-1)).toMatchObject({ type: 'message_complete', data: { turns: 2 } });

  const refusing = new ScriptedModel([[says('No.')], [says('No!')]]);
  const failed = await run(new Insisting(), refusing);
  expect(shown(failed.events)).toBe('');
  expect(failed.events.at(-1)).toMatchObject({ type: 'error', data: { code: 'tool_required' } });
});

test('a call is looked at before it runs: refused with guidance, or cleaned', async () => {
  class Guard extends DefaultHooks {
    override admit(call: LlmCall): LlmCall {
      if (call.arguments['word'] === 'bad')
        throw new AppError('invalid_arguments', 'Say it nicely.');
      return { ...call, arguments: { word: 'clean' } };
    }
    override callBegins = ({ name }: LlmCall) => [said(`<${name}>`)];
    override callEnded = () => [said('</>')];
  }
  const asked = [calls('get', { word: 'bad' }), calls('get', { word: ' dirty ' })];
  const llm = new ScriptedModel([asked, [says('ok')]]);
  const { events } = await run(new Guard(), llm);
  expect(eventsOf(events, 'tool_call_result')).toMatchObject([
    { is_error: true, result: { error: { code: 'invalid_arguments', message: 'Say it nicely.' } } },
    { is_error: false, result: { input: { word: 'clean' } } },
  ]);
  expect(types(events).slice(4, 10).join(' ')).toBe(
    'content_chunk content_chunk tool_call_result content_chunk tool_call_result content_chunk',
  );
});

class Rescuing extends DefaultHooks {
  errors: string[] = [];
  override rescue(error: AppError): Closing {
    this.errors.push(error.code);
    return async function* (context) {
      const found = await context.call('get', { word: 'rescue' });
      yield said(`Found ${found.isError ? 'nothing' : 'it'}.`);
      for await (const piece of context.ask('sum up', context.messages)) yield said(piece);
    };
  }
}

test('a rescue ends a run whose model failed, with tools and a model call of its own', async () => {
  const hooks = new Rescuing();
  const llm = new ScriptedModel([[says('We'), fails('broken')], [says(' Summed.')]]);
  const { events, recorded } = await run(hooks, llm);
  expect(hooks.errors).toEqual(['model_error']);
  expect(types(events).slice(3)).toEqual([
    ...['tool_call_start', 'tool_call_result', 'content_chunk', 'content_chunk'],
    'message_complete',
  ]);
  expect(events.at(-1)).toMatchObject({ data: { finish_reason: 'fallback', turns: 1 } });
  expect(llm.last).toMatchObject({ system: 'sum up', tools: [] });
  expect(recorded.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
  expect(recorded.at(-1)?.content).toBe('Found it. Summed.');
});

const trusted = { policy: { trustedModelsOnly: true }, deps: { trustedModels: ['big'] } };
const summed = [says('Summed.')];
test.each<[string, string, ScriptTurn[], More, number]>([
  ['that used up its turns', 'turn_limit', [[calls('get')], summed], ONE_TURN, 1],
  ['whose model is not trusted, before it is asked', 'model_not_allowed', [summed], trusted, 0],
])('a rescue ends a run %s', async (_name, code, turns, parts, starts) => {
  const hooks = new Rescuing();
  const { events } = await run(hooks, new ScriptedModel(turns), parts);
  expect(hooks.errors).toEqual([code]);
  expect(types(events).filter((type) => type === 'message_start')).toHaveLength(starts);
  expect(events.at(-1)?.type).toBe('message_complete');
});

test('a rescue that fails itself is a failed run', async () => {
  const llm = new ScriptedModel([[fails('broken')], [fails('still broken')]]);
  const { events } = await run(new Rescuing(), llm);
  expect(events.at(-1)).toMatchObject({ type: 'error', data: { message: 'still broken' } });
});

test('a rescue is not for a run that was cancelled', async () => {
  const hooks = new Rescuing();
  const abort = new AbortController();
  const llm = new ScriptedModel([[says('We'), waitsFor(new Promise(() => {}))]]);
  const onEvent = ({ type }: { type: string }) => {
    if (type === 'content_chunk') abort.abort(new AppError('cancelled', 'stop'));
  };
  const { events } = await run(hooks, llm, { signal: abort.signal, onEvent });
  expect(hooks.errors).toEqual([]);
  expect(events.at(-1)).toMatchObject({ type: 'error', data: { code: 'cancelled' } });
});

test('an agent that offers all of its tools ranks nothing and finds nothing', async () => {
  const llm = new ScriptedModel([[says('ok')]]);
  const agent = { ...agentWith([]), offersAll: true };
  const { events } = await runToEnd({ llm, tools: [tool('a'), tool('b')], request: { agent } });
  const tools = ['a', 'b'].map((name) => ({ name, source: 'core' }));
  expect(eventsOf(events, 'tool_selection')[0]?.tools).toEqual(tools);
  expect(llm.last.tools.map(({ name }) => name)).toEqual(['a', 'b']);
});

const usage = { inputTokens: 1, outputTokens: 1 };

async function answer(text: string, finishReason: FinishReason) {
  const said = text === '' ? [] : [says(text)];
  const llm = new ScriptedModel([[...said, { type: 'done', finishReason, usage }]]);
  const { events, recorded } = await runToEnd({ llm });
  return {
    shown: eventsOf(events, 'content_chunk').map(({ chunk }) => chunk),
    recorded: recorded.at(-1)?.content,
    end: events.at(-1),
  };
}

describe('an answer that did not end by itself', () => {
  test.each<[FinishReason, RegExp]>([
    ['safety', /safety rules.*other words/],
    ['length', /cut off.*"continue"/],
    ['malformed_call', /garbled.*nothing was done.*again/],
  ])('%s is told in a sentence, with and without text', async (reason, expected) => {
    const sentence = finishSentence(reason, '') ?? '';
    expect(sentence).toMatch(expected);
    expect((await answer('', reason)).shown).toEqual([sentence]);
    const { shown, recorded, end } = await answer('Half an ans', reason);
    expect(shown).toEqual(['Half an ans', `\n\n${sentence}`]);
    expect(recorded).toBe(shown.join(''));
    expect(end).toMatchObject({ type: 'message_complete', data: { finish_reason: reason } });
  });

  test.each<FinishReason>(['other', 'stop', 'tool_calls'])(
    '%s is told where there is no text',
    async (reason) => {
      expect((await answer('', reason)).shown).toEqual([
        expect.stringMatching('without an answer'),
      ]);
      expect((await answer('All of it.', reason)).shown).toEqual(['All of it.']);
    },
  );
});
