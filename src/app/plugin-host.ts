import { createBackend, type Backend } from '../agenttools/sources/backend.js';
import { backendAddress, unknownBackend, type AnyPlugin, type PluginHost } from '../host/plugin.js';
import { erpReads } from '../platform/reads.js';
import type { Config } from './config/config.js';

/** Makes each plugin's host: what all have, its own settings, and the backends that the operator configured. */
export function pluginHosts(
  shared: Omit<PluginHost, 'settings' | 'backend' | 'hasBackend' | 'createBackend'>,
  config: Pick<Config, 'limits' | 'plugins' | 'secrets'>,
  /** The ERP's base URL; asked at each call, because the server's own is known only once it listens. Absent: no ERP. */
  platformUrl: (() => string) | undefined,
): (plugin: AnyPlugin) => PluginHost {
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
    settings: config.plugins[name],
    hasBackend: (wanted) => backends.has(wanted),
    backend: (wanted) => backends.get(wanted) ?? unknownBackend(wanted, [...backends.keys()]),
    createBackend: ({ baseUrl, reads = [] }) => {
      const url = backendAddress(baseUrl, name);
      return createBackend({ baseUrl: () => url, reads, timeoutMs, secrets });
    },
  });
}
