import { createBackend, type Backend } from '../../agenttools/sources/backend.js';
import {
  backendAddress,
  unknownBackend,
  type AnyPlugin,
  type PluginHost,
} from '../../host/plugin.js';
import { erpReads } from '../../platform/reads.js';
import type { Config } from '../config/config.js';
import { Inject, Module, type OnModuleDestroy, type Provider } from '@nestjs/common';
import { systemClock, systemTimer } from '../../foundation/clock.js';
import { openPlugins, type OpenedPlugins } from '../../host/open-plugins.js';
import { LiveModels } from '../../llm/models.js';
import { PgConversationViewStore } from '../../store/conversation-views.store.js';
import { RetentionStore } from '../../store/retention.store.js';
import { PgRunLog } from '../../store/run-log/run-log.store.js';
import { Retention } from '../retention/retention.js';
import { servesSample } from '../served/served.js';
import { version } from '../version.js';
import { KnowledgeModule } from './knowledge.module.js';
import { Lifetime } from './lifetime.js';
import { LlmModule } from './llm.module.js';
import { ObserveModule } from './observe.module.js';
import {
  provide,
  ServerAddress,
  CONFIG,
  DATABASE,
  KNOWLEDGE,
  LOGGER,
  PLUGINS,
  RUN_NEWS,
  SERVED,
  STEP_OBSERVER,
} from './injection.js';
import { RunLogModule, STOP_GRACE_MS } from './run-log.module.js';
import { StoreModule } from './store.module.js';

function pluginHosts(
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

const providers: Provider[] = [
  provide(
    PLUGINS,
    [
      CONFIG,
      SERVED,
      ServerAddress,
      DATABASE,
      KNOWLEDGE,
      LiveModels,
      RUN_NEWS,
      STEP_OBSERVER,
      LOGGER,
      Lifetime,
    ],
    (config, served, address, db, knowledge, models, news, steps, logger, lifetime) => {
      const erp = servesSample(served) ? () => config.platformUrl ?? address.url : undefined;
      const shared = { db, knowledge, models, news, steps, clock: systemClock, logger };
      const hostFor = pluginHosts(shared, config, erp);
      return lifetime.open(() => openPlugins(served.plugins, { hostFor, version, logger }));
    },
  ),
  provide(
    PgConversationViewStore,
    [DATABASE, PLUGINS],
    (db, { cleanups }) => new PgConversationViewStore(db, cleanups),
  ),
  provide(
    Retention,
    [DATABASE, PgConversationViewStore, PgRunLog, CONFIG, LOGGER],
    (db, views, log, { retention: settings }, logger) => {
      const [clock, timer] = [systemClock, systemTimer];
      const store = new RetentionStore(db, views, clock);
      return new Retention({ store, log, settings, clock, timer, logger });
    },
  ),
];

/** The plugins, and what is done to all conversations with what plugins keep of them. */
@Module({
  imports: [StoreModule, LlmModule, ObserveModule, KnowledgeModule, RunLogModule],
  providers,
  exports: [PLUGINS, PgConversationViewStore],
})
export class PluginsModule implements OnModuleDestroy {
  constructor(@Inject(PLUGINS) private readonly plugins: OpenedPlugins) {}

  onModuleDestroy(): Promise<void> {
    return this.plugins.stop(STOP_GRACE_MS);
  }
}
