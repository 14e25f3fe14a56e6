import { performance } from 'node:perf_hooks';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { RunObserver } from '../agentloop/run-observer.js';
import type { Catalog } from '../agenttools/catalog.js';
import type { Config } from './config/config.js';
import { systemClock } from '../foundation/clock.js';
import type { Logger } from '../foundation/logger.js';
import type { Models } from '../llm/models.js';
import { countRefusals, serveMetrics } from '../observe/metrics/serve-metrics.js';
import { Metrics } from '../observe/metrics/metrics.js';
import { createObserver } from '../observe/observer.js';
import { keepOrigins } from '../observe/request-origin.js';
import { runLog } from '../observe/run-log.js';
import type { OpenSink } from '../observe/sink.js';
import { createStepObserver, type StepObserver } from '../observe/step-observer.js';
import { LineFile } from '../observe/talk/line-file.js';
import { talkLog } from '../observe/talk/talk-log.js';
import { version } from './version.js';

/** What watches a server. */
export interface Observers {
  /** What a run's watch begins with. */
  observe(parts: { catalog: Catalog; models: Models }): RunObserver;
  /** What watches the steps of researches. */
  steps: StepObserver;
  /** Hooks and routes; to be called before the application listens. */
  attach(app: NestFastifyApplication): void;
  /** Hands over what is left. Never rejects. */
  close(): Promise<void>;
}

/** Opens the observers that the configuration asks for; the libraries of those it does not are not loaded. */
export async function openObservers(config: Config, logger: Logger): Promise<Observers> {
  const { metricsToken, traces: traceSettings, talkLog: path } = config.observe;
  const metrics = new Metrics();
  const traces = traceSettings && (await openTraces(traceSettings, logger));
  const file = path === undefined ? undefined : new LineFile(path, logger);
  const sinks: OpenSink[] = [metrics.open, runLog(logger)];
  if (traces) sinks.push(traces.open);
  if (file) sinks.push(talkLog((line) => file.append(line), secretsOf(config)));
  return {
    observe: (parts) =>
      createObserver({
        ...parts,
        sinks,
        streamOpened: metrics.streamOpened,
        logger,
        now: () => performance.now(),
        clock: systemClock,
      }),
    steps: createStepObserver({
      sinks: [metrics.steps, ...(traces ? [traces.steps] : [])],
      logger,
      now: () => performance.now(),
      clock: systemClock,
    }),
    attach: (app) => {
      const fastify = app.getHttpAdapter().getInstance();
      keepOrigins(fastify);
      countRefusals(fastify, metrics.requestRefused);
      const identityChecked = config.auth.kind !== 'none';
      serveMetrics(fastify, metrics, { token: metricsToken, identityChecked });
    },
    close: async () => {
      await Promise.all([traces?.close(), file?.settled()]);
    },
  };
}

async function openTraces(settings: NonNullable<Config['observe']['traces']>, logger: Logger) {
  const { openTraces: open } = await import('../observe/traces/open-traces.js');
  return open({ ...settings, serviceVersion: version, logger });
}

/** What must not stand in the talk log, should a model or a tool repeat it. */
function secretsOf(config: Config): string[] {
  const keys = [config.gemini.apiKey, config.openai.apiKey, config.anthropic.apiKey];
  const headers = Object.values(config.observe.traces?.headers ?? {});
  const password = config.databaseUrl && new URL(config.databaseUrl).password;
  const all = [...keys, ...headers, password, config.observe.metricsToken];
  return all.filter((secret): secret is string => secret !== undefined && secret !== '');
}
