import { resolve } from 'node:path';
import { erpMigrations } from '../../../samples/erp/seed.js';
import { knowledgeMigrations } from '../../knowledge/knowledge.js';
import { migrate } from '../../store/migrate.js';
import { openDatabase } from '../../store/open-database.js';
import { refuseHalfRestored } from '../backup/restore-progress.js';
import { readConfig } from '../config/config.js';
import { migrationsOf } from '../migrations.js';
import { readServed, servesSample } from '../served/served.js';
import type { Command } from './cli-context.js';

/** Brings all tables of the configured database up to date, in one transaction. */
export const migrateCommand: Command = async (_words, _values, { env, folder, say }) => {
  const served = await readServed(env, folder);
  const config = readConfig(env, served.plugins, served.file?.pluginSettings);
  const dataDir = resolve(folder, config.dataDir);
  const db = await openDatabase({ databaseUrl: config.databaseUrl, dataDir });
  try {
    await refuseHalfRestored(db);
    const sample = servesSample(served) && config.platformUrl === undefined ? [erpMigrations] : [];
    const sets = [...migrationsOf(served.plugins), knowledgeMigrations, ...sample];
    say(`${await migrate(db, sets)} migrations ran.`);
    return 0;
  } finally {
    await db.close();
  }
};
