import type { ErrorCode } from '../foundation/errors.js';
import type { Usage } from '../llm/types.js';
import type { Clock } from '../foundation/clock.js';
import type { Logger } from '../foundation/logger.js';

/** A piece of work that a server begins. */
interface StepInfo {
  researchId: string;
  step: string;
  /** Of the tasks, which; absent for other steps. */
  taskId?: number;
  /** How often it was started, this time included. */
  attempt: number;
}

/**
 * How a piece of work ended here. `retried`: it failed for now; `stopped`: the server stops, and gives it back;
 * `lost`: what it brought was not stored, for the work is no longer this server's: taken over, or its research
 * is cancelled or deleted. A code: what failed its research.
 */
type StepOutcome = 'completed' | 'retried' | 'stopped' | 'lost' | ErrorCode;

/** A piece of work at its end. */
export interface StepEnd {
  outcome: StepOutcome;
  /** What went wrong, of one that failed for now or for good. */
  errorCode?: ErrorCode;
  /** Tokens of its model calls. */
  usage: Usage;
}

/** Watches the work of a server from outside: metrics, traces. What it answers is called once, at the end; neither throws. */
export interface StepObserver {
  begin(step: StepInfo): (end: StepEnd) => void;
}

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
interface StepObserverOptions {
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
