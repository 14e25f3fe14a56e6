import fc from 'fast-check';
import { startCollector, readMetrics, seriesOf } from '../../test/support/collector.js';
import { holds } from '../../test/support/property.js';
import { silentLogger } from '../foundation/logger.js';
import type { LlmEvent, LlmProvider, LlmRequest } from '../llm/types.js';
import { type StepEnd, createStepObserver, type StepSink } from './observer.js';
import { Metrics } from './metrics/metrics.js';
import { openTraces } from './traces/open-traces.js';
import { watchedModel, type ModelEnd } from './run-watch.js';

const STARTED = new Date('2026-01-02T03:04:05.000Z');

/** Watches two steps, the second one started before the first has ended. */
async function watchTwo(sinks: readonly StepSink[], between = async () => {}): Promise<void> {
  let ms = 0;
  const time = { now: () => (ms += 500), clock: () => STARTED };
  const observer = createStepObserver({ sinks, logger: silentLogger, ...time });
  const usage = { inputTokens: 30, outputTokens: 7 };
  const first = observer.begin({ researchId: 'r', step: 'analyze', attempt: 2 });
  const second = observer.begin({ researchId: 'r', step: 'extract', taskId: 4, attempt: 1 });
  await between();
  first({ outcome: 'completed', usage });
  const failed: StepEnd = { outcome: 'retried', errorCode: 'model_unavailable', usage };
  second(failed);
}

test('steps are counted by step and outcome, with time and tokens, whatever another sink does', async () => {
  const metrics = new Metrics();
  const broken = {
    ended: () => {
      throw new Error('broken');
    },
  };
  const of = async (name: string) => seriesOf(readMetrics(await metrics.text()), name);
  await watchTwo([broken, metrics.steps], async () => {
    expect(await of('research_steps_running')).toEqual({ '': 2 });
  });
  expect(await of('research_steps_running')).toEqual({ '': 0 });
  expect(await of('research_steps_total')).toEqual({
    'step="analyze",outcome="completed"': 1,
    'step="extract",outcome="retried"': 1,
  });
  const seconds = { 'step="analyze"': 1, 'step="extract"': 1 };
  expect(await of('research_step_seconds_sum')).toEqual(seconds);
  expect(await of('research_tokens_total')).toMatchObject({
    'step="extract",direction="input"': 30,
    'step="extract",direction="output"': 7,
  });
});

test('each step is a span and a trace of its own, with the times it had', async () => {
  const collector = await startCollector();
  const service = { serviceName: 'test', serviceVersion: '1', logger: silentLogger };
  const traces = openTraces({ url: `${collector.url}/v1/traces`, headers: {}, ...service });
  await watchTwo([traces.steps]);
  await traces.close();
  const { spans } = collector;
  await collector.close();
  const start = BigInt(STARTED.getTime()) * 1_000_000n;
  expect(spans).toMatchObject([
    { name: 'research_step analyze', failed: false, start, end: start + 1_000_000_000n },
    { name: 'research_step extract', failed: true, start },
  ]);
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(2);
  expect(spans.filter(({ parentSpanId }) => parentSpanId)).toEqual([]);
  expect(spans[1]?.attributes).toEqual({
    'gen_ai.usage.input_tokens': 30,
    'gen_ai.usage.output_tokens': 7,
    'sextant.research.id': 'r',
    'sextant.research.step': 'extract',
    'sextant.research.attempt': 1,
    'sextant.research.outcome': 'retried',
    'sextant.research.task_id': 4,
    'error.type': 'model_unavailable',
  });
});

const request: LlmRequest = { system: '', messages: [], tools: [], maxTokens: 1 };
const usage = { inputTokens: 1, outputTokens: 2 };
const end: LlmEvent = { type: 'done', finishReason: 'stop', usage };

/** A model of these events that may throw at their end, and what the watch was told of it. */
function watched(events: readonly LlmEvent[], failure?: Error) {
  const ends: ModelEnd[] = [];
  let closed = false;
  const streamChat = async function* () {
    try {
      await Promise.resolve();
      yield* events;
      if (failure) throw failure;
    } finally {
      closed = true;
    }
  };
  const inner: LlmProvider = { name: 'inner', model: 'inner-1', streamChat };
  const model = watchedModel(inner, () => (ended) => void ends.push(ended));
  const stream = () => model.streamChat(request, new AbortController().signal);
  return { stream, ends, isClosed: () => closed };
}

it('passes every stream on as it is, read to wherever, and tells its end once', () =>
  holds([fc.array(fc.string()), fc.nat(), fc.boolean()], async (texts, readAtMost, ends) => {
    const said = texts.map((text): LlmEvent => ({ type: 'text', text }));
    const events = ends ? [...said, end] : said;
    const { stream, ends: told, isClosed } = watched(events);
    const seen: LlmEvent[] = [];
    for await (const event of stream()) {
      seen.push(event);
      if (seen.length > readAtMost) break;
    }
    expect(seen).toEqual(events.slice(0, readAtMost + 1));
    expect(told).toEqual([seen.at(-1) === end ? end : undefined]);
    expect(isClosed()).toBe(true);
  }));

it('passes a failure on and tells of it', async () => {
  const { stream, ends } = watched([{ type: 'text', text: 'a' }], new Error('cut'));
  const read = async () => {
    for await (const event of stream()) expect(event.type).toBe('text');
  };
  await expect(read()).rejects.toThrow('cut');
  expect(ends).toEqual([undefined]);
});
