import { performance } from 'node:perf_hooks';
import { Module, type Provider } from '@nestjs/common';
import { systemClock } from '../../foundation/clock.js';
import type { Logger } from '../../foundation/logger.js';
import { Metrics } from '../../observe/metrics/metrics.js';
import { runLines, type OpenSink } from '../../observe/sink.js';
import { createStepObserver } from '../../observe/observer.js';
import { LineFile, talkLog } from '../../observe/talk/talk-log.js';
import type { Config } from '../config/config.js';
import { version } from '../version.js';
import { Lifetime } from './lifetime.js';
import { token } from '../../agentapi/injection.js';
import { provide, CONFIG, LOGGER, RUN_SINKS, STEP_OBSERVER } from './injection.js';

const TRACES = token<Awaited<ReturnType<typeof openTraces>> | undefined>('TRACES');

const providers: Provider[] = [
  Metrics,
  provide(
    TRACES,
    [CONFIG, LOGGER, Lifetime],
    async ({ observe: { traces } }, logger, lifetime) =>
      traces && lifetime.open(() => openTraces(traces, logger)),
  ),
  provide(
    RUN_SINKS,
    [CONFIG, Metrics, TRACES, LOGGER, Lifetime],
    async (config, metrics, traces, logger, lifetime) => {
      const sinks: OpenSink[] = [metrics.open, runLines(logger)];
      if (traces) sinks.push(traces.open);
      const path = config.observe.talkLog;
      if (path === undefined) return sinks;
      const file = new LineFile(path, logger);
      await lifetime.open(() => ({ close: () => file.settled() }));
      return [...sinks, talkLog((line) => file.append(line), secretsOf(config))];
    },
  ),
  provide(STEP_OBSERVER, [Metrics, TRACES, LOGGER], (metrics, traces, logger) =>
    createStepObserver({
      sinks: [metrics.steps, ...(traces ? [traces.steps] : [])],
      logger,
      now: () => performance.now(),
      clock: systemClock,
    }),
  ),
];

/** Its library is loaded only where traces are wanted. */
async function openTraces(settings: NonNullable<Config['observe']['traces']>, logger: Logger) {
  const { openTraces: open } = await import('../../observe/traces/open-traces.js');
  return open({ ...settings, serviceVersion: version, logger });
}

/** What must not stand in the talk log, should a model or a tool repeat it. */
function secretsOf(config: Config): string[] {
  const { auth, gemini, openai, anthropic, knowledge } = config;
  const keys = [gemini, openai, anthropic, knowledge.cohere].map((service) => service?.apiKey);
  const signing = auth.kind === 'jwt' && 'secret' in auth.keys ? auth.keys.secret : undefined;
  const headers = Object.values(config.observe.traces?.headers ?? {});
  const password = config.databaseUrl && new URL(config.databaseUrl).password;
  const all = [...keys, signing, ...headers, password, config.observe.metricsToken];
  return all.filter((secret): secret is string => secret !== undefined && secret !== '');
}

@Module({ providers, exports: [Metrics, RUN_SINKS, STEP_OBSERVER] })
export class ObserveModule {}
