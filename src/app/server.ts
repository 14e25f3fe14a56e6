import type { Config } from './config/config.js';
import { systemClock } from '../foundation/clock.js';
import type { Logger } from '../foundation/logger.js';
import { type VerifyToken, withForwardedUsers, verifyStatic } from '../http/identity/identity.js';
import { verifyJwt } from '../http/identity/jwt.js';
import { LazyModuleLoader } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { ErpModule } from '../../samples/erp/erp.module.js';
import { shapeOpenAiErrors } from '../agentapi/protocols/openai/openai-errors.js';
import { refuseEarly } from '../agentapi/refuse-early.js';
import type { OpenedPlugins } from '../host/open-plugins.js';
import { createApp } from '../http/create-app.js';
import { requireIdentity } from '../http/identity/require-identity.js';
import { countRefusals, serveMetrics, Metrics } from '../observe/metrics/metrics.js';
import { keepOrigins } from '../observe/observer.js';
import { AgentApiModule } from './modules/agent-api.module.js';
import { explainStart } from './explain-start.js';
import { Lifetime } from './modules/lifetime.js';
import { PluginsModule } from './modules/plugins.module.js';
import { ServerAddress, DATABASE, PLUGINS, type ServerOptions } from './modules/injection.js';
import { SettingsModule } from './modules/settings.module.js';
import { servePage } from './serve-page.js';
import { embedsErp, sampleServed } from './served/served.js';

function identityFromConfig(
  { auth, forwardedUsers }: Pick<Config, 'auth' | 'forwardedUsers'>,
  logger: Logger,
): VerifyToken | undefined {
  if (auth.kind === 'none') return undefined;
  const verify =
    auth.kind === 'static'
      ? verifyStatic(auth.tokens)
      : verifyJwt({ ...auth, logger, clock: systemClock });
  return forwardedUsers === undefined ? verify : withForwardedUsers(verify, forwardedUsers);
}

export type { ServerOptions } from './modules/injection.js';

export interface Server {
  url: string;
  close(): Promise<void>;
}

/** Opens the database and listens. Rejects with an `AppError` that says what to fix; nothing is left open then. */
export async function startServer(
  config: Config,
  logger: Logger,
  options: ServerOptions = {},
): Promise<Server> {
  for (const warning of config.warnings) logger.warn(warning);
  const lifetime = new Lifetime();
  let app: NestFastifyApplication | undefined;
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => (closed ??= app ? app.close() : lifetime.close());
  try {
    const settings = SettingsModule.register(config, logger, options, lifetime);
    const module = { module: AgentApiModule, imports: [settings] };
    app = await createApp(module, logger, config.edge, config.limits.body);
    await loadRoutes(app, embedsErp(config, options.served ?? sampleServed));
    await addEdge(app, config, logger);
    await app.listen(config.port, config.host);
    const url = await app.getUrl();
    app.get(ServerAddress).url = url;
    return { url, close };
  } catch (error) {
    await close();
    throw explainStart(error, config);
  }
}

/** Adds the routes of plugins, which are there once those were opened, and of the sample ERP. */
async function loadRoutes(app: NestFastifyApplication, withErp: boolean): Promise<void> {
  // `app.get` finds what there is at its first call: until all modules are there it is not asked.
  const opened = app.select(PluginsModule);
  const loader = opened.get(LazyModuleLoader);
  const { routes } = opened.get<OpenedPlugins>(PLUGINS);
  const erp = withErp ? [ErpModule.register(opened.get(DATABASE))] : [];
  for (const module of [...routes, ...erp]) await loader.load(() => module);
}

/** What requests meet before and beside the routes, in this order. */
async function addEdge(app: NestFastifyApplication, config: Config, logger: Logger): Promise<void> {
  const fastify = app.getHttpAdapter().getInstance();
  const metrics = app.get(Metrics);
  const verify = identityFromConfig(config, logger);
  if (verify !== undefined) requireIdentity(fastify, verify);
  refuseEarly(app, fastify);
  shapeOpenAiErrors(fastify);
  keepOrigins(fastify);
  countRefusals(fastify, metrics.requestRefused);
  const identityChecked = config.auth.kind !== 'none';
  serveMetrics(fastify, metrics, { token: config.observe.metricsToken, identityChecked });
  await app.get<OpenedPlugins>(PLUGINS).attach(app);
  await servePage(app, config.auth);
}
