import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule } from './app.module.js';
import type { RunObserver } from '../agentloop/run-observer.js';
import { acceptUploads } from '../agentapi/documents/uploads.js';
import type { Config } from './config/config.js';
import { systemClock } from '../foundation/clock.js';
import type { Logger } from '../foundation/logger.js';
import { createApp } from '../http/create-app.js';
import { requireIdentity } from '../http/identity/require-identity.js';
import { identityFromConfig } from './identity-from-config.js';
import type { Models } from '../llm/models.js';
import { openObservers, type Observers } from './open-observers.js';
import type { Knowledge } from '../knowledge/knowledge.js';
import { openDocuments } from './open-documents.js';
import { servePage } from './serve-page.js';
import { createParts, type Parts } from './parts.js';
import { prepareErp } from '../../samples/erp/seed.js';
import { serverMigrations } from './migrations.js';
import { openResearch } from './open-research.js';
import { openRuns } from './open-runs.js';
import { PgCaseStore } from '../plugins/law/store/cases.store.js';
import type { Database } from '../store/database.js';
import { migrate } from '../store/migrate.js';
import { openDatabase } from '../store/open-database.js';
import { putSampleCases } from '../../samples/town-law/put-sample-cases.js';
import { openTools, type Tools } from './open-tools.js';

/** A running server. */
export interface Server {
  /** Where it listens, e.g. `http://127.0.0.1:3000`. */
  url: string;
  /** Ends open streams with a terminal event, stops listening, closes the database. */
  close(): Promise<void>;
}

/** What may be watched or replaced when a server starts. */
export interface ServerOptions {
  /** Told what the start is doing, for people who wait for it; a step that takes long asks for `patience`. */
  progress?: (step: string, patience?: number) => void;
  /** Replaces the configured models. */
  models?: Models;
  /** Replaces the configured database; closed with the server all the same. */
  db?: Database;
}

const STOP_GRACE_MS = 2_000;

/** Making a database, or bringing a large one up to date, takes seconds on a quiet machine and a minute on a busy one. */
const LONG_STEP = 8;

/** Opens the database and listens. Rejects with an `AppError` that says what to mend; nothing is left open then. */
export async function startServer(
  config: Config,
  logger: Logger,
  options: ServerOptions = {},
): Promise<Server> {
  const closers: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const closeOne of closers.splice(0).reverse()) await closeOne();
  };
  try {
    // The index needs no database: both are made ready at the same time.
    const tools = openTools(config, logger);
    closers.push(() => tools.close());
    const db = await openPrepared(config, options);
    closers.push(() => db.close());
    options.progress?.('Starting the HTTP server', 2);
    const observers = await openObservers(config, logger);
    closers.push(() => observers.close());
    const knowledge = await openDocuments(config, db, tools.embedder, logger);
    closers.push(() => knowledge.close());
    const base = { db, tools, observers, knowledge };
    const { app, work, url } = await listen(config, logger, base, options.models);
    closers.push(
      () => app.close(),
      () => work.stop(STOP_GRACE_MS),
    );
    return { url, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The configured database with its tables, and the sample ERP where the platform is embedded. */
async function openPrepared(config: Config, options: ServerOptions): Promise<Database> {
  const isNew = config.databaseUrl === undefined && !existsSync(join(config.dataDir, 'pg'));
  if (isNew) options.progress?.('Making the database (at the first start only)', LONG_STEP);
  else options.progress?.('Opening the database', LONG_STEP);
  const db =
    options.db ??
    (await openDatabase({ ...config, statementSeconds: config.limits.statementSeconds }));
  try {
    options.progress?.('Preparing its tables and the sample ERP', LONG_STEP);
    await migrate(db, serverMigrations);
    await putSampleCases(db, systemClock, config.law.sampleCases);
    if (embedsPlatform(config)) await prepareErp(db);
    return db;
  } catch (error) {
    await db.close();
    throw error;
  }
}

/** What the HTTP server stands on. */
interface Base {
  db: Database;
  tools: Tools;
  observers: Observers;
  knowledge: Knowledge;
}

async function listen(
  config: Config,
  logger: Logger,
  { db, tools, observers, knowledge }: Base,
  models: Models | undefined,
) {
  let url = '';
  const platformUrl = () => config.platformUrl ?? url;
  const parts = createParts({
    config,
    db,
    tools,
    knowledge,
    logger,
    platformUrl,
    ...(models ? { models } : {}),
  });
  const observer = observers.observe({ catalog: parts.catalog, models: parts.loop.models });
  const { steps } = observers;
  const work = await openWork(config, { ...parts, db, knowledge, observer, steps }, logger);
  const platformDb = embedsPlatform(config) ? db : undefined;
  const module = AppModule.register({
    ...parts,
    ...work,
    platformDb,
    knowledge,
    cases: new PgCaseStore(db, systemClock),
    limits: config.limits.routes,
  });
  const app = await createApp(module, logger, config.edge, config.limits.body);
  const verify = identityFromConfig(config.auth, logger);
  if (verify !== undefined) requireIdentity(app.getHttpAdapter().getInstance(), verify);
  observers.attach(app);
  await acceptUploads(app, knowledge.maxBytes);
  try {
    await servePage(app);
    url = await bind(app, config);
  } catch (error) {
    await app.close();
    await work.stop(0);
    throw error;
  }
  return { app, work, url };
}

/** What goes on behind the routes: runs, and researches, which are read as runs are. */
async function openWork(
  config: Config,
  parts: Parts &
    Pick<Base, 'db' | 'knowledge'> &
    Pick<Observers, 'steps'> & { observer: RunObserver },
  logger: Logger,
) {
  const { db, knowledge, steps } = parts;
  const runs = await openRuns(config, db, parts, logger);
  try {
    const { models } = parts.loop;
    const research = await openResearch(
      config,
      { db, knowledge, models, runs, observer: steps },
      logger,
    );
    const stop = async (graceMs: number): Promise<void> => {
      await research.stop(graceMs);
      await runs.stop(graceMs);
    };
    return { runs: runs.runs, research, stop };
  } catch (error) {
    await runs.stop(0);
    throw error;
  }
}

function embedsPlatform(config: Config): boolean {
  return config.platformUrl === undefined;
}

async function bind(app: NestFastifyApplication, config: Config): Promise<string> {
  await app.listen(config.port, config.host);
  return app.getUrl();
}
