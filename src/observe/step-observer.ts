import type { Clock } from '../foundation/clock.js';
import type { Logger } from '../foundation/logger.js';
import type { StepEnd, StepInfo, StepObserver } from './step-info.js';

/** A step of a research that has ended on this server. */
export interface EndedStep extends StepInfo, StepEnd {
  startedAt: Date;
  ms: number;
}

/** What one sink is told of all steps of researches; it must not wait. */
export interface StepSink {
  begun?(): void;
  ended(step: EndedStep): void;
}

/** What watches the steps is made of. */
export interface StepObserverOptions {
  sinks: readonly StepSink[];
  logger: Logger;
  /** Milliseconds that only rise. */
  now: () => number;
  clock: Clock;
}

/** Tells the sinks of the steps of researches; one that throws is logged, and the step continues. */
export function createStepObserver({
  sinks,
  logger,
  now,
  clock,
}: StepObserverOptions): StepObserver {
  const tell = (work: (sink: StepSink) => void): void => {
    for (const sink of sinks) {
      try {
        work(sink);
      } catch (error) {
        logger.error({ err: error }, 'a step of a research is not observed as it should be');
      }
    }
  };
  return {
    begin: (step) => {
      const startedAt = clock();
      const startMs = now();
      tell((sink) => sink.begun?.());
      return (end) => {
        const ended = { ...step, ...end, startedAt, ms: now() - startMs };
        tell((sink) => sink.ended(ended));
      };
    },
  };
}
