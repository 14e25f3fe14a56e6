import type { RunNews } from '../agentapi/runs/run-news.js';
import { createBackend, type Backend } from '../agenttools/sources/backend.js';
import { systemClock } from '../foundation/clock.js';
import type { Logger } from '../foundation/logger.js';
import { backendAddress, unknownBackend } from '../host/plugin-backends.js';
import type { AnyPlugin, PluginHost } from '../host/plugin.js';
import type { Knowledge } from '../knowledge/knowledge.js';
import type { Models } from '../llm/models.js';
import type { StepObserver } from '../observe/step-observer.js';
import type { Database } from '../store/database.js';
import { erpReads } from '../platform/reads.js';
import type { Config } from './config/config.js';

/** What hosts are made of. */
export interface HostParts {
  config: Config;
  db: Database;
  knowledge: Knowledge;
  models: Models;
  news: RunNews;
  steps: StepObserver;
  logger: Logger;
  /** The ERP's base URL; asked at each call, because the server's own is known only once it listens. Absent: no ERP. */
  platformUrl: (() => string) | undefined;
}

/** Makes each plugin's host: what all have, its own settings, and the backends that the operator configured. */
export function pluginHosts(parts: HostParts): (plugin: AnyPlugin) => PluginHost {
  const { config, platformUrl, ...shared } = parts;
  const { secrets } = config;
  const timeoutMs = config.limits.run.maxToolSeconds * 1000;
  const backends = new Map<string, Backend>();
  if (platformUrl !== undefined)
    backends.set(
      'erp',
      createBackend({ baseUrl: platformUrl, reads: erpReads, timeoutMs, secrets }),
    );
  return ({ name }) => ({
    ...shared,
    clock: systemClock,
    settings: config.plugins[name],
    hasBackend: (wanted) => backends.has(wanted),
    backend: (wanted) => backends.get(wanted) ?? unknownBackend(wanted, [...backends.keys()]),
    createBackend: ({ baseUrl, reads = [] }) => {
      const url = backendAddress(baseUrl, name);
      return createBackend({ baseUrl: () => url, reads, timeoutMs, secrets });
    },
  });
}
