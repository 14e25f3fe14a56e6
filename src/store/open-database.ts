import { parseUrl, percentDecoded } from '../foundation/parse-url.js';
import { AppError, databaseError, messageOf } from '../foundation/errors.js';
import { ofCommits, openPool, type Database } from './database.js';
import { openEmbedded } from './embedded.js';

const POOL_SIZE = 10;
const CONNECT_TIMEOUT_MS = 10_000;
/** PostgreSQL stops a statement at its limit: who hears nothing so long after has lost the connection. */
const SILENCE_MS = 3_000;

/** Opens a pool on a server that answers and has pgvector; `config_error` or `database_error`, without the password. */
export async function openPostgres(databaseUrl: string, statementSeconds?: number) {
  const url = postgresUrl(databaseUrl);
  const limit = statementSeconds === undefined ? undefined : statementSeconds * 1000;
  const db = openPool('postgres', {
    connectionString: databaseUrl,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'sextant',
    keepAlive: true,
    keepAliveInitialDelayMillis: CONNECT_TIMEOUT_MS,
    ...(limit !== undefined && { statement_timeout: limit, query_timeout: limit + SILENCE_MS }),
  });
  try {
    await requireVector(db);
    return db;
  } catch (error) {
    await db.close();
    throw error instanceof AppError ? error : unreachable(url, error);
  }
}

function postgresUrl(text: string): URL {
  const url = parseUrl(text);
  if (url && /^postgres(ql)?:$/.test(url.protocol)) return url;
  throw new AppError(
    'config_error',
    'DATABASE_URL is not an address of a PostgreSQL server. It looks like' +
      ' postgres://user:password@host:5432/database; characters such as @ : / # in the password' +
      ' are percent-encoded. Leave it out to use the embedded database.',
    [{ path: 'DATABASE_URL', message: 'must begin with postgres:// and be a valid URL' }],
  );
}

async function requireVector(db: Database): Promise<void> {
  const [found] = await db.query("select 1 from pg_available_extensions where name = 'vector'");
  if (found) return;
  throw databaseError(
    'The PostgreSQL server has no pgvector. Install it on the machine that runs PostgreSQL' +
      ' (Debian: apt-get install postgresql-15-pgvector, with the number of your PostgreSQL), or' +
      ' use a server that has it; then start again.',
  );
}

function unreachable(url: URL, error: unknown): AppError {
  const user = decodeURIComponent(url.username) || '(no user)';
  const database = decodeURIComponent(url.pathname.slice(1)) || user;
  const host = url.searchParams.get('host') ?? url.hostname;
  const place = `${host || 'localhost'}:${url.port || '5432'}`;
  const advice =
    ADVICE[(error as NodeJS.ErrnoException).code ?? ''] ??
    'Check DATABASE_URL and that the server is running.';
  const text = withoutPassword(reasonOf(error), url);
  return databaseError(
    `Cannot use PostgreSQL at ${place}, database "${database}", as "${user}": ${text}. ${advice}`,
  );
}

const ADVICE: Readonly<Record<string, string>> = {
  '28P01': 'Check user and password in DATABASE_URL.',
  '28000': "Check the user in DATABASE_URL and the server's pg_hba.conf.",
  '3D000': 'Create the database (createdb), or name an existing one in DATABASE_URL.',
  '53300': 'The server has no free connection: close others or raise max_connections.',
  ECONNREFUSED: 'Nothing listens there: start PostgreSQL, or correct host and port.',
  ENOTFOUND: 'The host name does not resolve: correct it in DATABASE_URL.',
  EAI_AGAIN: 'The host name does not resolve now: check the network, or correct DATABASE_URL.',
};

/** A refused connection to a name with several addresses has its reasons inside and no text. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(', ');
  return messageOf(error);
}

function withoutPassword(text: string, url: URL): string {
  const secrets = [url.password, percentDecoded(url.password)].filter((secret) => secret !== '');
  return secrets.reduce((result, secret) => result.replaceAll(secret, '***'), text);
}

/** Which database to open: `databaseUrl` wins, else the embedded one in `dataDir`. */
interface DatabaseSettings {
  databaseUrl: string | undefined;
  dataDir: string;
  statementSeconds?: number;
}

/** Opens the server's database. Its schema is the callers' business: {@link file://./migrate.ts}. */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  const { databaseUrl, dataDir, statementSeconds } = settings;
  if (databaseUrl === undefined) return explainOutages(await openEmbedded(dataDir));
  return explainOutages(await openPostgres(databaseUrl, statementSeconds));
}

/** The database with outages as `database_error` that says what happens next; the pool connects again by itself. */
export function explainOutages(db: Database): Database {
  return {
    kind: db.kind,
    query: (text, values, name) =>
      db
        .query<never>(text, values, name)
        .catch((error: unknown) => explain(error, !READS.test(text))),
    transaction: (work) =>
      db
        .transaction(work)
        .catch((error: unknown) => explain(error, ofCommits.has(error as object))),
    close: () => db.close(),
  };
}

const AWAY =
  'The database does not answer at the moment, so nothing was read or stored. Repeat in a moment: the server connects again by itself.';
const UNKNOWN =
  'The connection to the database was lost before it answered, so whether this was stored is not known. Look whether it is there before you repeat it: the server connects again by itself.';
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
  /^(Connection terminated|Client has encountered|Query read timeout|timeout exceeded when trying)/;

/** A statement that stores nothing. */
const READS = /^\s*select\b/i;

/** Nothing was sent: the connection could not be made. */
const NEVER_SENT =
  /^(ECONNREFUSED|E(HOST|NET)UNREACH|ENO|EAI|53300|57P03)|timeout exceeded when|connection timeout/;

/** `isOpen`: what was asked for may be stored although no answer came. */
function explain(error: unknown, isOpen: boolean): never {
  if (error instanceof AppError) throw error;
  const { code, message } = error as { code?: unknown; message?: unknown };
  const state = typeof code === 'string' ? code : '';
  if (DISK_FULL.has(state)) throw outage(FULL, error);
  const isAway =
    NO_CONNECTION.has(state) ||
    AWAY_STATES.some((start) => state.startsWith(start)) ||
    (state === '' && AWAY_MESSAGES.test(String(message)));
  if (!isAway) throw error;
  throw outage(isOpen && !NEVER_SENT.test(state || String(message)) ? UNKNOWN : AWAY, error);
}

function outage(message: string, cause: unknown): AppError {
  return databaseError(message, [], { cause });
}
