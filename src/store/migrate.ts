import { fileURLToPath } from 'node:url';
import Postgrator from 'postgrator';
import type { Database } from './database.js';

/** One owner's migrations: numbered SQL files `001.do.name.sql`, forward only, never edited once landed. */
export interface MigrationSet {
  directory: URL;
  /** The schema the owner's tables live in; made when absent. Also holds its `schema_version`. */
  schema: string;
}

/** The server's own tables: drafts, previews, conversations. */
export const storeMigrations: MigrationSet = {
  directory: new URL('./migrations/', import.meta.url),
  schema: 'sextant',
};

/** Any two servers that migrate at once take turns on this key. */
const LOCK_KEY = 7_392_618;

/** Brings the set's schema to its newest version, all in one transaction: a crash leaves the old version. */
export async function migrate(db: Database, set: MigrationSet): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [LOCK_KEY]);
    await tx.query(`create schema if not exists "${set.schema}"`);
    const postgrator = new Postgrator({
      migrationPattern: `${fileURLToPath(set.directory)}*.sql`,
      driver: 'pg',
      schemaTable: `${set.schema}.schema_version`,
      currentSchema: set.schema,
      execQuery: async (query) => ({ rows: await tx.query(query) }),
      execSqlScript: async (script) => void (await tx.query(script)),
    });
    return (await postgrator.migrate()).length;
  });
}
