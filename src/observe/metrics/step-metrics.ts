import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { StepSink } from '../step-observer.js';

/** From a look at what is there to a task that reads for minutes, in seconds. */
const STEP_BUCKETS = [0.01, 0.05, 0.25, 1, 2.5, 5, 10, 20, 40, 80, 160, 320];

/** Counts the steps of researches in `registry`: by step and outcome, both from fixed lists. */
export function stepMetrics(registry: Registry): StepSink {
  const registers = [registry];
  const running = new Gauge({
    name: 'sextant_research_steps_running',
    help: 'Steps of researches under way on this server',
    registers,
  });
  const steps = new Counter({
    name: 'sextant_research_steps_total',
    help: 'Steps of researches that ended',
    labelNames: ['step', 'outcome'],
    registers,
  });
  const seconds = new Histogram({
    name: 'sextant_research_step_seconds',
    help: 'Length of steps of researches',
    buckets: STEP_BUCKETS,
    labelNames: ['step'],
    registers,
  });
  const tokens = new Counter({
    name: 'sextant_research_tokens_total',
    help: 'Tokens of steps of researches as the model counts them',
    labelNames: ['step', 'direction'],
    registers,
  });
  return {
    begun: () => running.inc(),
    ended: ({ step, outcome, ms, usage }) => {
      running.dec();
      steps.inc({ step, outcome });
      seconds.observe({ step }, ms / 1000);
      tokens.inc({ step, direction: 'input' }, usage.inputTokens);
      tokens.inc({ step, direction: 'output' }, usage.outputTokens);
    },
  };
}
