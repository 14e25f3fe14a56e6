import { expect, test } from '@jest/globals';
import { startCollector } from '../../test/support/collector.js';
import { readMetrics, seriesOf } from '../../test/support/metrics.js';
import { silentLogger } from '../foundation/logger.js';
import { type StepEnd, createStepObserver, type StepSink } from './step-observer.js';
import { Metrics } from './metrics/metrics.js';
import { openTraces } from './traces/open-traces.js';

const STARTED = new Date('2026-01-02T03:04:05.000Z');

/** Watches two steps, the second one started before the first has ended. */
async function watchTwo(sinks: readonly StepSink[], between = async () => {}): Promise<void> {
  let ms = 0;
  const observer = createStepObserver({
    sinks,
    logger: silentLogger,
    now: () => (ms += 500),
    clock: () => STARTED,
  });
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
  expect(await of('research_step_seconds_sum')).toEqual({
    'step="analyze"': 1,
    'step="extract"': 1,
  });
  expect(await of('research_tokens_total')).toMatchObject({
    'step="extract",direction="input"': 30,
    'step="extract",direction="output"': 7,
  });
});

test('each step is a span and a trace of its own, with the times it had', async () => {
  const collector = await startCollector();
  const traces = openTraces({
    url: `${collector.url}/v1/traces`,
    headers: {},
    serviceName: 'test',
    serviceVersion: '1',
    logger: silentLogger,
  });
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
  expect(spans.map(({ parentSpanId }) => parentSpanId || undefined)).toEqual([
    undefined,
    undefined,
  ]);
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
