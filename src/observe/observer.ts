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
import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance } from 'fastify';
import { traceHeadersOf, type TraceHeaders } from '../foundation/trace-headers.js';

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
      const { elapsedMs, trace } = currentOrigin();
      const startedMs = now() - elapsedMs;
      const { userId, authorization } = request.caller;
      const llm = toolsModel(request.agent.policy, models);
      const run: RunInfo = {
        runId: request.runId,
        conversationId: request.conversationId,
        userId,
        authorization,
        contextType: request.agent.contextType,
        provider: llm.name,
        model: llm.model,
        startedAt: new Date(clock().getTime() - elapsedMs),
        trace,
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

/** What a run's request brought beside the message. */
interface RequestOrigin {
  /** How long the request has been worked on so far, in ms. */
  elapsedMs: number;
  /** The caller's place in a trace, when it has one. */
  trace: TraceHeaders;
}

const origins = new AsyncLocalStorage<{ since: () => number; trace: TraceHeaders }>();

/** Keeps each request's origin for the work it asks for. */
export function keepOrigins(fastify: FastifyInstance): void {
  // Not before the body is read: what its stream calls does not run inside the request's context.
  fastify.addHook('preHandler', (request, reply, done) => {
    const trace = traceHeadersOf(request.headers);
    origins.run({ since: () => reply.elapsedTime, trace }, done);
  });
}

/** The origin of the request that is being worked on; outside of one, of something that begins now. */
function currentOrigin(): RequestOrigin {
  const origin = origins.getStore();
  return { elapsedMs: origin?.since() ?? 0, trace: origin?.trace ?? {} };
}
