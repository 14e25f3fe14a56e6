import type { FastifyInstance } from 'fastify';
import type { Clock } from '../foundation/clock.js';
import type { Logger } from '../foundation/logger.js';
import type { RunObserver } from '../agentloop/run.js';
import { FIND_TOOLS } from '../agentloop/find-tools.js';
import type { Catalog } from '../agenttools/catalog.js';
import { modelFor } from '../agentloop/agent.js';
import type { Models } from '../llm/models.js';
import { type RequestOrigin, traceHeadersOf } from '../foundation/trace-headers.js';
import type { ErrorCode } from '../foundation/errors.js';
import type { Usage } from '../llm/types.js';
import { UNKNOWN_TOOL, WatchedRun } from './run-watch.js';
import { RunSinks, type OpenSink, type RunInfo } from './sink.js';

interface ObserverOptions {
  sinks: readonly OpenSink[];
  streamOpened: (closed: AbortSignal) => void;
  catalog: Pick<Catalog, 'find'>;
  models: Models;
  logger: Logger;
  /** Milliseconds that only rise, the same as the loop's. */
  now: () => number;
  clock: Clock;
}

export function createObserver(options: ObserverOptions): RunObserver {
  const { sinks, catalog, models, logger, now, clock } = options;
  const labelOf = (name: string) =>
    name === FIND_TOOLS || catalog.find(name) !== undefined ? name : UNKNOWN_TOOL;
  return {
    streamOpened: options.streamOpened,
    begin: (request) => {
      const { userId, authorization, origin } = request.caller;
      const startedMs = origin?.receivedMs ?? now();
      const llm = modelFor('tools', request.agent.policy, models);
      const run: RunInfo = {
        runId: request.runId,
        conversationId: request.conversationId,
        userId,
        authorization,
        contextType: request.agent.contextType,
        provider: llm.name,
        model: llm.model,
        startedAt: new Date(clock().getTime() - (now() - startedMs)),
        trace: origin?.trace ?? {},
      };
      const elapsed = () => now() - startedMs;
      return new WatchedRun(new RunSinks(sinks, run, logger), { elapsed, labelOf });
    },
  };
}

declare module 'fastify' {
  interface FastifyRequest {
    origin?: RequestOrigin | undefined;
  }
}

/** Notes with each request when it came, and its caller's place in a trace. */
export function keepOrigins(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    request.origin = { receivedMs: performance.now(), trace: traceHeadersOf(request.headers) };
    done();
  });
}

interface StepInfo {
  researchId: string;
  step: string;
  /** Of the tasks, which; absent for other steps. */
  taskId?: number;
  /** How often it was started, this time included. */
  attempt: number;
}

export interface StepEnd {
  /** `retried`: failed for now; `stopped`: given back; `lost`: another's by now; a code: for good. */
  outcome: 'completed' | 'retried' | 'stopped' | 'lost' | ErrorCode;
  /** What went wrong, of one that failed for now or for good. */
  errorCode?: ErrorCode;
  usage: Usage;
}

/** Watches the work of a server from outside: metrics, traces. What it answers is called once, at the end; neither throws. */
export interface StepObserver {
  begin(step: StepInfo): (end: StepEnd) => void;
}

/** What one sink is told of all steps of researches; it must not wait. */
export interface StepSink {
  begun?(): void;
  ended(step: StepInfo & StepEnd & { startedAt: Date; ms: number }): void;
}

/** Tells the sinks of the steps of researches; one that throws is logged, and the step continues. */
export function createStepObserver({
  sinks,
  logger,
  now,
  clock,
}: Pick<ObserverOptions, 'logger' | 'now' | 'clock'> & {
  sinks: readonly StepSink[];
}): StepObserver {
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
