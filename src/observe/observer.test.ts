import type { AgentEvent } from '../agentloop/events.js';
import { RunScratch } from '../agenttools/run-scratch.js';
import type { LoopDeps, RunRequest } from '../agentloop/run.js';
import { TwoPhaseHooks } from '../plugins/law/two-phase/two-phase-hooks.js';
import { oneModel } from '../llm/models.js';
import { createLogger, silentLogger } from '../foundation/logger.js';
import { agentWith, runToEnd, tool, toolCall } from '../../test/support/loop.js';
import {
  calls,
  done,
  fails,
  says,
  ScriptedModel,
  type ScriptTurn,
} from '../../test/support/scripted-model.js';
import { createObserver } from './observer.js';
import {
  runLines,
  userHash,
  RunSinks,
  type ModelCall,
  type OpenSink,
  type RunInfo,
  type RunSink,
  type RunSummary,
  type ToolUse,
} from './sink.js';
import { talkLog } from './talk/talk-log.js';
import { WatchedRun } from './run-watch.js';

function keptLog() {
  const lines: Record<string, unknown>[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>);
  return { lines, logger: createLogger('info', { write }) };
}

const request: RunRequest = {
  runId: 'run-1',
  conversationId: 'conversation-1',
  agent: agentWith(['look', 'fail']),
  caller: { userId: 'ada@example.com', authorization: 'Bearer secret' },
  message: 'what is my secret wish?',
  history: [],
  requestContext: {},
  scratch: new RunScratch(),
};

const inner = (models: LoopDeps['models']) =>
  ({ models, record: () => {}, toolCall: () => toolCall() }) as unknown as LoopDeps;
const quiet = { streamOpened: () => {}, logger: silentLogger, clock: () => new Date(0) };

async function observed(
  turns: readonly ScriptTurn[],
  sinks: readonly OpenSink[],
  logger = silentLogger,
) {
  const llm = new ScriptedModel(turns);
  const fail = tool('fail', { execute: async () => Promise.reject(new Error('broken')) });
  const tools = [tool('look'), fail];
  let ms = 0;
  const observer = createObserver({
    ...quiet,
    sinks,
    catalog: { find: (name) => (name === 'look' || name === 'fail' ? ({} as never) : undefined) },
    models: oneModel(llm),
    logger,
    now: () => (ms += 1),
  });
  const watch = observer.begin(request);
  const deps = watch.around(inner(oneModel(llm)));
  const run = await runToEnd({ llm, tools, request, deps, onEvent: (event) => watch.event(event) });
  watch.published();
  watch.ended(run.events.at(-1));
  return run;
}

const twoTurns: readonly ScriptTurn[] = [
  [says('A moment. '), calls('look'), calls('fail'), calls('invented')],
  [says('Your wish is secret.'), done({ inputTokens: 3, outputTokens: 2, cachedTokens: 1 })],
];

it('an observed run leaves one line in the log, without a word of what was said or who said it', async () => {
  const { lines, logger } = keptLog();
  await observed(twoTurns, [runLines(logger)]);
  const ms = expect.any(Number);
  const user = userHash('ada@example.com');
  const of = { run_id: 'run-1', conversation_id: 'conversation-1', context_type: 'notes', user };
  const end = { model: 'scripted-1', outcome: 'completed', finish_reason: 'stop', turns: 2 };
  const used = { tool_calls: 3, tool_calls_failed: 2, input_tokens: 13, cached_tokens: 1 };
  const times = { ms, first_frame_ms: ms, first_content_ms: ms };
  const line = { level: 30, msg: 'run ended', ...of, ...end, ...used, output_tokens: 7 };
  expect(lines).toEqual([expect.objectContaining({ ...line, ...times })]);
  expect(JSON.stringify(lines)).not.toMatch(/ada@|secret|moment/);
});

it('an observed run that fails leaves its code in the log, and not the sentence', async () => {
  const { lines, logger } = keptLog();
  await observed([[fails('The model said something.')]], [runLines(logger)]);
  expect(lines).toMatchObject([{ outcome: 'model_error', turns: 1 }]);
  expect(JSON.stringify(lines)).not.toContain('something');
});

it('an observed run is not disturbed by a sink that throws, and neither are the other sinks', async () => {
  const { lines, logger } = keptLog();
  const ends: RunSummary[] = [];
  const broken = (): never => {
    throw new Error('the sink is broken');
  };
  const sinks: OpenSink[] = [
    broken,
    () => ({ selected: broken, ended: broken }),
    () => ({ text: broken, toolEnded: broken }),
    () => ({ ended: (summary) => void ends.push(summary) }),
  ];
  expect((await observed(twoTurns, sinks, logger)).events.at(-1)?.type).toBe('message_complete');
  expect(ends).toHaveLength(1);
  // Each broken sink once.
  expect(lines.map(({ run_id }) => run_id)).toEqual(['run-1', 'run-1', 'run-1']);
});

const closing = [says('So.'), done({ inputTokens: 7, outputTokens: 1 })];
const large = new ScriptedModel([closing], 'large-1');
const models = { main: large, large, small: new ScriptedModel([[calls('look')], []], 'small-1') };

it('a run whose closing asks another model is told of by model, and its talk holds what the closing was sent', async () => {
  const agent: RunRequest['agent'] = {
    ...request.agent,
    policy: { ...request.agent.policy, models: { tools: 'small', closing: 'large' } },
    hooks: (run) => new TwoPhaseHooks(run, () => 'Write.'),
  };
  const asked = { ...request, agent, scratch: new RunScratch() };
  const ended: ModelCall[] = [];
  const lines: string[] = [];
  const observer = createObserver({
    ...quiet,
    sinks: [
      () => ({ modelEnded: (call) => void ended.push(call) }),
      talkLog((line) => void lines.push(line), []),
    ],
    catalog: { find: () => undefined },
    models,
    now: () => 0,
  });
  const watch = observer.begin(asked);
  const run = { llm: large, tools: [tool('look')], request: asked };
  const onEvent = (event: AgentEvent) => watch.event(event);
  const { events } = await runToEnd({ ...run, deps: watch.around(inner(models)), onEvent });
  watch.ended(events.at(-1));
  const used = ended.map(({ model, usage }) => `${model} ${usage.inputTokens}`);
  expect(used).toEqual(['small-1 10', 'small-1 10', 'large-1 7']);
  const talk = JSON.parse(lines[0] ?? '') as { model: string; turns: Record<string, unknown>[] };
  expect(talk.model).toBe('small-1');
  const prompts = talk.turns.map(({ model, prompt }) => `${String(model)} ${prompt !== undefined}`);
  expect(prompts).toEqual(['small-1 false', 'small-1 false', 'large-1 true']);
  expect(talk.turns[2]).toMatchObject({
    offered: [],
    prompt: {
      system: 'Write.',
      messages: [
        { role: 'user', content: 'what is my [hidden] wish?' },
        { role: 'assistant', content: expect.stringContaining('[1] look {}') },
        { role: 'user' },
      ],
    },
  });
});

const sinks = (...all: RunSink[]) =>
  new RunSinks(
    all.map((sink) => () => sink),
    { runId: 'run-1', trace: { traceparent: 'callers' } } as RunInfo,
    silentLogger,
  );

it.each([
  ['the span of the run, where there are traces', { traceparent: 'own' }, { traceparent: 'own' }],
  ['the place of the caller, where there are none', undefined, { traceparent: 'callers' }],
])('requests to the platform carry %s', (_, own, expected) => {
  const sink = sinks({}, own ? { traceHeaders: own } : {});
  const watch = new WatchedRun(sink, { elapsed: () => 0, labelOf: (name) => name });
  const seen: unknown[] = [];
  const inner = (asked: RunRequest) => {
    seen.push(asked.traceHeaders);
    return toolCall();
  };
  const deps = { models: oneModel(new ScriptedModel([])), toolCall: inner } as unknown as LoopDeps;
  watch.around(deps).toolCall(request, { source: 'test' }, new AbortController().signal);
  expect(seen).toEqual([expected]);
});

it('WatchedRun takes a call’s beginning from its record, as results come in the order of the calls', async () => {
  const uses: ToolUse[] = [];
  let ms = 0;
  const sink = sinks({ toolEnded: (use) => void uses.push(use) });
  const watch = new WatchedRun(sink, { elapsed: () => ms, labelOf: (name) => name });
  const recorder = { note: () => {}, start: async () => {} };
  const models = oneModel(new ScriptedModel([]));
  const { calls: recorded } = watch.around({ models, calls: recorder } as unknown as LoopDeps);
  for (const [id, at] of Object.entries({ slow: 100, quick: 110 })) {
    ms = at;
    await recorded?.start({ id, name: id, effect: 'read', state: 'planned' });
  }
  ms = 900;
  for (const [id, took] of Object.entries({ slow: 800, quick: 5, refused: 0 })) {
    const data = { tool_use_id: id, name: id, is_error: false, elapsed_ms: took, result: null };
    watch.event({ type: 'tool_call_result', data });
  }
  expect(uses.map(({ id, startMs, endMs }) => [id, startMs, endMs])).toEqual([
    ['slow', 100, 900],
    ['quick', 110, 115],
    ['refused', 900, 900],
  ]);
});

it('WatchedRun calls a run whose end was not stored lost', () => {
  const ends: RunSummary[] = [];
  const sink = sinks({ ended: (summary) => void ends.push(summary) });
  new WatchedRun(sink, { elapsed: () => 7, labelOf: (name) => name }).ended(undefined);
  expect(ends).toMatchObject([{ outcome: 'lost', endMs: 7, turns: 0 }]);
});
