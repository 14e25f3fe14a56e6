import type { Clock } from '../foundation/clock.js';
import type { Logger } from '../foundation/logger.js';
import type { RunObserver } from '../agentloop/run-observer.js';
import { FIND_TOOLS } from '../agentloop/find-tools.js';
import type { Catalog } from '../agenttools/catalog.js';
import { toolsModel } from '../agentloop/model-roles.js';
import { defined } from '../foundation/defined.js';
import type { Models } from '../llm/models.js';
import { fanOut } from './fan-out.js';
import { currentOrigin } from './request-origin.js';
import { UNKNOWN_TOOL, WatchedRun } from './run-watch.js';
import type { OpenSink, RunInfo } from './sink.js';

/** What a server's observer is made of. */
export interface ObserverOptions {
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
        ...defined({ authorization }),
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
