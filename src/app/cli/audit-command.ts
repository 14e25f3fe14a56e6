import { resolve } from 'node:path';
import { configError } from '../../foundation/errors.js';
import type { Environment } from '../../foundation/settings-reader.js';
import { receiptLines } from '../../store/receipts.js';
import { systemClock } from '../../foundation/clock.js';
import { receiptSigner } from '../served/sign-in-store.js';
import { AuditLog } from '../../store/audit-log.store.js';
import type { Database } from '../../store/database.js';
import { migrate, coreMigrations } from '../../store/migrate.js';
import { openDatabase } from '../../store/open-database.js';
import { readConfig } from '../config/config.js';
import { sharedHistory } from '../migrations.js';
import type { CliContext, Command } from './cli-context.js';
import type { CliValues } from './command-line.js';

/** Looks through the audit log of the configured database, as long as no server holds it, or prints it. */
export const auditCommand: Command = async ([action], values, { env, folder, say }) => {
  const known = ['verify', 'export', 'receipts', 'key'];
  if (action === undefined || !known.includes(action))
    throw configError(`What with the audit log? There is: ${known.join(', ')}.`);
  const { dataDir, ...config } = readConfig(env);
  const signer = receiptSigner({ ...config, dataDir: resolve(folder, dataDir) });
  if (action === 'key') {
    say((await signer.publicKey()).trimEnd());
    return 0;
  }
  const db = await openConfigured(env, folder);
  try {
    if (action === 'receipts') {
      for await (const lines of receiptLines(new AuditLog(db), signer, systemClock))
        say(lines.trimEnd());
      return 0;
    }
    return await (action === 'verify' ? verifyLog : exportLog)(db, values, say);
  } finally {
    await db.close();
  }
};

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

/** Computes the chain again; `seq` and `hash` are of an entry that was noted before. */
export async function verifyLog(
  db: Database,
  { seq, hash }: CliValues,
  say: CliContext['say'],
): Promise<number> {
  const noted = seq === undefined || hash === undefined ? undefined : { seq: Number(seq), hash };
  const { ok, entries, head, fault } = await new AuditLog(db).verify(noted);
  say(
    ok
      ? `${entries} entries, each follows the one before. The last is ${head.seq} ${head.hash}: note it elsewhere, and "sextant audit verify --seq ${head.seq} --hash …" tells later whether it is still there.`
      : `The audit log is not whole: ${fault}. ${entries} entries before that are.`,
  );
  return ok ? 0 : 1;
}

export async function exportLog(
  db: Database,
  { after = '0' }: CliValues,
  say: CliContext['say'],
): Promise<number> {
  for await (const entry of new AuditLog(db).entries(Number(after))) say(JSON.stringify(entry));
  return 0;
}
