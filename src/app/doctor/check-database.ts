import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../foundation/errors.js';
import type { Clock } from '../../foundation/clock.js';
import { coreMigrations } from '../../store/migrate.js';
import { lockDirectory } from '../../store/directory-lock.js';
import { openPostgres } from '../../store/open-database.js';
import { refuseHalfRestored } from '../backup/restore-progress.js';
import { look, ok, type Finding } from './finding.js';

const SKEW_MS = 5_000;

/** Whether PostgreSQL can be used, what ran on it, and whether its clock agrees. */
export async function checkPostgres(url: string, clock: Clock): Promise<Omit<Finding, 'what'>> {
  const db = await openPostgres(url);
  try {
    await refuseHalfRestored(db);
    const [server] = await db.query<{ version: string; now: Date; history: string | null }>(
      `select current_setting('server_version') as version, clock_timestamp() as now,
         to_regclass('${coreMigrations.schema}.schema_version')::text as history`,
    );
    const { version = '', now = clock(), history = null } = server ?? {};
    const skew = Math.abs(now.getTime() - clock().getTime());
    if (skew > SKEW_MS)
      return look(
        `PostgreSQL ${version} has a clock that is ${Math.round(skew / 1000)} s off this machine's: set both by the same time service.`,
      );
    const tables = history === null ? 'empty: the first start makes its tables' : 'with tables';
    return ok(`PostgreSQL ${version} with pgvector answers; the database is ${tables}`);
  } finally {
    await db.close();
  }
}

/** Whether there is an embedded database, and who has it open; it is not opened. */
export async function checkEmbedded(dataDir: string): Promise<Omit<Finding, 'what'>> {
  if ((await stat(join(dataDir, 'pg')).catch(() => undefined)) === undefined)
    return ok('embedded; made at the first start');
  try {
    await (await lockDirectory(dataDir)).release();
    return ok('embedded; no server has it open');
  } catch (error) {
    const holder = error instanceof AppError ? error.details[0]?.message : undefined;
    if (holder === undefined) throw error;
    return ok(`embedded; ${holder}`);
  }
}
