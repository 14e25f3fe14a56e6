import { AppError, databaseError } from '../foundation/errors.js';
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import Postgrator from 'postgrator';
import { liftLimits, type Database, type Queryable } from './database.js';

/** One owner's migrations: numbered SQL files `001.do.name.sql`, forward only, never edited once landed. */
export interface MigrationSet {
  directory: URL;
  schema: string;
  /** The plugin that owns the files, whose history is a table of its own; absent for an engine. */
  plugin?: string;
  /** The number of its first file: lower ones in its history are of no file any more (docs/decisions/0048). */
  first?: number;
  /** Leaves out files behind this number: the tables of an older server, for rows that it wrote. */
  upTo?: number;
}

export const coreMigrations: MigrationSet = {
  directory: new URL('./migrations/', import.meta.url),
  schema: 'sextant',
  first: 13,
};

const PLUGIN_NAME = /^[a-z][a-z0-9-]{0,39}$/;

/** The migrations of a plugin. Throws `config_error` for a name that no history can be kept under. */
export function pluginMigrations(plugin: string, directory: URL): MigrationSet {
  if (PLUGIN_NAME.test(plugin)) return { directory, schema: 'sextant', plugin };
  throw new AppError(
    'config_error',
    `"${plugin.slice(0, 80)}" cannot be the name of a plugin with tables: it must begin with a` +
      ' lower-case letter and have at most 40 lower-case letters, digits and dashes.',
    [{ path: 'plugin', message: 'must match ^[a-z][a-z0-9-]{0,39}$' }],
  );
}

export function historyOf({ plugin }: MigrationSet): string {
  return plugin === undefined ? 'schema_version' : `schema_version_${plugin.replaceAll('-', '_')}`;
}

function ownerOf({ plugin, schema }: MigrationSet): string {
  return plugin === undefined ? `schema "${schema}"` : `plugin "${plugin}"`;
}

/** Any two servers that migrate at once take turns on this key. */
const LOCK_KEY = 7_392_618;

/**
 * Brings the tables of all sets to their newest version, in one transaction: a crash or a refusal leaves the database
 * as it was, and a second server waits and finds nothing to do. No search path is set. Returns how many migrations ran;
 * rejects with `database_error` when the database is newer than the files of a set or a landed file was changed.
 */
export async function migrate(db: Database, sets: MigrationSet | readonly MigrationSet[]) {
  return db.transaction(async (tx) => {
    // A migration, and the wait for another server's, may take as long as it needs.
    await liftLimits(tx);
    await tx.query('select pg_advisory_xact_lock($1)', [LOCK_KEY]);
    let count = 0;
    for (const set of [sets].flat()) count += await migrateSet(tx, set);
    return count;
  });
}

async function migrateSet(tx: Queryable, set: MigrationSet): Promise<number> {
  const { postgrator, files } = await openPostgrator(tx, set);
  const applied = await appliedMigrations(tx, set);
  refuseMismatch(set, applied, files);
  // Most starts find nothing new, and postgrator reads the whole catalog to find that out.
  const target = set.upTo ?? newestOf(files);
  if (target > newestOf(files)) throw tooNew(set, target, newestOf(files));
  if (applied.some(({ version }) => version === target)) return 0;
  await tx.query(`create schema if not exists "${set.schema}"`);
  return run(postgrator, set, target);
}

async function openPostgrator(tx: Queryable, set: MigrationSet) {
  const directory = fileURLToPath(set.directory);
  const expected = (await readdir(directory)).filter((name) => name.endsWith('.sql'));
  const postgrator = new Postgrator({
    migrationPattern: `${directory.replaceAll('\\', '/').replace(/[[\]*?()!+@]/g, '[$&]')}*.sql`,
    driver: 'pg',
    schemaTable: `${set.schema}.${historyOf(set)}`,
    // Checked by refuseMismatch, which says what to do. LF: a checkout with CRLF is the same file.
    validateChecksums: false,
    newline: 'LF',
    execQuery: async (query) => ({ rows: await tx.query(query) }),
    execSqlScript: async (script) => void (await tx.query(script)),
  });
  const files = await postgrator.getMigrations();
  if (files.length === expected.length && files.length > 0) return { postgrator, files };
  throw databaseError(
    `Found ${files.length} of ${expected.length} migrations in ${directory}: their names must be` +
      ' like 001.do.name.sql, and the path must not hold braces.',
  );
}

interface AppliedMigration {
  version: number;
  name: string;
  md5: string;
}

function refuseMismatch(
  set: MigrationSet,
  history: readonly AppliedMigration[],
  files: readonly Postgrator.Migration[],
): void {
  const newest = newestOf(files);
  for (const applied of history) {
    const file = files.find(({ version }) => version === applied.version);
    const name = `${String(applied.version).padStart(3, '0')}.do.${applied.name}.sql`;
    if (!file && applied.version > newest) throw tooNew(set, applied.version, newest);
    if (file?.md5 === applied.md5) continue;
    throw databaseError(
      `Migration ${name} of ${ownerOf(set)} was ${file ? 'edited' : 'removed'} after it ran` +
        ' on this database. Put the file back as it was, and make the change in a new migration.',
    );
  }
}

function newestOf(files: readonly Postgrator.Migration[]): number {
  return Math.max(...files.map(({ version }) => version));
}

async function appliedMigrations(tx: Queryable, set: MigrationSet): Promise<AppliedMigration[]> {
  const table = `"${set.schema}"."${historyOf(set)}"`;
  const [found] = await tx.query('select 1 where to_regclass($1) is not null', [table]);
  if (!found) return [];
  return tx.query<AppliedMigration>(
    `select version, name, md5 from ${table} where version >= $1 order by version`,
    [set.first ?? 1],
  );
}

function tooNew({ plugin, schema }: MigrationSet, version: number, newest: number): AppError {
  const text =
    plugin === undefined
      ? `The database is newer than this server: its schema "${schema}" is at version ${version},` +
        ` this server knows versions up to ${newest}. Start the newer server`
      : `The database is newer than the plugin "${plugin}": the plugin's tables are at version` +
        ` ${version}, this plugin knows versions up to ${newest}. Install the newer plugin (or start` +
        ' the newer server, if the plugin comes with the server)';
  return databaseError(
    `${text}, or restore a backup from before the update; migrations do not run backwards.`,
  );
}

async function run(postgrator: Postgrator, set: MigrationSet, target: number): Promise<number> {
  try {
    return (await postgrator.migrate(String(target))).length;
  } catch (cause) {
    throw databaseError(failureOf(cause, set), [], { cause });
  }
}

const INSUFFICIENT_PRIVILEGE = '42501';

function failureOf(cause: unknown, set: MigrationSet): string {
  const { code, message } = cause as Error & { code?: string };
  const advice =
    code === INSUFFICIENT_PRIVILEGE
      ? ' The user of DATABASE_URL must own the database, or a superuser runs' +
        ' `create extension vector` once and grants CREATE on the database.'
      : ' Nothing was changed.';
  return `A migration of ${ownerOf(set)} failed: ${message}.${advice}`;
}
