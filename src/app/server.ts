import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DynamicModule } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { FormsService } from '../agentapi/forms/forms.service.js';
import type { RunsService } from '../agentapi/runs.service.js';
import { shapeOpenAiErrors } from '../agentapi/protocols/openai/openai-errors.js';
import { diskState } from './doctor/check-directory.js';
import { AppModule } from './app.module.js';
import { refuseHalfRestored } from './backup/restore-progress.js';
import type { Config } from './config/config.js';
import { systemClock } from '../foundation/clock.js';
import { Questions } from '../agenttools/questions/questions.js';
import type { StartDocumentWorker } from '../agenttools/sources/openapi/worker/document-thread.js';
import { defined } from '../foundation/defined.js';
import type { Logger } from '../foundation/logger.js';
import { createApp } from '../http/create-app.js';
import { refuseEarly } from '../agentapi/refuse-early.js';
import { requireIdentity } from '../http/identity/require-identity.js';
import { explainStart } from './explain-start.js';
import { identityFromConfig } from './identity-from-config.js';
import type { LawSettings } from '../plugins/law/law-settings.js';
import type { LiveModels, Models } from '../llm/models.js';
import { openObservers, type Observers } from './open-observers.js';
import type { Knowledge } from '../knowledge/knowledge.js';
import { openDocuments } from './open-documents.js';
import { servePage } from './serve-page.js';
import { createParts, formStore, type Parts } from './parts.js';
import { pluginHosts } from './plugin-host.js';
import { openPlugins, type OpenedPlugins } from '../host/open-plugins.js';
import { connectedModels } from './connected/open-connected.js';
import type { ConnectedModels } from './connected/connected-models.js';
import { ErpModule } from '../../samples/erp/erp.module.js';
import { prepareErp } from '../../samples/erp/seed.js';
import { migrationsOf } from './migrations.js';
import { openRuns } from './open-runs.js';
import { keepDeleting } from './retention/retention.js';
import { PgConversationViewStore } from '../store/conversation-views.store.js';
import { RetentionStore } from '../store/retention.store.js';
import type { Database } from '../store/database.js';
import { migrate } from '../store/migrate.js';
import { openDatabase } from '../store/open-database.js';
import { putSampleCases } from '../../samples/town-law/put-sample-cases.js';
import { version } from './version.js';
import { openSelection, type ToolSelection } from './open-tools.js';
import { ConfigFileFollower } from './served/config-file-follower.js';
import {
  openSource,
  openSources,
  sourcesSettled,
  type SourceOptions,
} from './served/open-sources.js';
import { signInStore } from './served/sign-in-store.js';
import { AddedSources } from './served/added/added-sources.js';
import { editSources } from './served/added/edit-sources.js';
import { sampleFile, sampleServed, servesSample, type Served } from './served/served.js';
import type { ConfigFile } from './config/file/config-file.model.js';
import type { EditSources } from '../agentapi/sources/edit-sources.js';
import { AddedSourceStore } from '../store/added-sources.store.js';
import type { McpSignInStore } from '../store/mcp-sign-ins.store.js';

/** A running server. */
export interface Server {
  /** Where it listens, e.g. `http://127.0.0.1:3000`. */
  url: string;
  /** Ends open streams with a terminal event, stops listening, closes the database. */
  close(): Promise<void>;
}

/** What may be watched or replaced when a server starts. */
export interface ServerOptions {
  /** Called with what the start is doing, for people who wait for it; a step that takes long asks for `patience`. */
  progress?: (step: string, patience?: number) => void;
  /** Told the share of tools that is embedded, from 0 to 1, beside everything else. */
  indexing?: (share: number) => void;
  /** Replaces the configured models. */
  models?: Models;
  /** Replaces the configured database; closed with the server all the same. */
  db?: Database;
  /** What is served; absent: the sample. */
  served?: Served;
  /** Starts the threads that read documents. */
  startWorker?: StartDocumentWorker;
}

const STOP_GRACE_MS = 2_000;

/** Documents that take longer to read come in while the server already answers. */
const READ_LIMIT_MS = 10_000;

/** Making a database, or bringing a large one up to date, takes seconds on a quiet machine and a minute on a busy one. */
const LONG_STEP = 8;

/** Opens the database and listens. Rejects with an `AppError` that says what to fix; nothing is left open then. */
export async function startServer(
  config: Config,
  logger: Logger,
  options: ServerOptions = {},
): Promise<Server> {
  const { served = sampleServed } = options;
  const closers: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const closeOne of closers.splice(0).reverse()) await closeOne();
  };
  for (const warning of config.warnings) logger.warn(warning);
  try {
    // Embedder and database are made ready at the same time.
    const tools = openSelection(config, logger, options.indexing);
    closers.push(() => tools.close());
    const db = await openPrepared(config, served, options);
    closers.push(() => db.close());
    options.progress?.('Starting the HTTP server', 2);
    const observers = await openObservers(config, logger);
    closers.push(() => observers.close());
    const knowledge = await openDocuments(config, servesSample(served), db, tools.embedder, logger);
    closers.push(() => knowledge.close());
    const connected = connectedModels({ config, served, options, logger, db, tools });
    await connected.open();
    closers.push(async () => connected.close());
    const { models } = connected;
    const questions = new Questions();
    const base = {
      ...{ config, served, options, logger, db, tools, observers, knowledge, models, connected },
      questions,
      signIns: signInStore(db, config),
    };
    const url = await listen(base, closers);
    return { url, close };
  } catch (error) {
    await close();
    throw explainStart(error, config);
  }
}

/** The configured database with its tables, and the sample ERP where the platform is embedded. */
async function openPrepared(
  config: Config,
  served: Served,
  options: ServerOptions,
): Promise<Database> {
  const isNew = config.databaseUrl === undefined && !existsSync(join(config.dataDir, 'pg'));
  if (isNew) options.progress?.('Making the database (at the first start only)', LONG_STEP);
  else options.progress?.('Opening the database', LONG_STEP);
  const db =
    options.db ??
    (await openDatabase({ ...config, statementSeconds: config.limits.statementSeconds }));
  try {
    options.progress?.('Preparing its tables', LONG_STEP);
    await refuseHalfRestored(db);
    await migrate(db, migrationsOf(served.plugins));
    if (servesSample(served)) {
      const { sampleCases } = config.plugins['law'] as LawSettings;
      await putSampleCases(db, systemClock, sampleCases);
    }
    if (embedsErp(config, served)) await prepareErp(db);
    return db;
  } catch (error) {
    await db.close();
    throw error;
  }
}

/** What the HTTP server stands on. */
interface Base {
  config: Config;
  served: Served;
  options: ServerOptions;
  logger: Logger;
  db: Database;
  tools: ToolSelection;
  observers: Observers;
  knowledge: Knowledge;
  models: LiveModels;
  connected: ConnectedModels;
  questions: Questions;
  signIns: McpSignInStore;
}

/** Opens the plugins, wires the parts and listens; answers the address. What it opened goes to `closers`. */
async function listen(base: Base, closers: (() => Promise<void>)[]): Promise<string> {
  const { config, served, logger, db, observers, models } = base;
  let url = '';
  const runBase = openRuns(config, db, logger);
  closers.push(() => runBase.stop(0));
  const platformUrl = servesSample(served) ? () => config.platformUrl ?? url : undefined;
  const { news } = runBase;
  const hostFor = pluginHosts({ ...base, platformUrl, news, steps: observers.steps });
  const plugins = await openPlugins(served.plugins, { hostFor, version, logger });
  closers.push(() => plugins.close());
  const parts = await openParts(base, plugins, closers);
  const observer = observers.observe({ catalog: parts.catalog.view, models });
  const [attachments] = plugins.attachments;
  const runs = await runBase.serve({
    ...parts,
    observer,
    chooseAgent: parts.chooseAgent,
    ...defined({ attachments }),
  });
  const app = await createApp(
    moduleOf(base, plugins, parts, runs),
    logger,
    config.edge,
    config.limits.body,
  );
  const stopDeleting = keepDeleting({
    store: new RetentionStore(db, new PgConversationViewStore(db, plugins.cleanups), systemClock),
    log: runBase.log,
    settings: config.retention,
    clock: systemClock,
    logger,
  });
  closers.push(async () => stopDeleting());
  // Closed in reverse: streams get their terminal event before their sockets go.
  closers.push(
    () => app.close(),
    () => runBase.stop(STOP_GRACE_MS),
    () => plugins.stop(STOP_GRACE_MS),
  );
  const verify = identityFromConfig(config, logger);
  if (verify !== undefined) requireIdentity(app.getHttpAdapter().getInstance(), verify);
  refuseEarly(app, app.getHttpAdapter().getInstance());
  shapeOpenAiErrors(app.getHttpAdapter().getInstance());
  observers.attach(app);
  await plugins.attach(app);
  await servePage(app, config.auth);
  url = await bind(app, config);
  return url;
}

/** The parts, and how sources are added to them. */
type ServedParts = Parts & { edit: EditSources };

/** The parts with the sources of the config file, which are followed from then on. */
async function openParts(
  base: Base,
  plugins: OpenedPlugins,
  closers: (() => Promise<void>)[],
): Promise<ServedParts> {
  const { served, options } = base;
  const added = await openAdded(base, plugins);
  const file = added.over(served.file ?? sampleFile);
  const sources = openSources(file, sourceOptions(base));
  const follower = followerOf(base, file, added);
  const probes = {
    disk: () => diskState(base.config.dataDir),
    ...(served.file && { config_file: async () => follower.state }),
  };
  const parts = createParts({
    ...base,
    served: { ...served, file },
    files: base.knowledge.files,
    plugins,
    sources,
    probes,
  });
  closers.push(() => parts.catalog.close());
  await parts.learning.open();
  closers.push(async () => parts.learning.close());
  if (sources.length > 0) {
    options.progress?.('Reading the documents of its sources', 2);
    await sourcesSettled(parts.catalog, READ_LIMIT_MS);
  }
  follower.open(parts);
  added.open(() => follower.take());
  closers.push(async () => {
    added.close();
    follower.close();
  });
  return { ...parts, edit: editSources(added, follower, parts.catalog) };
}

async function openAdded(
  { config, db, logger }: Base,
  plugins: OpenedPlugins,
): Promise<AddedSources> {
  const taken = [
    ...plugins.sources.map(({ id }) => id),
    ...plugins.agents.map(({ contextType }) => contextType),
  ];
  const added = new AddedSources(
    new AddedSourceStore(db, systemClock),
    new Set(taken),
    logger,
    new Set(config.mayForwardTo),
  );
  await added.load();
  return added;
}

function moduleOf(
  { config, served, db, questions, connected }: Base,
  plugins: OpenedPlugins,
  parts: ServedParts,
  runs: RunsService,
): DynamicModule {
  const sample = embedsErp(config, served) ? [ErpModule.register(db)] : [];
  return AppModule.register({
    ...parts,
    catalog: parts.catalog.view,
    forms: new FormsService(formStore(config, db), parts.catalog.view, systemClock),
    runs,
    questions,
    sources: {
      ...{ catalog: parts.catalog, edit: parts.edit },
      ...defined({ publicUrl: config.protocols.publicUrl }),
    },
    model: connected,
    operators: { role: config.operatorRole },
    routes: [...plugins.routes, ...sample],
    limits: config.limits.routes,
    protocols: config.protocols,
    api: { version, checksIdentity: config.auth.kind !== 'none', foreign: [ErpModule] },
  });
}

function followerOf(base: Base, file: ConfigFile, added: AddedSources): ConfigFileFollower {
  const { served, logger } = base;
  const { readAgain = () => served.file ?? sampleFile } = served;
  const options = sourceOptions(base);
  return new ConfigFileFollower({
    file,
    readAgain: () => added.over(readAgain()),
    logger,
    openSource: (next, id) => openSource(next, id, options),
  });
}

function embedsErp(config: Config, served: Served): boolean {
  return servesSample(served) && config.platformUrl === undefined;
}

function sourceOptions({
  config,
  logger,
  knowledge,
  questions,
  signIns,
  options,
}: Base): SourceOptions {
  const timeoutMs = config.limits.run.maxToolSeconds * 1000;
  return {
    logger,
    timeoutMs,
    dataDir: config.dataDir,
    secrets: config.secrets,
    files: knowledge.files,
    questions,
    signIns,
    ...defined({ startWorker: options.startWorker }),
  };
}

async function bind(app: NestFastifyApplication, config: Config): Promise<string> {
  await app.listen(config.port, config.host);
  return app.getUrl();
}
