import type { Clock } from '../foundation/clock.js';
import type { Logger } from '../foundation/logger.js';
import type { RunObserver } from '../agentloop/run.js';
import { FIND_TOOLS } from '../agentloop/find-tools.js';
import type { Catalog } from '../agenttools/catalog.js';
import { modelFor } from '../agentloop/agent.js';
import type { Models } from '../llm/models.js';
import { UNKNOWN_TOOL, WatchedRun } from './run-watch.js';
import { RunSinks, type OpenSink, type RunInfo } from './sink.js';
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
