import type { Clock } from '../foundation/clock.js';
import type { Logger } from '../foundation/logger.js';
import type { RunObserver } from '../agentloop/run.js';
import { FIND_TOOLS } from '../agentloop/find-tools.js';
import type { Catalog } from '../agenttools/catalog.js';
import { toolsModel } from '../agentloop/agent.js';
import { defined } from '../foundation/defined.js';
import type { Models } from '../llm/models.js';
import { UNKNOWN_TOOL, WatchedRun } from './run-watch.js';
import type { OpenSink, RunInfo, RunSink } from './sink.js';
import type { FastifyInstance } from 'fastify';
import { type RequestOrigin, traceHeadersOf } from '../foundation/trace-headers.js';

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
      return new WatchedRun(fanOut(sinks, run, logger), { elapsed, labelOf });
    },
  };
}

/**
 * All sinks of a run as one. A sink that throws is a fault of ours, but no reason to end a run: it is
 * logged and gets nothing more of this run.
 */
export function fanOut(open: readonly OpenSink[], run: RunInfo, logger: Logger): RunSink {
  const sinks = new Set<RunSink>();
  const guarded = (sink: RunSink | undefined, work: () => void): void => {
    try {
      work();
    } catch (error) {
      if (sink) sinks.delete(sink);
      logger.error({ run_id: run.runId, err: error }, 'a run is not observed as it should be');
    }
  };
  for (const openSink of open) guarded(undefined, () => void sinks.add(openSink(run)));
  const tell = (work: (sink: RunSink) => void): void => {
    for (const sink of sinks) guarded(sink, () => work(sink));
  };
  const traceHeaders = [...sinks].find((sink) => sink.traceHeaders)?.traceHeaders ?? run.trace;
  const readsText = [...sinks].some((sink) => 'text' in sink);
  return {
    traceHeaders,
    selected: (selection, span) => tell((sink) => sink.selected?.(selection, span)),
    modelStarted: (request, call) => tell((sink) => sink.modelStarted?.(request, call)),
    modelEnded: (call) => tell((sink) => sink.modelEnded?.(call)),
    ...defined({
      text: readsText ? (chunk: string) => tell((sink) => sink.text?.(chunk)) : undefined,
    }),
    toolEnded: (use) => tell((sink) => sink.toolEnded?.(use)),
    recorded: (messages) => tell((sink) => sink.recorded?.(messages)),
    ended: (summary) => tell((sink) => sink.ended?.(summary)),
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
