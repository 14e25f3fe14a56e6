import { withinTime } from '../foundation/clock.js';
import { AppError, messageOf } from '../foundation/errors.js';
import type { Logger } from '../foundation/logger.js';
import type { Database } from '../store/database.js';
import { migrate, type MigrationSet } from '../store/migrate.js';
import { openDatabase } from '../store/open-database.js';
import type { Embedder } from '../toolindex/embedder.js';
import { buildGraph } from './build/build-graph.js';
import { PgGraphDocumentStore } from './build/build.store.js';
import { createGraphqlHandler, listen } from './graphql/handler.js';

export const graphMigrations: MigrationSet = {
  directory: new URL('./migrations/', import.meta.url),
  schema: 'graph',
};

export interface GraphSample {
  folder: string;
  collection: string;
}

export interface ExplorerOptions {
  /** On 127.0.0.1; 0 takes a free one. */
  port: number;
  dataDir: string;
  sample: GraphSample | undefined;
  /** Absent: words alone are searched, and nothing is similar. Closed by the caller. */
  embedder: Embedder | undefined;
  logger: Logger;
}

export interface Explorer {
  url: string;
  /** Resolves when the database is open; rejects with an `AppError` when it cannot be opened. */
  opened: Promise<void>;
  /** Resolves when the sample graph is there, or could not be made; never rejects. */
  built: Promise<void>;
  close(): Promise<void>;
}

/** Opens the graph's database in a directory and brings its tables up to date; `database_locked` when it is in use. */
export async function openGraph(dataDir: string): Promise<Database> {
  const db = await openDatabase({ databaseUrl: undefined, dataDir }).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'database_locked'
      ? inUse(dataDir, error)
      : error;
  });
  try {
    await migrate(db, graphMigrations);
    return db;
  } catch (error) {
    await db.close();
    throw error;
  }
}

function inUse(dataDir: string, cause: AppError): AppError {
  const holder = cause.details.map(({ message }) => message).join(', ');
  return new AppError(
    'database_locked',
    `The graph in ${dataDir} is in use, ${holder}: an explorer, or a build of the graph. Stop it first (where npm start runs the explorer, stop that: it starts an explorer again that was killed), or build beside it: set EXPLORER_DATA_DIR to another directory here, and at the next start of the explorer.`,
    [{ path: 'EXPLORER_DATA_DIR', message: holder }],
    { cause },
  );
}

/** Listens at once; the database opens and the sample is made behind it (`stats.building`). */
export async function startExplorer(options: ExplorerOptions): Promise<Explorer> {
  const { embedder, logger } = options;
  const stopping = new AbortController();
  const state: { opening?: Promise<Database>; building: boolean } = { building: true };
  const source = {
    open: async () => ({
      db: await withinTime(state.opening ?? notYet(), OPEN_LIMIT_MS, notYet),
      embedder,
      logger,
    }),
    isBuilding: () => state.building,
  };
  const listening = await listen(options.port, createGraphqlHandler(source, logger), logger);
  const opening = openGraph(options.dataDir);
  state.opening = opening;
  const built = opening
    .then((db) => buildSamples(db, options, embedder, stopping.signal))
    .catch((error: unknown) => {
      if (stopping.signal.aborted) return;
      logger.warn(`the sample graph was not made: ${messageOf(error)}`);
    })
    .finally(() => (state.building = false));
  const stop = async () => {
    stopping.abort();
    await listening.close();
    await built;
    await opening.then(
      (db) => db.close(),
      () => {},
    );
  };
  let stopped: Promise<void> | undefined;
  const close = () => (stopped ??= stop());
  return { url: listening.url, opened: opening.then(() => {}), built, close };
}

const OPEN_LIMIT_MS = 30_000;

/** A query that comes too early is told so rather than kept for ever. */
function notYet(): never {
  throw new AppError(
    'explorer_unavailable',
    'The explorer is still opening its database. Ask again in a few seconds.',
  );
}

async function buildSamples(
  db: Database,
  { sample, logger }: ExplorerOptions,
  embedder: Embedder | undefined,
  signal: AbortSignal,
): Promise<void> {
  if (sample === undefined) return;
  const collections = await new PgGraphDocumentStore(db).collections();
  if (collections.length > 0 && !collections.includes(sample.collection)) return;
  const report = await buildGraph({ db, embedder, ...sample, signal });
  logger.info(report, 'the sample graph is ready');
}
