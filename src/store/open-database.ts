import type { Database } from './database.js';
import { openEmbedded } from './embedded.js';
import { explainOutages } from './explain-outage.js';
import { openPostgres } from './postgres.js';

/** Which database to open: `databaseUrl` wins, else the embedded one in `dataDir`. */
export interface DatabaseSettings {
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
