import type { Clock } from '../foundation/clock.js';
import type { Logger } from '../foundation/logger.js';
import type { RunObserver } from '../agentloop/run.js';
import { FIND_TOOLS } from '../agentloop/find-tools.js';
import type { Catalog } from '../agenttools/catalog.js';
import { toolsModel } from '../agentloop/agent.js';
import type { Models } from '../llm/models.js';
import { UNKNOWN_TOOL, WatchedRun } from './run-watch.js';
import type { OpenSink, RunInfo, RunSink } from './sink.js';
import type { FastifyInstance } from 'fastify';
import {
  type RequestOrigin,
  type TraceHeaders,
  traceHeadersOf,
} from '../foundation/trace-headers.js';

/** What a server's observer is made of. */
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

/** Watches all runs of a server and tells the sinks. */
export function createObserver(options: ObserverOptions): RunObserver {
  const { sinks, catalog, models, logger, now, clock } = options;
  const labelOf = (name: string) =>
    name === FIND_TOOLS || catalog.find(name) !== undefined ? name : UNKNOWN_TOOL;
  return {
    streamOpened: options.streamOpened,
    begin: (request) => {
      const { userId, authorization, origin } = request.caller;
      const startedMs = origin?.receivedMs ?? now();
      const llm = toolsModel(request.agent.policy, models);
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
      return new WatchedRun(new FanOut(sinks, run, logger), { elapsed, labelOf });
    },
  };
}

/** What a sink may be told, and with what. */
type Told = Exclude<keyof RunSink, 'traceHeaders'>;
type Telling<What extends Told> = Parameters<NonNullable<RunSink[What]>>;

/**
 * All sinks of a run as one. A sink that throws is a fault of ours, but no reason to end a run: it is
 * logged and gets nothing more of this run.
 */
export class FanOut implements RunSink {
  readonly traceHeaders: TraceHeaders;
  private readonly sinks = new Set<RunSink>();

  constructor(
    open: readonly OpenSink[],
    private readonly run: RunInfo,
    private readonly logger: Logger,
  ) {
    for (const openSink of open) {
      try {
        this.sinks.add(openSink(run));
      } catch (error) {
        this.note(error);
      }
    }
    const traced = [...this.sinks].find((sink) => sink.traceHeaders);
    this.traceHeaders = traced?.traceHeaders ?? run.trace;
  }

  selected(...what: Telling<'selected'>): void {
    this.tell('selected', what);
  }
  modelStarted(...what: Telling<'modelStarted'>): void {
    this.tell('modelStarted', what);
  }
  modelEnded(...what: Telling<'modelEnded'>): void {
    this.tell('modelEnded', what);
  }
  text(...what: Telling<'text'>): void {
    this.tell('text', what);
  }
  toolEnded(...what: Telling<'toolEnded'>): void {
    this.tell('toolEnded', what);
  }
  recorded(...what: Telling<'recorded'>): void {
    this.tell('recorded', what);
  }
  ended(...what: Telling<'ended'>): void {
    this.tell('ended', what);
  }

  private tell<What extends Told>(name: What, what: Telling<What>): void {
    for (const sink of this.sinks) {
      try {
        (sink[name] as ((...what: Telling<What>) => void) | undefined)?.(...what);
      } catch (error) {
        this.sinks.delete(sink);
        this.note(error);
      }
    }
  }

  private note(error: unknown): void {
    const { runId } = this.run;
    this.logger.error({ run_id: runId, err: error }, 'a run is not observed as it should be');
  }
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
