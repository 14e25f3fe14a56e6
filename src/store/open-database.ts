import type { Database } from './database.js';
import { openEmbedded } from './embedded.js';
import { openPostgres } from './postgres.js';
import { AppError } from '../foundation/errors.js';

/** Which database to open: `databaseUrl` wins, else the embedded one in `dataDir`. */
interface DatabaseSettings {
  databaseUrl: string | undefined;
  dataDir: string;
  /** The longest a statement may take on PostgreSQL, in seconds; without it, as the server is set. */
  statementSeconds?: number;
}

/** Opens the server's database. Its schema is the callers' business: {@link file://./migrate.ts}. */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  const { databaseUrl, dataDir, statementSeconds } = settings;
  if (databaseUrl === undefined) return explainOutages(await openEmbedded(dataDir));
  return explainOutages(await openPostgres(databaseUrl, statementSeconds));
}

/**
 * The same database, whose outages reject with `database_error` that says what is wrong and what happens
 * next, instead of with the driver's error (kept as the cause). The pool connects again by itself.
 */
export function explainOutages(db: Database): Database {
  return {
    kind: db.kind,
    query: (text, values, name) => db.query<never>(text, values, name).catch(explain),
    transaction: (work) => db.transaction(work).catch(explain),
    close: () => db.close(),
  };
}

const AWAY =
  'The database does not answer at the moment, so nothing was read or stored. Repeat in a moment: the server connects again by itself.';
const FULL =
  'The disk of the database is full, so nothing was stored. Make room on it and repeat: no restart is needed.';

/** PostgreSQL's codes for a full disk, and the system's. */
const DISK_FULL: ReadonlySet<string> = new Set(['53100', 'ENOSPC', 'EDQUOT']);

/** Codes of the system for a connection that is none. */
const NO_CONNECTION: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
]);

/** PostgreSQL's classes and codes for a server that stops, starts, or takes no connection. */
const AWAY_STATES = ['08', '57P01', '57P02', '57P03', '53300', '58030'];

/** What the driver says without a code. */
const AWAY_MESSAGES =
  /^(Connection terminated|Client has encountered|timeout exceeded when trying)/;

function explain(error: unknown): never {
  if (error instanceof AppError) throw error;
  const { code, message } = error as { code?: unknown; message?: unknown };
  const state = typeof code === 'string' ? code : '';
  if (DISK_FULL.has(state)) throw outage(FULL, error);
  const isAway =
    NO_CONNECTION.has(state) ||
    AWAY_STATES.some((start) => state.startsWith(start)) ||
    (state === '' && AWAY_MESSAGES.test(String(message)));
  throw isAway ? outage(AWAY, error) : error;
}

function outage(message: string, cause: unknown): AppError {
  return new AppError('database_error', message, [], { cause });
}
