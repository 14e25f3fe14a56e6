import { resolve } from 'node:path';
import { AppError } from '../../foundation/errors.js';
import type { Environment } from '../../foundation/settings-reader.js';
import { AuditLog, type AuditHead } from '../../store/audit-log.store.js';
import type { Database } from '../../store/database.js';
import { migrate, coreMigrations } from '../../store/migrate.js';
import { openDatabase } from '../../store/open-database.js';
import { readConfig } from '../config/config.js';
import { sharedHistory } from '../migrations.js';

/** What "sextant audit" was called with. */
export interface AuditOptions {
  action: string | undefined;
  env: Environment;
  folder: string;
  say: (text: string) => void;
  /** Only entries behind this one. */
  after?: number;
  /** An entry that was noted before. */
  known?: AuditHead;
  /** An open database; absent: the configured one, as long as no server holds it. */
  db?: Database;
}

/** Looks through the audit log of the configured database, or prints it; answers the exit code. */
export async function auditCommand(options: AuditOptions): Promise<number> {
  const { action, env, folder } = options;
  if (action !== 'verify' && action !== 'export')
    throw new AppError('config_error', 'What with the audit log? There is: verify, export.');
  const db = options.db ?? (await openConfigured(env, folder));
  try {
    const log = new AuditLog(db);
    if (action === 'verify') return await verify(log, options);
    await exportAll(log, options);
    return 0;
  } finally {
    if (options.db === undefined) await db.close();
  }
}

async function openConfigured(env: Environment, folder: string): Promise<Database> {
  const { databaseUrl, dataDir } = readConfig(env);
  const db = await openDatabase({ databaseUrl, dataDir: resolve(folder, dataDir) });
  try {
    await migrate(db, [sharedHistory, coreMigrations]);
    return db;
  } catch (error) {
    await db.close();
    throw error;
  }
}

async function verify(log: AuditLog, { say, known }: AuditOptions): Promise<number> {
  const { ok, entries, head, fault } = await log.verify(known);
  say(
    ok
      ? `${entries} entries, each follows the one before. The last is ${head.seq} ${head.hash}: note it elsewhere, and "sextant audit verify --seq ${head.seq} --hash …" tells later whether it is still there.`
      : `The audit log is not whole: ${fault}. ${entries} entries before that are.`,
  );
  return ok ? 0 : 1;
}

const BATCH = 500;

async function exportAll(log: AuditLog, { say, after = 0 }: AuditOptions): Promise<void> {
  for (let from = after; ;) {
    const batch = await log.list({ after: from, limit: BATCH });
    for (const entry of batch) say(JSON.stringify(entry));
    const last = batch.at(-1);
    if (last === undefined || batch.length < BATCH) return;
    from = last.seq;
  }
}
